import fc from 'fast-check';
import { beforeAll, expect, test } from '@jest/globals';

import { arbitraryOf } from '../../support/arbitrary-of.ts';
import type { Reply } from '../../support/caller.ts';
import { bodySchemaOf, queriesOf } from '../../support/documented-requests.ts';
import { lists, named, writes } from '../../support/endpoints.ts';
import { validRequests, type RequestOf, type ValidRequest } from '../support/valid-request.ts';

/*
 * Services must handle every request that the OpenAPI document allows. tests/component/gateway/declared-writes.test.ts and
 * declared-lists.test.ts check that the gateway accepts these requests. tests/support/request.ts checks each response against
 * the document.
 */

type Json = Record<string, unknown>;

const withBody = writes.filter((endpoint) => bodySchemaOf(endpoint) !== undefined);

let requestOf: RequestOf;
beforeAll(async () => void (requestOf = await validRequests([...withBody, ...lists])));

/** Error codes that depend on stored records. They mean that the format of the request was accepted. */
const ofRecords = ['illegal_transition', 'out_of_stock', 'empty_cart'];
/**
 * Error messages that do not contradict the document, because they depend on stored records: messages about stock, states, other
 * records, cursors, sums, and the remainder of a payment or a line. Also messages about rules for two fields, which the document
 * describes only in words.
 */
const ofOthers =
  /^The stock field is required|cannot change from|do not follow its items|has a duplicate value|^Nothing is due|^These units come to|what is left|not counted|already been taken|must be a cursor|greater than (999999999999\.99|100000)\.|^The by field must not be greater|^The (amount|refund) field (must not be greater|is required)|^The (selected )?lines\.\d+\./;

function expectTaken(reply: Reply, { method }: { method: string }): void {
  if (reply.status < 300 || ofRecords.includes(reply.problem.code)) return;
  // The first request deleted the record. The body is validated before the record is looked up, so this
  // request has a valid body.
  if (method === 'delete' && reply.problem.code === 'not_found') return;
  const messages = Object.values(reply.problem.errors ?? { other: [reply.text] }).flat();
  expect(messages.filter((message) => !ofOthers.test(message))).toEqual([]);
}

function knownFields({ ids }: ValidRequest, { bulk }: { bulk?: true }): Json {
  return { ...ids, ids: [ids['product']], ...(bulk && { all: false }) };
}

test.each(named(withBody))(
  'the endpoint %s accepts generated bodies that the OpenAPI document allows, unless stored data or rules between fields forbid them',
  async (_name, endpoint) => {
    const valid = requestOf(endpoint);
    const { caller, method, path } = valid;
    const { declared } = endpoint;
    const bodies = arbitraryOf(
      bodySchemaOf(endpoint) ?? {},
      knownFields(valid, declared),
    ) as fc.Arbitrary<Json>;
    // Bulk work runs only as a dry run, because its generated filters may match the records of all other tests in the store.
    const dryRun = declared.bulk ? { dry_run: true } : {};
    const send = async (body: Json) =>
      expectTaken(await caller.send(method, path, { json: { ...body, ...dryRun } }), declared);
    // A dry run of bulk work can be slow, because it may read all records of other tests. So it runs only once.
    const numRuns = declared.bulk ? 1 : 3;
    await fc.assert(fc.asyncProperty(bodies, send), { numRuns, endOnFailure: true });
  },
);

test.each(named(lists))(
  'the endpoint %s responds with 200 to generated queries that the OpenAPI document allows',
  async (_name, endpoint) => {
    const { caller, path } = requestOf(endpoint);
    const send = async (search: URLSearchParams) => {
      // Without pages, the response would contain every record in the store.
      if (search.get('paginate') !== 'cursor') search.set('paginate', 'true');
      const reply = await caller.get(`${path}?${search.toString()}`);
      expect([reply.status, search.toString(), reply.text.slice(0, 300)]).toEqual([
        200,
        search.toString(),
        expect.anything(),
      ]);
    };
    await fc.assert(fc.asyncProperty(queriesOf(endpoint), send), { numRuns: 5, endOnFailure: true });
  },
);
