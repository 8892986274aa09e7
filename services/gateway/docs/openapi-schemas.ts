import type { Field, JsonSchema, StoreLocale } from '#shared/contracts/kit/fields.ts';
import { canonicalJson, mapValues } from '#shared/contracts/kit/json-values.ts';
import { requestParts } from '#shared/contracts/endpoints/resources.ts';
import { namedSchemas } from '#shared/contracts/kit/resource-schema.ts';
// This import runs the endpoints' modules, which register the names of the schemas.
import '../http/routes.ts';

/** The schemas of the OpenAPI document. A schema with a name is always included by reference. */

/** Schema names, keyed by text (see `canonical`) and not by object, because validators return copies of schemas. */
export type SchemaNames = ReadonlyMap<string, string>;

const resourceNames = new Map([...namedSchemas].map(([name, schema]) => [schema, name]));
const enumNames = namesOf([...namedSchemas].filter(([, schema]) => 'enum' in schema));

function namesOf(named: readonly (readonly [name: string, schema: JsonSchema])[]): SchemaNames {
  const names = new Map<string, string>();
  for (const [name, schema] of named) {
    const text = canonical(schema);
    const other = names.get(text);
    if (other !== undefined) throw new Error(`${other} and ${name} are names of the same schema`);
    names.set(text, name);
  }
  return names;
}

/** Sorts keywords and leaves the description out, so that equal schemas have equal texts. */
function canonical({ description: _description, ...schema }: JsonSchema): string {
  return canonicalJson(schema);
}

export function resourceName(schema: JsonSchema): string {
  const name = resourceNames.get(schema);
  if (name === undefined) throw new Error('The schema of a response has no name: declare it with `named`');
  return name;
}

export function schemaRef(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** The schemas, sorted by name, so that the documents stay the same when a schema moves to another file. */
export function resourceSchemas(): Record<string, JsonSchema> {
  const sorted = [...namedSchemas].sort(([a], [b]) => (a < b ? -1 : 1));
  return mapValues(Object.fromEntries(sorted), (schema) => openSchema(numbersAsRange(schema)));
}

/** Some generators support only text enums and fail on every record with a number enum. */
function numbersAsRange({ enum: members, ...schema }: JsonSchema): JsonSchema {
  if (!Array.isArray(members) || schema['type'] !== 'integer')
    return members ? { ...schema, enum: members } : schema;
  const numbers = members as number[];
  return { ...schema, minimum: Math.min(...numbers), maximum: Math.max(...numbers) };
}

export function inputSchema(field: Field<unknown>, locale: StoreLocale): JsonSchema {
  const { jsonSchema } = field['~standard'] as unknown as {
    jsonSchema: { input: (options: { target: 'draft-2020-12'; locale: StoreLocale }) => JsonSchema };
  };
  return jsonSchema.input({ target: 'draft-2020-12', locale });
}

export function partSchemas(locale: StoreLocale): {
  schemas: Record<string, JsonSchema>;
  names: SchemaNames;
} {
  const parts = mapValues(requestParts, (field) => inputSchema(field, locale));
  const names = new Map([...enumNames, ...namesOf(Object.entries(parts))]);
  return { schemas: mapValues(parts, (schema) => openSchema(schema, names)), names };
}

/**
 * Named schemas become references. Unknown fields are allowed, because responses may gain fields and unknown request fields are
 * ignored. The declared schemas forbid unknown fields, so that tests notice an undeclared field.
 */
export function openSchema(schema: JsonSchema, names: SchemaNames = enumNames): JsonSchema {
  const kept = Object.entries(schema).filter(
    ([keyword, value]) => !(keyword === 'additionalProperties' && value === false),
  );
  return Object.fromEntries(
    kept.map(([keyword, value]) => [
      keyword,
      keyword === 'properties'
        ? mapValues(value as Record<string, JsonSchema>, (property) => openValue(property, names))
        : openValue(value, names),
    ]),
  );
}

function openValue(value: unknown, names: SchemaNames): unknown {
  if (Array.isArray(value)) return value.map((entry) => openValue(entry, names));
  if (typeof value !== 'object' || value === null) return value;
  return reference(value as JsonSchema, names) ?? openSchema(nullableInOne(value as JsonSchema), names);
}

/** A reference, if the schema is a named schema or a named schema that also allows null. Null for any other schema. */
function reference(schema: JsonSchema, names: SchemaNames): JsonSchema | null {
  const { description } = schema;
  const own = description === undefined ? {} : { description };
  const name = nameOf(schema, names);
  if (name !== undefined) return { ...schemaRef(name), ...(!isOwnDescription(name, description) && own) };
  const value = withoutNull(schema);
  const valueName = value && nameOf(value, names);
  return valueName ? { anyOf: [schemaRef(valueName), { type: 'null' }], ...own } : null;
}

function nameOf(schema: JsonSchema, names: SchemaNames): string | undefined {
  return resourceNames.get(schema) ?? names.get(canonical(schema));
}

function isOwnDescription(name: string, description: unknown): boolean {
  return namedSchemas.get(name)?.['description'] === description;
}

/** Returns null when the schema is not nullable. */
function withoutNull(schema: JsonSchema): JsonSchema | null {
  const { type, anyOf, ...rest } = schema;
  if (Array.isArray(type) && type.length === 2 && type.includes('null'))
    return { ...rest, type: type.find((one) => one !== 'null') as string };
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return null;
  const [value, other] = anyOf as [JsonSchema, JsonSchema];
  return other['type'] === 'null' ? value : null;
}

/** Rewrites `anyOf` with null as one `type` with two entries, the form that generators support best. */
function nullableInOne(schema: JsonSchema): JsonSchema {
  const value = withoutNull(schema);
  if (value === null || typeof value['type'] !== 'string') return schema;
  const { enum: members } = value;
  const { description = value['description'] } = schema;
  return {
    ...value,
    type: [value['type'], 'null'],
    ...(Array.isArray(members) && { enum: [...(members as unknown[]), null] }),
    ...(description !== undefined && { description }),
  };
}

export const text: JsonSchema = { type: 'string' };
export const count: JsonSchema = { type: 'integer', minimum: 0 };

/** `orders.bulk-update` → `OrdersBulkUpdate`; `per_page` → `PerPage`. */
export function pascal(name: string): string {
  return name.replaceAll(/(?:^|[._-])(\w)/g, (_match, letter: string) => letter.toUpperCase());
}

export function propertiesOf(schema: JsonSchema): Record<string, JsonSchema> {
  return (schema['properties'] ?? {}) as Record<string, JsonSchema>;
}

export function requiredOf(schema: JsonSchema): string[] {
  return (schema['required'] ?? []) as string[];
}
