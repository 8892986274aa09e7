import { beforeAll, describe, expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { AnyWrite } from '#shared/contracts/kit/define.ts';
import { paymentMethods } from '#shared/contracts/endpoints/order-fields.ts';
import { kindOf, type JsonSchema } from '#shared/contracts/kit/fields.ts';
import type { ListContract } from '#shared/contracts/kit/list-query.ts';
import { validate } from '#shared/contracts/kit/validate.ts';
import { problems } from '#shared/contracts/errors.ts';
import { parseForm } from '#services/gateway/body/form-fields.ts';
import { normaliseText } from '#services/gateway/body/normalise-text.ts';
import { openApiDocument } from '#services/gateway/docs/openapi.ts';
import { endpoints, locals } from '#services/gateway/http/routes.ts';
import { formFields } from '../../../support/form-fields.ts';

interface Parameter {
  name: string;
  in: string;
  schema: JsonSchema;
}
interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: (Parameter | { $ref: string })[];
  requestBody?: { content: Record<string, { schema: { $ref: string }; example: Record<string, unknown> }> };
  responses: Record<string, JsonSchema>;
}

const locale = { currencyDecimals: 2, timeZone: 'UTC' };
const serverUrl = 'https://store.example';
const document = openApiDocument({ serverUrl, version: '1.2.3', locale });
const ajv = new Ajv2020({ strict: false, allErrors: true, multipleOfPrecision: 6 });

beforeAll(() => {
  formats.default(ajv);
  ajv.addSchema(document, 'document');
});

function errorsAgainst(component: string, value: unknown): ErrorObject[] {
  const check = ajv.compile({ $ref: `document${component}` });
  return check(value) ? [] : (check.errors ?? []);
}

const template = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}');
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([method, operation]) => [`${method} ${path}`, operation as unknown as Operation] as const,
  ),
);
const operationAt = (method: string, path: string) =>
  document.paths[template(path)]?.[method] as unknown as Operation;
const writes = endpoints.flatMap((endpoint) =>
  endpoint.kind === 'write' ? [[endpoint.id, endpoint.declared] as const] : [],
);
const lists = endpoints.flatMap(({ id, kind, declared }) =>
  kind === 'read' && declared.list
    ? [[id, declared.path, declared.list as ListContract<unknown>] as const]
    : [],
);
const localWrites = locals.flatMap(({ id, declared: { method, path, body, example = {} } }) =>
  body ? [[id, { method, path, body, example }] as const] : [],
);
const writesWithBody = [...writes, ...localWrites].filter(([, declared]) => joiKeys(declared).length > 0);

/** Every field path in a validator, such as `en.name` or `items.amount`, and whether the field is required. */
function joiKeys({
  body,
  pathField,
}: Pick<AnyWrite, 'body' | 'pathField'>): [name: string, isRequired: boolean][] {
  return keysOf(body.describe(), '').filter(([name]) => name !== pathField);
}

interface JoiDescription {
  flags?: { presence?: string; kind?: { ends?: unknown } };
  keys?: Record<string, JoiDescription>;
  items?: JoiDescription[];
}

function keysOf({ keys = {}, items = [] }: JoiDescription, prefix: string): [string, boolean][] {
  const own = Object.entries(keys).flatMap(([name, key]): [string, boolean][] => [
    [prefix + name, key.flags?.presence === 'required'],
    ...(key.flags?.kind?.ends ? ['from', 'to'] : []).map((at): [string, boolean] => [
      `${prefix}${name}.${at}`,
      false,
    ]),
    ...keysOf(key, `${prefix}${name}.`),
  ]);
  return [...own, ...items.flatMap((item) => keysOf(item, prefix))];
}

/** Resolves a reference within the OpenAPI document. */
function resolved<T>(value: T | { $ref: string }): T {
  if (typeof value !== 'object' || value === null || !('$ref' in value)) return value;
  const path = value.$ref.replace('#/components/', '').split('/');
  return path.reduce<unknown>(
    (place, name) => (place as Record<string, unknown>)[name],
    document.components,
  ) as T;
}

function schemaKeys(reference: JsonSchema, prefix = ''): [string, boolean][] {
  const schema = resolved(reference);
  const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>;
  const required = (schema['required'] ?? []) as string[];
  return Object.entries(properties).flatMap(([name, property]): [string, boolean][] => [
    [prefix + name, required.includes(name)],
    ...schemaKeys(property, `${prefix}${name}.`),
    ...schemaKeys((property['items'] ?? {}) as JsonSchema, `${prefix}${name}.`),
  ]);
}

function refsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : refsIn(inner),
  );
}

/** Every object within a value, with its path. */
function objectsIn(value: unknown, path = ''): [path: string, value: Record<string, unknown>][] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, one]) => objectsIn(one, `${path}/${key}`));
  return Array.isArray(value) ? inner : [[path, value as Record<string, unknown>], ...inner];
}

describe('the OpenAPI document', () => {
  test('the OpenAPI document passes the OpenAPI validator', async () => {
    const result = await new Validator().validate(structuredClone({ ...document }));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
  });

  test('the OpenAPI document is identical each time it is rendered', () => {
    const bytes = JSON.stringify(document);
    for (let time = 0; time < 3; time += 1)
      expect(JSON.stringify(openApiDocument({ serverUrl, version: '1.2.3', locale }))).toBe(bytes);
  });

  test('the OpenAPI document uses anyOf only for a named schema or null', () => {
    const alternatives = objectsIn(document).flatMap(([path, { anyOf, oneOf }]) =>
      anyOf === undefined && oneOf === undefined ? [] : [{ path, anyOf, oneOf }],
    );
    const named = { $ref: expect.stringMatching(/^#\/components\/schemas\/\w+$/) as unknown };
    expect(alternatives.length).toBeGreaterThan(3);
    for (const { path, ...found } of alternatives)
      expect({ path, ...found }).toEqual({ path, anyOf: [named, { type: 'null' }] });
  });

  test('every object in the OpenAPI document is a named schema, except maps keyed by field name', () => {
    const schemas = Object.keys(document.components['schemas'] ?? {});
    for (const name of ['Order', 'OrderPage', 'OrderCursorPage', 'OrderList', 'OrderStatus', 'Operation'])
      expect(schemas).toContain(name);
    for (const name of ['BulkResult', 'Problem', 'UnreadableRecord']) expect(schemas).toContain(name);
    const inline = objectsIn(document).filter(
      ([path, { type }]) => type === 'object' && !/^\/components\/schemas\/\w+$/.test(path),
    );
    // These are maps keyed by field name, so their keys are not known in advance.
    expect(inline.map(([path]) => path.replace('/components/schemas/', ''))).toEqual([
      'Problem/properties/errors',
      'Problem/properties/rules',
      'RecordChange/properties/values',
      'TimelineEntry/properties/changes',
    ]);
  });

  test('the OpenAPI document describes numeric choices as a range, never as an enum', () => {
    const numbered = objectsIn(document).filter(
      ([, { enum: members }]) =>
        Array.isArray(members) && members.some((member) => typeof member === 'number'),
    );
    expect(numbered.map(([path]) => path)).toEqual([]);
    const { minimum, maximum } = document.components['schemas']?.['PaymentMethod'] ?? {};
    const range = paymentMethods.map((_method, index) => Number(minimum) + index);
    expect([range, maximum]).toEqual([paymentMethods, paymentMethods.at(-1)]);
  });

  test('every parameter in the OpenAPI document has a single type', () => {
    const queries = operations.flatMap(([, { parameters }]) => parameters.map(resolved));
    const types = queries.map(({ schema }) => resolved(schema)['type']);
    expect(types.filter((type) => typeof type !== 'string')).toEqual([]);
  });

  test('every nullable enum in the OpenAPI document lists null', () => {
    const nullable = objectsIn(document).filter(
      ([, { type, enum: words }]) => Array.isArray(words) && Array.isArray(type) && type.includes('null'),
    );
    for (const [path, { enum: words }] of nullable)
      expect([path, words]).toEqual([path, expect.arrayContaining([null])]);
    const { status } = resolved<JsonSchema>({ $ref: '#/components/schemas/OrdersUpdateBody' })[
      'properties'
    ] as Record<string, JsonSchema>;
    expect(status?.['anyOf']).toEqual([{ $ref: '#/components/schemas/OrderStatus' }, { type: 'null' }]);
  });

  test('every operation in the OpenAPI document has a summary and a description', () => {
    for (const [name, { summary, description }] of operations)
      expect([name, summary.length > 5, description.length > summary.length / 2]).toEqual([name, true, true]);
  });

  test('the OpenAPI document declares exactly the tags that its operations use', () => {
    const used = operations.flatMap(([, { tags }]) => tags);
    expect(document.tags.map(({ name }) => name).sort()).toEqual([...new Set(used)].sort());
  });

  test('every tag and parameter in the OpenAPI document has a description', () => {
    const parameters = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ parameters: own }) => own as (Parameter | { $ref: string })[]),
    );
    const undescribed = [...document.tags, ...parameters.map(resolved)].filter(
      (each) => !('description' in each),
    );
    expect(undescribed).toEqual([]);
  });

  test('the OpenAPI document contains exactly the endpoints that the code declares', () => {
    const declared = [...endpoints, ...locals].map(
      ({ declared: { method, path } }) => `${method} ${template(path)}`,
    );
    expect(operations.map(([name]) => name).sort()).toEqual(declared.sort());
  });

  test('the OpenAPI document uses every component that it defines and no undefined component', () => {
    const defined = Object.entries(document.components).flatMap(([kind, parts]) =>
      kind === 'securitySchemes' ? [] : Object.keys(parts).map((name) => `#/components/${kind}/${name}`),
    );
    const used = [...new Set(refsIn(document))];
    // Damaged rows are described only in prose. If list types included them, every app would have to check each row.
    expect([...used, '#/components/schemas/UnreadableRecord'].sort()).toEqual(defined.sort());
  });

  test('each operation in the OpenAPI document has a unique operationId that is an identifier', () => {
    const names = operations.map(([, { operationId }]) => operationId);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z][A-Za-z]+$/);
  });

  test('the id of an operation in the OpenAPI document may also be the operation_id of a timeline', () => {
    const parameters = operationAt('get', '/api/operations/:id').parameters.map(resolved);
    const { schema } = parameters.find(({ name }) => name === 'id') as unknown as {
      schema: { pattern: string };
    };
    const pattern = new RegExp(schema.pattern);
    const ids = ['0123456789abcdef0123456789abcdef', 'b3-d2_x.Zm9v'];
    expect(ids.filter((id) => pattern.test(id))).toEqual(ids);
    expect(pattern.test('0123456789abcdef')).toBe(false);
  });

  test('the OpenAPI schema of paginate has no default, because the list of operations has another default than the other lists', () => {
    expect(document.components['schemas']?.['Paginate']).toMatchObject({ type: 'string' });
    expect(document.components['schemas']?.['Paginate']).not.toHaveProperty('default');
  });

  test('the OpenAPI document contains the URL of the server that it was rendered for', () => {
    expect(document.servers).toEqual([{ url: serverUrl }]);
  });

  test('the OpenAPI schemas for the client area contain no manufacturing price and no author', () => {
    const forClients = Object.entries(document.components['schemas'] ?? {}).filter(([name]) =>
      name.startsWith('Client'),
    );
    expect(forClients.length).toBeGreaterThan(2);
    expect(JSON.stringify(forClients)).not.toContain('manufacturing_price');
    expect(JSON.stringify(forClients)).not.toContain('"by"');
  });
});

describe.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))('%s', (_id, endpoint) => {
  const { declared } = endpoint;
  const operation = operationAt(declared.method, declared.path);

  test(`the OpenAPI operation of ${endpoint.id} declares the scope of the endpoint`, () => {
    expect(operation.security).toEqual([{ bearer: [declared.scope] }]);
  });

  test(`the OpenAPI operation of ${endpoint.id} declares each path parameter as an integer, except external ids, which are strings`, () => {
    const inPath = operation.parameters.map(resolved).filter((parameter) => parameter.in === 'path');
    const names = [...declared.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    expect(inPath.map(({ name }) => name)).toEqual(names);
    const { pathField } = endpoint.kind === 'write' ? endpoint.declared : {};
    for (const { name, schema } of inPath)
      expect(schema['type']).toBe(name === pathField ? 'string' : 'integer');
  });

  test(`the OpenAPI operation of ${endpoint.id} lists the success statuses, the general errors and the declared errors of the endpoint`, () => {
    const success = endpoint.kind === 'read' ? ['200'] : [String(endpoint.declared.status), '202'];
    const refused = endpoint.kind === 'write' ? (endpoint.declared.refuses ?? []) : [];
    const statuses = Object.keys(operation.responses);
    const always = ['400', '401', '403', '406', '429', '500', '503'];
    const expected = [...success, ...always, ...refused.map((code) => String(problems[code].status))];
    expect(statuses).toEqual(expect.arrayContaining(expected));
    const mayBeMissing = endpoint.kind === 'read' && endpoint.declared.mayBeMissing === true;
    const isOfRecord = declared.path.includes(':') && !('pathField' in declared);
    expect(statuses.includes('404')).toBe(isOfRecord || mayBeMissing);
  });
});

describe.each(writesWithBody)('the body of %s', (id, declared) => {
  const content = operationAt(declared.method, declared.path).requestBody?.content ?? {};
  const json = content['application/json'];
  const component = (ref: string) =>
    document.components['schemas']?.[ref.replace('#/components/schemas/', '')] ?? {};

  test(`the OpenAPI schema for the body of ${id} has the same fields and the same required fields as the validator`, () => {
    expect(schemaKeys(component(json?.schema.$ref ?? '')).sort()).toEqual(joiKeys(declared).sort());
  });

  test(`the body of ${id} is documented only as JSON, with an example that conforms to its schema`, () => {
    expect(Object.keys(content)).toEqual(['application/json']);
    expect(errorsAgainst(json?.schema.$ref ?? '', json?.example)).toEqual([]);
  });

  test(`the validator accepts the example body of ${id} as JSON, and gets the same values from a form`, () => {
    const asJson = validate(declared.body, declared.example, locale);
    const form = new URLSearchParams(formFields(declared.example));
    const { fields: sent } = parseForm(form.toString(), 'malformed_body');
    expect(asJson.errors).toEqual([]);
    expect(validate(declared.body, normaliseText(sent), locale)).toEqual(asJson);
  });

  test(`a body of ${id} without a required field fails both the OpenAPI schema and the validator`, () => {
    const { $ref = '' } = json?.schema ?? {};
    for (const name of (component($ref)['required'] ?? []) as string[]) {
      const { [name]: _left, ...rest } = declared.example;
      expect(errorsAgainst($ref, rest)).not.toEqual([]);
      expect(validate(declared.body, rest, locale).errors).not.toEqual([]);
    }
  });
});

describe.each(lists)('the query of %s', (id, path, list) => {
  const { parameters } = operationAt('get', path);

  test(`the OpenAPI query of ${id} has exactly the filters, the common parameters and the export parameters of this list`, () => {
    const search = list.searchable.length > 0 ? ['search'] : [];
    const common = [...search, 'paginate', 'page', 'per_page', 'cursor', 'sort'];
    const file = id.startsWith('own-') || id.startsWith('shop-') ? [] : ['format', 'fields'];
    const rows = id === 'orders.list' ? ['rows'] : [];
    const filters = Object.entries(list.filters).flatMap(([name, filter]) => [
      `filters[${name}]`,
      ...(kindOf(filter).ends ? [`filters[${name}][from]`, `filters[${name}][to]`] : []),
    ]);
    const inQuery = parameters
      .map(resolved)
      .filter((parameter) => parameter.in === 'query')
      .map(({ name }) => name);
    expect(inQuery.sort()).toEqual([...common, ...file, ...rows, ...filters].sort());
  });
});

// Codes for single records in a bulk report, which no error response has.
const ofRecords = ['moved_on', 'changed_since'];
const answered = Object.keys(problems).filter((code) => !ofRecords.includes(code));

test.each(answered)(
  'the OpenAPI example for the error code %s conforms to the schema of error responses',
  (code) => {
    const example = document.components['examples']?.[code]?.['value'] as Record<string, unknown>;
    expect(errorsAgainst('#/components/schemas/Problem', example)).toEqual([]);
    expect(example['type']).toBe(`/docs/errors#${code}`);
  },
);
