import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import type { Endpoint } from '#services/gateway/routes.ts';
import type { ProblemCode } from '#shared/errors.ts';
import { declaredStatuses } from '../../support/documented-answer.ts';
import { fieldsOf, isLeaf, schemaOf, withValue } from '../../support/broken-values.ts';
import type { BodyField } from '../../support/broken-values.ts';
import type { Reply } from '../../support/caller.ts';
import { lists, named, reads, writes } from '../../support/endpoints.ts';
import { admin } from '../support/callers.ts';
import { validRequest } from '../support/valid-request.ts';
import type { WriteEndpoint } from '../../support/endpoints.ts';
import type { ValidRequest } from '../support/valid-request.ts';
import { forEachCase, shortJson } from '../../support/for-each-case.ts';
import { hostileHeaders, hostileQueries, hostileValues, third } from '../../support/hostile-inputs.ts';
import type { HostileInput } from '../../support/hostile-inputs.ts';
import { expectRefusal } from '../../support/refusals.ts';
import type { ProblemBody } from '../../support/resources.ts';
import { openStoredData } from '../support/stored-data.ts';
import type { StoredData } from '../support/stored-data.ts';

/** Declared, no fault of the store's, and a refusal in the contract's shape. */
function expectContained(reply: Reply, endpoint: Endpoint, fields = ''): void {
  const told = { fields, status: reply.status, text: reply.text.slice(0, 300) };
  expect({ ...told, isDeclared: declaredStatuses(endpoint.declared).includes(String(reply.status)) }).toEqual(
    {
      ...told,
      isDeclared: true,
    },
  );
  expect(told).toEqual({ ...told, status: Math.min(reply.status, 499) });
  if (reply.status >= 400) expectRefusal(reply, reply.problem.code as ProblemCode);
}

const fieldsIn = ({ declared }: WriteEndpoint) => fieldsOf(schemaOf(declared.body));
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
      const request = await validRequest(endpoint);
      const fields = fieldsIn(endpoint);
      const leaves = fields.filter(isLeaf);
      await forEachCase(third(hostileValues, writes.indexOf(endpoint)), shortJson, async (value) => {
        const { errors = {} } = (await poke(request, endpoint, leaves, value)) ?? {};
        // A value that its field refuses is done; all other fields are tried again alone.
        const others = fields.filter((field) => !isLeaf(field) || !(field.path.join('.') in errors));
        for (const field of others) await poke(request, endpoint, [field], value);
      });
    },
  );

  /** The valid body with the value in each of these fields; gives the refusal, if it is one. */
  async function poke(
    { caller, method, path, body }: ValidRequest,
    endpoint: Endpoint,
    fields: readonly BodyField[],
    value: unknown,
  ): Promise<ProblemBody | null> {
    const json = fields.reduce((poked, field) => withValue(poked, field.path, value), body);
    const reply = await caller.send(method, path, { json });
    expectContained(reply, endpoint, fields.map((field) => field.path.join('.')).join(', '));
    return reply.status >= 400 ? reply.problem : null;
  }

  test('hostile values leave neither operator keys nor malformed text in the database', async () => {
    expect(
      await stored.whereKeys((key) => key.startsWith('$') || key === '__proto__' || key === 'constructor'),
    ).toEqual([]);
    expect(
      await stored.whereText((text) => !text.isWellFormed() || text.includes('before\u0000after')),
    ).toEqual([]);
  });
});
