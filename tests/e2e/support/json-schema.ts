import { expect } from '@jest/globals';

type Schema = Record<string, unknown>;

/** Expects that a value matches a schema of the contract (`endpoints/`). */
export function expectConforms(schema: Schema, value: unknown): void {
  expect(deviations(schema, value, '$')).toEqual([]);
}

const hasType: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  null: (value) => value === null,
  array: Array.isArray,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

/** Lists the places where the value violates a schema keyword. It supports the keywords that the declared schemas use. */
export function deviations(schema: Schema, value: unknown, at: string): string[] {
  const { type, anyOf, enum: members, minimum, format } = schema;
  if (Array.isArray(anyOf)) {
    const isAny = anyOf.some((one) => deviations(one as Schema, value, at).length === 0);
    return isAny ? [] : [`${at}: ${JSON.stringify(value)} is none of ${JSON.stringify(anyOf)}`];
  }
  if (typeof type === 'string' && hasType[type]?.(value) !== true) return [`${at} is no ${type}`];
  const wrong: string[] = [];
  if (Array.isArray(members) && !members.includes(value))
    wrong.push(`${at} is none of ${members.join(', ')}`);
  if (typeof minimum === 'number' && Number(value) < minimum) wrong.push(`${at} is below ${minimum}`);
  if (format === 'date-time' && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(String(value))) {
    wrong.push(`${at} is no moment in UTC with milliseconds: ${String(value)}`);
  }
  if (type === 'array')
    return [...wrong, ...entryDeviations(schema['items'] as Schema, value as unknown[], at)];
  if (type === 'object') return [...wrong, ...memberDeviations(schema, value as Record<string, unknown>, at)];
  return wrong;
}

function entryDeviations(schema: Schema, entries: unknown[], at: string): string[] {
  return entries.flatMap((entry, index) => deviations(schema, entry, `${at}[${index}]`));
}

function memberDeviations(schema: Schema, value: Record<string, unknown>, at: string): string[] {
  const properties = (schema['properties'] ?? {}) as Record<string, Schema>;
  const required = (schema['required'] ?? []) as string[];
  const missing = required.filter((name) => !(name in value)).map((name) => `${at}.${name} is missing`);
  const unknown = Object.keys(value)
    .filter((name) => schema['additionalProperties'] === false && !(name in properties))
    .map((name) => `${at}.${name} should not be there`);
  const inner = Object.entries(properties).flatMap(([name, property]) =>
    name in value ? deviations(property, value[name], `${at}.${name}`) : [],
  );
  return [...missing, ...unknown, ...inner];
}
