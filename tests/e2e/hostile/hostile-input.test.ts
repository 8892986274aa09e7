import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { named, reads, writes } from '../../support/endpoints.ts';
import { admin } from '../support/callers.ts';
import { validRequests, type RequestOf } from '../support/valid-request.ts';
import { expectContained, expectValuesContained, fieldsIn } from '../../support/contained.ts';
import { forEachCase } from '../../support/for-each-case.ts';
import {
  hostileHeaders,
  hostileQueries,
  hostileValues,
  isMalformedText,
  isOperatorKey,
  shareOf,
  type HostileInput,
} from '../../support/hostile-inputs.ts';
import { openStoredData, type StoredData } from '../support/stored-data.ts';

/*
 * Tests services and databases with hostile input that the gateway forwards. The gateway's own tests send
 * hostile input to every endpoint: tests/component/gateway/hostile-reads.test.ts and hostile-writes.test.ts.
 */

/** One list of each service and area. */
const areas = ['products.list', 'shop-products.list', 'orders.list', 'own-orders.list', 'webhooks.list'];
const lists = reads.filter(({ id }) => areas.includes(id));
const written = writes.filter((write) => fieldsIn(write).length > 0);

let stored: StoredData;
let requestOf: RequestOf;
beforeAll(async () => {
  stored = await openStoredData();
  requestOf = await validRequests([...lists, ...written]);
});
afterAll(async () => stored.close());

describe(`${hostileQueries.length} hostile queries to lists of each service and area`, () => {
  test('the API declares every list to which these tests send hostile queries', () => {
    expect(lists.map(({ id }) => id).sort()).toEqual([...areas].sort());
  });

  test.each(named(lists))(
    'the list %s responds to hostile queries only with status codes that it declares',
    async (_name, endpoint) => {
      const { caller, method, path } = requestOf(endpoint);
      await forEachCase(
        hostileQueries,
        ({ name }) => name,
        async ({ query }) => {
          expectContained(await caller.send(method, path + (query ?? '')), endpoint);
        },
      );
    },
  );

  test('a list responds to hostile headers only with status codes that it declares', async () => {
    const [endpoint] = lists;
    if (!endpoint) throw new Error('No list is declared');
    const { caller, method, path } = requestOf(endpoint);
    const send = async ({ headers }: HostileInput) => {
      const reply = await caller.send(method, `${path}?paginate=1`, { ...(headers && { headers }) });
      expectContained(reply, endpoint);
    };
    await forEachCase(hostileHeaders, ({ name }) => name, send);
  });

  test('lists respond to any byte in a query with a status below 500', async () => {
    const bytes = Array.from({ length: 256 }, (_, byte) => `%${byte.toString(16).padStart(2, '0')}`);
    const paths = ['/api/admin/orders', '/api/admin/operations', '/api/admin/products'];
    await forEachCase(bytes.entries(), String, async ([index, byte]) => {
      const path = paths[index % paths.length] ?? '';
      const reply = await admin.get(`${path}?search=a${byte}&paginate=1&filters[created_at][from]=${byte}`);
      expect(reply.status).toBeLessThan(500);
    });
  });
});

/** Each run sends other values. HOSTILE_SEED repeats the values of an earlier run. */
const seed = Number(process.env['HOSTILE_SEED'] ?? randomInt(12));

describe(`a twelfth of the ${hostileValues.length} hostile values in each field of ${written.length} writes`, () => {
  beforeAll(() => {
    process.stderr.write(`hostile values: HOSTILE_SEED=${seed}\n`);
  });

  test.each(named(written))(
    'the endpoint %s responds to hostile field values only with status codes that it declares',
    async (_name, endpoint) => {
      const values = shareOf(hostileValues, { parts: 12, place: written.indexOf(endpoint) + seed });
      await expectValuesContained(requestOf(endpoint), endpoint, values);
    },
  );

  test('after requests with hostile values, the databases contain no field named like a MongoDB operator, and no malformed text', async () => {
    expect(await stored.whereKeys(isOperatorKey)).toEqual([]);
    expect(await stored.whereText(isMalformedText)).toEqual([]);
  });
});
