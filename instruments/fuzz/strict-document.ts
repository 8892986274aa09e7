type Json = Record<string, unknown>;
type Operation = Json & { operationId: string; parameters: Json[] };

/**
 * Makes the published OpenAPI document strict for a test of the current store. It forbids unknown fields in
 * responses, adds PATCH with the description of PUT, and removes parameters that have no effect. Low ids,
 * current ETags and the ids of existing `operations` make it more likely that requests find records.
 */
export function strictDocument(document: Json, operations: readonly string[]): Json {
  const components = document['components'] as Record<string, Record<string, Json>>;
  const parameters = mapValues(components['parameters'] ?? {}, (parameter) => {
    const likely = likelyHeaders[String(parameter['name'])];
    return likely
      ? { ...parameter, schema: { anyOf: [{ enum: likely }, parameter['schema']] } }
      : exactParameter(parameter, operations);
  });
  const isInBodies = schemasOfBodies(document, components['schemas'] ?? {});
  const schemas = mapValues(components['schemas'] ?? {}, (schema, name) =>
    isInBodies(name) ? acceptedInBodies(atOnce(schema)) : closed(schema),
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
  // Schemathesis prefers the first value. With this value, the gateway waits and responds with the worker's
  // refusal.
  Prefer: ['wait=2', 'wait=0', 'respond-async'],
};
const likelyId = { type: 'integer', minimum: 1, maximum: 30 };

/** Finds the schemas that request bodies use. Bodies may still have unknown fields, because the store ignores such fields. */
function schemasOfBodies(document: Json, schemas: Record<string, Json>): (name: string) => boolean {
  const found = new Set<string>();
  const visit = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      visit(schemas[name] ?? null);
    }
  };
  for (const methods of Object.values(document['paths'] as Record<string, Record<string, Json>>))
    for (const { requestBody } of Object.values(methods)) visit(requestBody ?? null);
  return (name) => found.has(name);
}

/**
 * Forbids unknown fields (`additionalProperties: false`) in all objects of a response schema, except in a condition (`if`), which
 * only selects a schema. Removes the schema of an event stream, because Schemathesis would compare each event with the schema of
 * the whole text.
 */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const inner = mapValues(value as Json, (part, key) => {
    if (key === 'text/event-stream') return {};
    return key === 'if' ? part : closed(part);
  });
  return 'properties' in inner && !('additionalProperties' in inner)
    ? { ...inner, additionalProperties: false }
    : inner;
}

/**
 * Adds spellings that the store accepts although the document names only the plainest one: 0 and 1 for a boolean, an empty
 * string for null, and null for a missing price change. Prefers references to records that are likely to exist.
 */
function acceptedInBodies(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(acceptedInBodies);
  if (typeof value !== 'object' || value === null) return value;
  const { description, type, $ref } = value as Json;
  const types = [type].flat();
  if ($ref === '#/components/schemas/PriceChange') return { anyOf: [value, { type: 'null' }] };
  if (types.includes('boolean')) return { anyOf: [value, { enum: [0, 1] }] };
  if (types.includes('string') && types.includes('null')) return { anyOf: [value, { enum: [''] }] };
  const isReference = typeof description === 'string' && description.startsWith('Id of one of');
  return isReference
    ? { anyOf: [likelyId, value] }
    : mapValues(withAnyPrefix(value as Json), acceptedInBodies);
}

/** The document lists the types of events and their prefixes up to a dot. The store also accepts other prefixes. */
function withAnyPrefix(schema: Json): Json {
  const { pattern } = schema;
  const isOfEventTypes = typeof pattern === 'string' && pattern.includes('|\\*)');
  return isOfEventTypes ? { ...schema, pattern: '^[a-z*][a-z0-9.,*-]*$' } : schema;
}

/**
 * Leaves out the condition for `reject_reason`, because only the worker checks it. A request that does not
 * wait gets a 202.
 */
function atOnce(schema: Json): Json {
  const conditions = schema['allOf'] as { then?: { required?: string[] } }[] | undefined;
  if (conditions === undefined) return schema;
  return { ...schema, allOf: conditions.filter(({ then }) => !then?.required?.includes('reject_reason')) };
}

function withPatch(methods: Record<string, Operation>): Record<string, Operation> {
  const { put } = methods;
  return put ? { ...methods, patch: { ...put, operationId: `${put.operationId}Patch` } } : methods;
}

function exactParameters(operation: Operation, operations: readonly string[]): Operation {
  // Removes the body's `dry_run` where the query has one, because the query overrides the body. Removes
  // `wait`, because a request with it lasts up to a minute. If a filter accepts one value or a range, removes
  // the filter for one value. With both in a query, the last one would win, as in PHP.
  const names = new Set(operation.parameters.map(({ name }) => name));
  const parameters = operation.parameters.filter(
    ({ name }) => name !== 'dry_run' && name !== 'wait' && !names.has(`${String(name)}[from]`),
  );
  return { ...operation, parameters: parameters.map((parameter) => exactParameter(parameter, operations)) };
}

function exactParameter(parameter: Json, operations: readonly string[]): Json {
  const { name, in: place, schema } = parameter as { name?: string; in?: string; schema?: Json };
  // The store ignores these parameters without `paginate` or `format`.
  if (['page', 'per_page', 'rows', 'fields'].includes(name ?? '')) return { ...parameter, schema: {} };
  if (name === 'paginate') return { ...parameter, schema: { anyOf: [schema, { enum: ['0', '1'] }] } };
  if (place === 'path') {
    const known = name === 'id' ? { enum: operations } : likelyId;
    return { ...parameter, schema: { anyOf: [known, schema] } };
  }
  // The store trims parameters, and treats an empty one as absent.
  return place === 'query'
    ? {
        ...parameter,
        schema: { anyOf: [schema && withAnyPrefix(schema), { type: 'string', pattern: '^\\s*$' }] },
      }
    : parameter;
}

function mapValues<T, R>(record: Record<string, T>, map: (value: T, key: string) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));
}
