import type { JsonSchema } from './fields.ts';

type Properties = Readonly<Record<string, JsonSchema>>;

/** The part of a value that its schema describes, in the schema's order. */
export function pickDescribed(schema: JsonSchema, value: unknown): unknown {
  const items = schema['items'] as JsonSchema | undefined;
  if (items && Array.isArray(value)) return value.map((one) => pickDescribed(items, one));
  const properties = schema['properties'] as Properties | undefined;
  if (!properties || value === null || typeof value !== 'object') return value;
  const had = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(properties).map(([name, inner]) => [name, pickDescribed(inner, had[name])]),
  );
}
