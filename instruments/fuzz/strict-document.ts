type Json = Record<string, unknown>;
type Operation = Json & { operationId: string; parameters: Json[] };

/**
 * Makes the published OpenAPI document strict for a test of the current store. It forbids unknown fields in responses, adds
 * PATCH with the description of PUT, and removes parameters that have no effect. It also makes it likelier that requests find
 * records: low ids, current ETags, and the ids of existing `operations`.
 */
export function strictDocument(document: Json, operations: readonly string[]): Json {
  const components = document['components'] as Record<string, Record<string, Json>>;
  const parameters = mapValues(components['parameters'] ?? {}, (parameter) => {
    const likely = likelyHeaders[String(parameter['name'])];
    return likely ? { ...parameter, schema: { anyOf: [{ enum: likely }, parameter['schema']] } } : parameter;
  });
  const schemas = mapValues(components['schemas'] ?? {}, (schema, name) =>
    isRequestBody(name) ? lowReferences(schema) : closed(schema),
  );
  const exact = (operation: Operation) => ({
    ...exactParameters(operation, operations),
    responses: closed(operation['responses']),
  });
  return {
    ...document,
    paths: mapValues(document['paths'] as Record<string, Record<string, Operation>>, (methods) =>
      withPatch(mapValues(methods, exact)),
    ),
    components: { ...components, parameters, schemas },
  };
}

const likelyHeaders: Readonly<Record<string, string[]>> = {
  'If-Match': ['*', '"1-en"'],
  'If-None-Match': ['*', '"1-en"'],
  Prefer: ['respond-async', 'wait=0', 'wait=2'],
};
const likelyId = { type: 'integer', minimum: 1, maximum: 30 };

/** Request bodies may still have unknown fields, because the store ignores such fields. */
function isRequestBody(name: string): boolean {
  return name.endsWith('Body');
}

function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const inner = mapValues(value as Json, closed);
  return 'properties' in inner && !('additionalProperties' in inner)
    ? { ...inner, additionalProperties: false }
    : inner;
}

/** Prefers references to records that are likely to exist. */
function lowReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lowReferences);
  if (typeof value !== 'object' || value === null) return value;
  const { description } = value as Json;
  const isReference = typeof description === 'string' && description.startsWith('Id of one of');
  return isReference ? { anyOf: [likelyId, value] } : mapValues(value as Json, lowReferences);
}

function withPatch(methods: Record<string, Operation>): Record<string, Operation> {
  const { put } = methods;
  return put ? { ...methods, patch: { ...put, operationId: `${put.operationId}Patch` } } : methods;
}

function exactParameters(operation: Operation, operations: readonly string[]): Operation {
  // Removes the body's `dry_run` where the query has one, because the query overrides the body.
  const parameters = operation.parameters.filter(({ name }) => name !== 'dry_run');
  return { ...operation, parameters: parameters.map((parameter) => exactParameter(parameter, operations)) };
}

function exactParameter(parameter: Json, operations: readonly string[]): Json {
  const { name, in: place, schema } = parameter as { name?: string; in?: string; schema?: Json };
  // The store ignores these parameters without `paginate`.
  if (name === 'per_page' || name === 'page') return { ...parameter, schema: {} };
  if (place === 'path') {
    const known = name === 'id' ? { enum: operations } : likelyId;
    return { ...parameter, schema: { anyOf: [known, schema] } };
  }
  // The store treats an empty parameter as absent.
  const isSpelled = schema !== undefined && ('pattern' in schema || 'format' in schema);
  return place === 'query' && isSpelled
    ? { ...parameter, schema: { anyOf: [schema, { type: 'string', maxLength: 0 }] } }
    : parameter;
}

function mapValues<T, R>(record: Record<string, T>, map: (value: T, key: string) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));
}
