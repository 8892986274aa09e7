import { describe, expect, test } from '@jest/globals';

import { expectContained } from '../../support/contained.ts';
import { lists, named, reads } from '../../support/endpoints.ts';
import { forEachCase } from '../../support/for-each-case.ts';
import { hostileHeaders, hostileQueries, shareOf, type HostileInput } from '../../support/hostile-inputs.ts';
import { emptyAnswer, exampleRequest } from '../support/example-request.ts';
import { useGateway } from '../support/gateway.ts';

/** Inputs that the gateway accepts reach the services; tests/e2e/hostile/hostile-input.test.ts covers those. */

const gateway = await useGateway({ answer: emptyAnswer });

const everywhere = [...hostileQueries, ...hostileHeaders];

describe(`a third of ${everywhere.length} hostile queries and headers × ${reads.length} reads`, () => {
  test.each(named(reads))(
    'the read endpoint %s responds to hostile queries and headers with a status that the endpoint declares',
    async (_name, endpoint) => {
      const { caller, method, path } = exampleRequest(gateway, endpoint);
      await forEachCase(
        shareOf(everywhere, { parts: 3, place: reads.indexOf(endpoint) }),
        ({ name }) => name,
        async ({ query, headers }: HostileInput) => {
          const reply = await caller.send(method, path + (query ?? ''), { ...(headers && { headers }) });
          expectContained(reply, endpoint);
        },
      );
    },
  );

  test('lists respond to any byte in a query with a status below 500', async () => {
    const bytes = Array.from({ length: 256 }, (_, byte) => `%${byte.toString(16).padStart(2, '0')}`);
    await forEachCase(bytes.entries(), String, async ([index, byte]) => {
      const list = lists[index % lists.length];
      if (!list) throw new Error('No list is declared');
      const { caller, path } = exampleRequest(gateway, list);
      const query = `search=${byte}&filters[${byte}]=${byte}&${byte}=1&sort=${byte}&paginate=1&page=${byte}`;
      expect((await caller.get(`${path}?${query}`)).status).toBeLessThan(500);
    });
  });
});
