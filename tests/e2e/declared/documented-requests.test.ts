import fc from 'fast-check';
import { beforeAll, describe, expect, test } from '@jest/globals';

import { arbitraryOf } from '../../support/arbitrary-of.ts';
import { document, resolved } from '../../support/documented-answer.ts';
import { formFields } from '../../support/form-fields.ts';
import type { Reply } from '../../support/caller.ts';
import { lists, named, writes } from '../../support/endpoints.ts';
import { validRequest } from '../support/valid-request.ts';
import type { WriteEndpoint } from '../../support/endpoints.ts';
import type { ValidRequest } from '../support/valid-request.ts';

/*
 * The store accepts what the document allows. Every answer is checked against the document wherever the tests send a
 * request (tests/support/request.ts).
 */

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
const bodyOf = ({ declared }: WriteEndpoint) =>
  operationOf(declared).requestBody?.content['application/json']?.schema;
const withBody = writes.filter((endpoint) => bodyOf(endpoint) !== undefined);

/** Refusals that depend on stored records: the request's shape was accepted. */
const ofRecords = ['illegal_transition', 'out_of_stock', 'empty_cart'];
/**
 * Refusals for the remaining stock, values of another record, forged cursors, sums over lines that each keep their limits; and one of two fields,
 * which the document says in words: generators of clients fail at a body with alternatives.
 */
const ofOthers =
  /^The stock field is required|what is left|not counted|already been taken|must be a cursor|greater than (999999999999\.99|100000)\.|^The by field must not be greater/;

function expectTaken(reply: Reply, { method }: { method: string }): void {
  if (reply.status < 300 || ofRecords.includes(reply.problem.code)) return;
  // The first request has deleted the record; the body is validated before that.
  if (method === 'delete' && reply.problem.code === 'not_found') return;
  const messages = Object.values(reply.problem.errors ?? { other: [reply.text] }).flat();
  expect(messages.filter((message) => !ofOthers.test(message))).toEqual([]);
}

/** Bulk work on whatever the document lets it select is rehearsed: other tests have their records in the same store. */
function knownFields({ ids }: ValidRequest, { bulk }: { bulk?: true }): Json {
  return { ...ids, ids: [ids['product']], ...(bulk && { dry_run: true, all: false }) };
}

describe.each(named(withBody))('%s with generated bodies', (_name, endpoint) => {
  let valid: ValidRequest;
  beforeAll(async () => void (valid = await validRequest(endpoint)));
  // Bulk work is rehearsed on all the records that other tests left.
  const numRuns = endpoint.declared.bulk ? 5 : 15;
  const bodiesOf = () =>
    arbitraryOf(bodyOf(endpoint) ?? {}, knownFields(valid, endpoint.declared)) as fc.Arbitrary<Json>;

  test('a write accepts every generated body that the document allows, as JSON', async () => {
    const { caller, method, path } = valid;
    const send = async (json: unknown) =>
      expectTaken(await caller.send(method, path, { json }), endpoint.declared);
    await fc.assert(fc.asyncProperty(bodiesOf(), send), { numRuns, endOnFailure: true });
  });

  test('a write accepts every generated body that the document allows, as a form', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const { caller, method, path } = valid;
    const send = async (json: Json) => {
      const body = new URLSearchParams(formFields(json)).toString();
      expectTaken(await caller.send(method, path, { body, headers }), endpoint.declared);
    };
    await fc.assert(fc.asyncProperty(bodiesOf(), send), { numRuns, endOnFailure: true });
  });
});

/** The document says in words that `rows=items` is not of NDJSON, and that columns of lines are of such rows alone. */
function isOfOneFile({ format, fields, rows }: Json): boolean {
  if (format === undefined) return true;
  return rows === 'items' ? format !== 'ndjson' : !/\bitems\./.test(String(fields));
}

describe.each(named(lists))('%s with generated queries', (_name, endpoint) => {
  // Only a cursor from another page is valid.
  const parameters = operationOf(endpoint.declared)
    .parameters.map(resolved<Parameter>)
    .filter((parameter) => parameter.in === 'query' && parameter.name !== 'cursor');
  const fields = parameters.map(({ name, schema }) => [name, arbitraryOf(schema)] as const);
  const queries = fc.record(Object.fromEntries(fields), { requiredKeys: [] }).filter(isOfOneFile);

  test('a list answers every generated query that the document allows', async () => {
    const { caller, path } = await validRequest(endpoint);
    const send = async (query: Json) => {
      const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
      // Other tests read every record of the store at once.
      if (query['paginate'] !== 'cursor') search.set('paginate', 'true');
      const reply = await caller.get(`${path}?${search.toString()}`);
      expect([reply.status, search.toString(), reply.text.slice(0, 300)]).toEqual([
        200,
        search.toString(),
        expect.anything(),
      ]);
    };
    await fc.assert(fc.asyncProperty(queries, send), { numRuns: 25, endOnFailure: true });
  });
});
