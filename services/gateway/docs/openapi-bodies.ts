import type { Field, JsonSchema } from '#shared/contracts/schema-kit/fields.ts';

type Properties = Record<string, JsonSchema>;

/** A validator's own JSON Schema. Unknown fields are ignored, not refused, so objects stay open. */
export function inputSchema(field: Field<unknown>): JsonSchema {
  const { jsonSchema } = field['~standard'] as unknown as {
    jsonSchema: { input: (options: { target: 'draft-2020-12' }) => JsonSchema };
  };
  return opened(jsonSchema.input({ target: 'draft-2020-12' }));
}

export function propertiesOf(schema: JsonSchema): Properties {
  return (schema['properties'] ?? {}) as Properties;
}

export function requiredOf(schema: JsonSchema): string[] {
  return (schema['required'] ?? []) as string[];
}

function opened(schema: JsonSchema): JsonSchema {
  const { additionalProperties, ...rest } = schema;
  const kept = additionalProperties === false ? rest : schema;
  return Object.fromEntries(Object.entries(kept).map(([key, value]) => [key, openedValue(value)]));
}

function openedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(openedValue);
  return typeof value === 'object' && value !== null ? opened(value as JsonSchema) : value;
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
  };
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

/** One field of a form: text that means the value. An empty one is null. */
function formValue(field: JsonSchema): JsonSchema {
  const { type, oneOf, anyOf, ...rest } = field;
  if (Array.isArray(type)) {
    const value = { ...rest, type: (type as string[]).find((name) => name !== 'null') };
    return value.type === 'string' ? value : { ...rest, anyOf: [value, { type: 'string', maxLength: 0 }] };
  }
  // Lists of plain values have a spelling as text, too.
  if (Array.isArray(oneOf))
    return { ...rest, ...(oneOf as JsonSchema[]).find((one) => one['type'] !== 'array') };
  if (Array.isArray(anyOf)) {
    const asText = (one: JsonSchema) => (one['type'] === 'null' ? { type: 'string', maxLength: 0 } : one);
    return { ...rest, anyOf: (anyOf as JsonSchema[]).map(asText) };
  }
  return field;
}

/** A body's example as the fields of its form. */
export function formExample(example: unknown): Record<string, string | number> {
  const fields = (value: unknown, name: string): [string, string | number][] => {
    if (Array.isArray(value)) {
      const isPlain = value.every((entry) => typeof entry !== 'object');
      if (isPlain) return [[name, value.join(',')]];
      return value.flatMap((entry, index) => fields(entry, `${name}[${index}]`));
    }
    if (value === null) return [[name, '']];
    if (typeof value === 'number' || typeof value === 'string') return [[name, value]];
    if (typeof value === 'boolean') return [[name, value ? 1 : 0]];
    return Object.entries(value as object).flatMap(([key, inner]) =>
      fields(inner, name === '' ? key : `${name}[${key}]`),
    );
  };
  return Object.fromEntries(fields(example, ''));
}
