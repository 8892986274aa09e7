import type { JsonSchema } from '#shared/contracts/schema-kit/fields.ts';
import { withoutNull } from './openapi-schemas.ts';

type Properties = Record<string, JsonSchema>;

export function propertiesOf(schema: JsonSchema): Properties {
  return (schema['properties'] ?? {}) as Properties;
}

export function requiredOf(schema: JsonSchema): string[] {
  return (schema['required'] ?? []) as string[];
}

/**
 * The same body as a form: one flat field per value, by its bracket name (`en[name]`), which every tool can send and
 * show. Of a list, its first entry stands for all (`items[0][product_id]`).
 */
export function formSchema(body: JsonSchema): JsonSchema {
  const form: JsonSchema = { type: 'object', properties: formFields(body, (name) => name) };
  const required = requiredFields(body, (name) => name);
  const dependentRequired = entryRules(body);
  return {
    ...form,
    ...(required.length > 0 && { required }),
    ...(Object.keys(dependentRequired).length > 0 && { dependentRequired }),
    ...rulesAcrossFields(body),
  };
}

/** They are about fields that have the same names in a form. */
function rulesAcrossFields({ if: when, then }: JsonSchema): JsonSchema {
  return when === undefined ? {} : { if: when, then };
}

type Naming = (name: string) => string;
const within =
  (parent: string): Naming =>
  (name) =>
    `${parent}[${name}]`;

function formFields(schema: JsonSchema, named: Naming): Properties {
  const fields = Object.entries(propertiesOf(schema)).map(([name, field]): Properties => {
    if (field['type'] === 'object') return formFields(field, within(named(name)));
    const entry = entryOf(field);
    if (entry) return formFields(entry, within(`${named(name)}[0]`));
    return { [named(name)]: formValue(field) };
  });
  return Object.assign({}, ...fields) as Properties;
}

function requiredFields(schema: JsonSchema, named: Naming): string[] {
  const required = new Set(requiredOf(schema));
  return Object.entries(propertiesOf(schema)).flatMap(([name, field]) => {
    if (!required.has(name)) return [];
    return field['type'] === 'object' ? requiredFields(field, within(named(name))) : [named(name)];
  });
}

/** An entry that is there at all needs its required fields. */
function entryRules(body: JsonSchema): Record<string, string[]> {
  const rules = Object.entries(propertiesOf(body)).flatMap(([name, field]) => {
    const entry = entryOf(field);
    if (!entry) return [];
    const named = within(`${name}[0]`);
    const required = requiredOf(entry).map(named);
    return Object.keys(propertiesOf(entry)).map((key) => [named(key), required] as const);
  });
  return Object.fromEntries(rules);
}

function entryOf(field: JsonSchema): JsonSchema | null {
  const items = field['items'] as JsonSchema | undefined;
  return field['type'] === 'array' && items?.['type'] === 'object' ? items : null;
}

/** One field of a form: text that means the value. What may be null may also be left out, or an empty text. */
function formValue(field: JsonSchema): JsonSchema {
  const value = withoutNull(field);
  if (value !== null) {
    const { minLength: _least, pattern, ...rest } = value;
    return typeof pattern === 'string' ? { ...rest, pattern: `^$|${pattern}` } : rest;
  }
  const { type, items: _items, minItems: _fewest, maxItems: _most, ...rest } = field;
  // A list of ids has a spelling as text, too.
  return type === 'array'
    ? { ...rest, type: 'string', pattern: '^[1-9][0-9]{0,14}(?:,[1-9][0-9]{0,14})*$' }
    : field;
}

type FormValue = string | number | boolean;

/** A body's example as the fields of its form. */
export function formExample(example: unknown): Record<string, FormValue> {
  const fields = (value: unknown, name: string): [string, FormValue][] => {
    if (Array.isArray(value)) {
      const isPlain = value.every((entry) => typeof entry !== 'object');
      if (isPlain) return [[name, value.join(',')]];
      return value.flatMap((entry, index) => fields(entry, `${name}[${index}]`));
    }
    if (value === null) return [[name, '']];
    if (typeof value !== 'object') return [[name, value as FormValue]];
    return Object.entries(value).flatMap(([key, inner]) =>
      fields(inner, name === '' ? key : `${name}[${key}]`),
    );
  };
  return Object.fromEntries(fields(example, ''));
}
