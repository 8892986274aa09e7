import type { Field } from '#shared/contracts/kit/fields.ts';
import { inputSchema } from '#services/gateway/docs/openapi-schemas.ts';

export type Schema = Record<string, unknown> & {
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  required?: string[];
};

export interface BodyField {
  path: (string | number)[];
  schema: Schema;
  isRequired: boolean;
}

interface BrokenValue {
  value: unknown;
  message: string;
}

/** The declared schema of a body or query. */
export function schemaOf(field: Field<unknown>): Schema {
  return inputSchema(field, { currencyDecimals: 2, timeZone: 'UTC' });
}

/** All fields of an object, outer ones first; for arrays, the fields of the first entry. */
export function fieldsOf(schema: Schema, path: (string | number)[] = []): BodyField[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
    const at = [...path, name];
    const entry = inner.items?.properties ? fieldsOf(inner.items, [...at, 0]) : [];
    return [
      { path: at, schema: inner, isRequired: schema.required?.includes(name) === true },
      ...fieldsOf(inner, at),
      ...entry,
    ];
  });
}

/** Whether the field holds a single value, not an object or a list. */
export function isLeaf({ schema }: BodyField): boolean {
  return schema.properties === undefined && schema.items === undefined;
}

const typesOf = ({ type }: Schema) => [type ?? []].flat();

/** The field's name in a message. Underscores become spaces, except in names of fields inside lists. */
export function displayName(path: readonly (string | number)[]): string {
  const name = path.join('.');
  return path.some((part) => typeof part === 'number') ? name : name.replaceAll('_', ' ');
}

/** Values that break each rule of a field, derived from its JSON Schema, with Laravel's message for each value. */
export function brokenValues({ path, schema, isRequired }: BodyField): BrokenValue[] {
  const name = displayName(path);
  const broken = (value: unknown, rule: string) => ({ value, message: `The ${name} field ${rule}.` });
  // The message for a bulk status already lists the allowed values.
  const listsAllowed = Array.isArray(schema['enum']) && kindOf(schema) !== 'activity';
  const allowed = listsAllowed ? ` Allowed: ${(schema['enum'] as string[]).join(', ')}.` : '';
  const ofType = (value: unknown, rule: string) => ({
    value,
    message: `The ${name} field ${rule}.${allowed}`,
  });
  const selected = (value: unknown) => ({ value, message: `The selected ${name} is invalid.${allowed}` });
  const kind = kindOf(schema);
  const type = sentences[kind];
  const ofKind = type === undefined || kind === 'object' ? [] : [ofType({ nested: 'x' }, type)];
  const wrong = (values: unknown[]) => (type === undefined ? [] : values.map((value) => ofType(value, type)));
  const missing = [broken(null, 'is required'), broken('   ', 'is required')];
  // A list of ids is required only if the body has no other way of selecting records.
  const isMissed = isRequired || kind === 'ids';
  const nothing = allowsNull(schema) || isContainer(kind) ? [] : isMissed ? missing : wrong([null]);
  const limits = [
    ...(kind === 'reference' ? [selected(999_999_999), selected(0)] : []),
    ...(kind === 'choice' ? [selected(99)] : []),
    ...(kind === 'word' ? [selected('nowhere')] : []),
    ...(['integer', 'money'].includes(kind) ? magnitudes(schema, broken) : []),
    ...(kind === 'text' ? lengths(schema, broken) : []),
  ];
  return [...ofKind, ...wrong(spellings[kind] ?? []), ...nothing, ...limits];
}

type Broken = (value: unknown, rule: string) => BrokenValue;

function magnitudes({ minimum, maximum }: Schema, broken: Broken): BrokenValue[] {
  const [min, max] = [Number(minimum), Number(maximum)];
  return [
    broken(min - 1, `must be at least ${min}`),
    ...(max < 1e15 ? [broken(Math.ceil(max) + 1, `must not be greater than ${max}`)] : []),
  ];
}

function lengths({ minLength, maxLength }: Schema, broken: Broken): BrokenValue[] {
  return [
    broken('x'.repeat(Number(maxLength) + 1), `must not be greater than ${Number(maxLength)} characters`),
    ...(Number(minLength ?? 0) > 1 ? [broken('ش', `must be at least ${Number(minLength)} characters`)] : []),
  ];
}

type Kind = keyof typeof sentences;

const sentences = {
  object: 'must be an object',
  array: 'must be an array',
  ids: 'must be an array',
  words: 'must be an array',
  reference: 'must be an integer',
  choice: 'must be an integer',
  integer: 'must be an integer',
  money: 'must be a number',
  flag: 'must be true or false',
  email: undefined,
  date: 'must be a valid date',
  day: 'must match the format YYYY-MM-DD',
  word: 'must be a string',
  text: 'must be a string',
  activity: 'must be one of: 1, true, on, yes, 0, false, off, no, active, inactive',
  other: undefined,
} as const;

/** Values of the wrong type. The caller also adds an object. */
const spellings: Partial<Record<Kind, unknown[]>> = {
  object: ['text', 5],
  array: ['text', 5],
  // A string is valid here, because it is parsed as a comma-separated list.
  words: [5],
  reference: ['abc', 1.5],
  choice: ['abc', 1.5, true],
  integer: ['abc', '1.5', '0x10', 'NaN', true],
  money: ['abc', 'NaN', 'Infinity', '0x10', '1,50', true],
  flag: ['maybe', 2],
  date: ['soon', '2026-02-30', '2026-13-01', '2026-01-01T25:00', 5],
  day: ['soon', '2026-2-3', '2026-02-01T00:00'],
  word: [5],
  text: [5, true, ['text']],
  activity: ['perhaps', 2],
};

function kindOf(schema: Schema): Kind {
  const types = typesOf(schema);
  const description = typeof schema['description'] === 'string' ? schema['description'] : '';
  if (types.includes('boolean')) return 'flag';
  if (types.includes('object')) return 'object';
  if (types.includes('array'))
    return isIdList(schema) ? 'ids' : schema.items?.type === 'string' ? 'words' : 'array';
  if (types.includes('number')) return 'money';
  if (types.includes('integer')) {
    return schema['enum'] ? 'choice' : description.startsWith('Id of one') ? 'reference' : 'integer';
  }
  if (types.includes('string')) return textKindOf(schema, description);
  return 'other';
}

export function isIdList({ type, items }: Schema): boolean {
  return type === 'array' && items?.type === 'integer';
}

function textKindOf(schema: Schema, description: string): Kind {
  if (schema['format'] === 'email') return 'email';
  if (schema['format'] === 'date') return 'day';
  if (description.startsWith('A day')) return 'date';
  const { enum: words, maxLength } = schema;
  if (Array.isArray(words)) return words.includes('inactive') ? 'activity' : 'word';
  return maxLength === undefined ? 'other' : 'text';
}

function allowsNull(schema: Schema): boolean {
  return [schema, ...((schema['anyOf'] ?? []) as Schema[])].some((one) => typesOf(one).includes('null'));
}

function isContainer(kind: Kind): boolean {
  return kind === 'object' || kind === 'array' || kind === 'words';
}

/** A copy of the body with this value in the field; `undefined` removes the field. */
export function withValue(
  body: Record<string, unknown>,
  path: readonly (string | number)[],
  value: unknown,
): Record<string, unknown> {
  const copy = structuredClone(body);
  let place: Record<string | number, unknown> = copy;
  for (const [index, part] of path.slice(0, -1).entries()) {
    place[part] ??= typeof path[index + 1] === 'number' ? [] : {};
    place = place[part] as Record<string | number, unknown>;
  }
  place[path.at(-1) ?? ''] = value;
  return copy;
}
