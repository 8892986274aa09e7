import { describe, expect, test } from '@jest/globals';

import { named, writes, type WriteEndpoint } from '../../support/endpoints.ts';
import { expectContained, expectValuesContained, fieldsIn } from '../../support/contained.ts';
import { forEachCase } from '../../support/for-each-case.ts';
import {
  hostileBodies,
  hostileHeaders,
  hostileQueries,
  hostileValues,
  isMalformedText,
  isOperatorKey,
  shareOf,
  type HostileInput,
} from '../../support/hostile-inputs.ts';
import { walkValues } from '../../support/walk-values.ts';
import { exampleRequest } from '../support/example-request.ts';
import { useGateway } from '../support/gateway.ts';

// No worker runs in these tests, so every accepted write gets 202.
const gateway = await useGateway({ reply: () => null });

const everywhere = [...hostileQueries, ...hostileHeaders];

/**
 * All writes use the same parsers. So each write endpoint is tested with some of the inputs, and each input
 * is tested on several endpoints.
 */
const shareOfWrite = <Input>(inputs: readonly Input[], endpoint: WriteEndpoint, parts: number) =>
  shareOf(inputs, { parts, place: writes.indexOf(endpoint) });

describe(`a quarter of ${everywhere.length} hostile queries and headers × ${writes.length} writes`, () => {
  test.each(named(writes))(
    'the write endpoint %s responds to hostile queries and headers with a status that the endpoint declares',
    async (_name, endpoint) => {
      const { caller, method, path, body } = exampleRequest(gateway, endpoint);
      await forEachCase(
        shareOfWrite(everywhere, endpoint, 4),
        ({ name }) => name,
        async ({ query, headers }: HostileInput) => {
          const options = { json: query === undefined ? body : {}, ...(headers && { headers }) };
          expectContained(await caller.send(method, path + (query ?? ''), options), endpoint);
        },
      );
    },
  );
});

describe(`an eighth of ${hostileBodies.length} hostile bodies × ${writes.length} writes`, () => {
  test.each(named(writes))(
    'the write endpoint %s responds to hostile bodies with a status that the endpoint declares',
    async (_name, endpoint) => {
      const { caller, method, path } = exampleRequest(gateway, endpoint);
      const send = async ({ headers, body }: HostileInput) => {
        const options = { ...(headers && { headers }), ...(body !== undefined && { body }) };
        expectContained(await caller.send(method, path, options), endpoint);
      };
      await forEachCase(shareOfWrite(hostileBodies, endpoint, 8), ({ name }) => name, send, 4);
    },
  );
});

const fieldCount = writes.reduce((sum, write) => sum + fieldsIn(write).length, 0);

describe(`half of ${hostileValues.length} hostile values × ${fieldCount} fields of ${writes.length} writes`, () => {
  test.each(named(writes.filter((write) => fieldsIn(write).length > 0)))(
    'the write endpoint %s responds to hostile field values with a status that the endpoint declares',
    async (_name, endpoint) => {
      const values = shareOfWrite(hostileValues, endpoint, 2);
      await expectValuesContained(exampleRequest(gateway, endpoint), endpoint, values);
    },
  );

  test('the commands that the gateway sends for hostile values contain neither MongoDB operators nor malformed text', () => {
    expect(gateway.sent.length).toBeGreaterThan(writes.length);
    for (const { body } of gateway.sent) {
      walkValues(body, 'body', (path, key, value) => {
        expect([path, isOperatorKey(key)]).toEqual([path, false]);
        if (typeof value === 'string') expect([path, isMalformedText(value)]).toEqual([path, false]);
      });
    }
  });
});
