import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { lists, named, reads, writes } from '../../support/endpoints.ts';
import { admin } from '../support/callers.ts';
import { validRequest } from '../support/valid-request.ts';
import { expectContained, expectValuesContained, fieldsIn } from '../../support/contained.ts';
import { forEachCase } from '../../support/for-each-case.ts';
import {
  hostileHeaders,
  hostileQueries,
  hostileValues,
  isMalformedText,
  isOperatorKey,
  third,
} from '../../support/hostile-inputs.ts';
import type { HostileInput } from '../../support/hostile-inputs.ts';
import { openStoredData } from '../support/stored-data.ts';
import type { StoredData } from '../support/stored-data.ts';

const fieldCount = writes.reduce((sum, write) => sum + fieldsIn(write).length, 0);
const everywhere = [...hostileQueries, ...hostileHeaders];

let stored: StoredData;
beforeAll(async () => void (stored = await openStoredData()));
afterAll(async () => stored.close());

describe(`${everywhere.length} hostile queries and headers × ${lists.length} lists, a third of them × the other reads`, () => {
  test.each(named(reads))(
    '%s answers hostile queries and headers with a declared status',
    async (_name, endpoint) => {
      const { caller, method, path } = await validRequest(endpoint);
      // A list reads its filters by rules of its own.
      const isList = lists.some(({ id }) => id === endpoint.id);
      await forEachCase(
        isList ? everywhere : third(everywhere, reads.indexOf(endpoint)),
        ({ name }) => name,
        async ({ query, headers }: HostileInput) => {
          // A list without pages would return every record of the store, and only the status matters here.
          const reply = await caller.send(method, path + (query ?? '?paginate=1'), {
            ...(headers && { headers }),
          });
          expectContained(reply, endpoint);
        },
      );
    },
  );

  test('lists answer any byte in a query with a status below 500', async () => {
    const bytes = Array.from({ length: 256 }, (_, byte) => `%${byte.toString(16).padStart(2, '0')}`);
    await forEachCase(bytes, String, async (byte) => {
      const query = `search=${byte}&filters[${byte}]=${byte}&${byte}=1&sort=${byte}&paginate=1&page=${byte}`;
      for (const path of ['/api/admin/orders', '/api/admin/operations', '/api/admin/products'])
        expect((await admin.get(`${path}?${query}`)).status).toBeLessThan(500);
    });
  });
});

describe(`a third of ${hostileValues.length} hostile values × ${fieldCount} fields of ${writes.length} writes`, () => {
  test.each(named(writes.filter((write) => fieldsIn(write).length > 0)))(
    '%s answers hostile field values with a declared status',
    async (_name, endpoint) => {
      await expectValuesContained(
        await validRequest(endpoint),
        endpoint,
        third(hostileValues, writes.indexOf(endpoint)),
      );
    },
  );

  test('hostile values leave neither operator keys nor malformed text in the database', async () => {
    expect(await stored.whereKeys(isOperatorKey)).toEqual([]);
    expect(await stored.whereText(isMalformedText)).toEqual([]);
  });
});
