import fc from 'fast-check';

import { arbitraryOf } from './arbitrary-of.ts';
import { document, resolved } from './documented-answer.ts';
import type { ReadEndpoint, WriteEndpoint } from './endpoints.ts';

type Json = Record<string, unknown>;
interface Operation {
  parameters: (Parameter | { $ref: string })[];
  requestBody?: { content: Record<string, { schema: Json }> };
}
interface Parameter {
  name: string;
  in: string;
  schema: Json;
}

const operationOf = ({ method, path }: { method: string; path: string }) =>
  document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method] as unknown as Operation;

/** The OpenAPI schema for the JSON body of a write. */
export function bodySchemaOf({ declared }: WriteEndpoint): Json | undefined {
  return operationOf(declared).requestBody?.content['application/json']?.schema;
}

/** Generates queries that the OpenAPI document allows for a list; without cursors, because these must come from a page. */
export function queriesOf({ declared }: ReadEndpoint): fc.Arbitrary<URLSearchParams> {
  const parameters = operationOf(declared)
    .parameters.map(resolved<Parameter>)
    .filter((parameter) => parameter.in === 'query' && parameter.name !== 'cursor');
  const fields = parameters.map(({ name, schema }) => [name, arbitraryOf(schema)] as const);
  return fc
    .record(Object.fromEntries(fields), { requiredKeys: [] })
    .filter(isOfOneFile)
    .map((query) => new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])));
}

/** Rules stated only in prose: NDJSON has no `rows=items`, and `items.*` columns require `rows=items`. */
function isOfOneFile({ format, fields, rows }: Json): boolean {
  if (format === undefined) return true;
  return rows === 'items' ? format !== 'ndjson' : !/\bitems\./.test(String(fields));
}
