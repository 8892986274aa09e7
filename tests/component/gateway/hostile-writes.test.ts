import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import type { ProblemCode } from '#shared/errors.ts';
import { fieldsOf, isLeaf, schemaOf, withValue } from '../../support/broken-values.ts';
import type { BodyField } from '../../support/broken-values.ts';
import type { Reply } from '../../support/caller.ts';
import { declaredStatuses } from '../../support/documented-answer.ts';
import { named, writes } from '../../support/endpoints.ts';
import type { WriteEndpoint } from '../../support/endpoints.ts';
import { forEachCase, shortJson } from '../../support/for-each-case.ts';
import {
  hostileBodies,
  hostileHeaders,
  hostileQueries,
  hostileValues,
  third,
} from '../../support/hostile-inputs.ts';
import type { HostileInput } from '../../support/hostile-inputs.ts';
import { expectRefusal } from '../../support/refusals.ts';
import type { ProblemBody } from '../../support/resources.ts';
import { exampleRequest } from '../support/example-request.ts';
import type { ExampleRequest } from '../support/example-request.ts';
import { startGateway } from '../support/gateway.ts';
import type { ComponentGateway } from '../support/gateway.ts';

let gateway: ComponentGateway;
beforeAll(async () => {
  // No worker replies, so that every accepted write is answered with 202.
  gateway = await startGateway({ reply: () => null });
});
afterAll(() => gateway.stop());

/** Declared, no fault of the store's, and a refusal in the contract's shape. */
function expectContained(reply: Reply, { declared }: WriteEndpoint, fields = ''): void {
  const seen = { fields, status: reply.status, text: reply.text.slice(0, 300) };
  expect({ ...seen, isDeclared: declaredStatuses(declared).includes(String(reply.status)) }).toEqual({
    ...seen,
    isDeclared: true,
  });
  expect(seen).toEqual({ ...seen, status: Math.min(reply.status, 499) });
  if (reply.status >= 400) expectRefusal(reply, reply.problem.code as ProblemCode);
}

const everywhere = [...hostileQueries, ...hostileHeaders];

describe(`${everywhere.length} hostile queries and headers × ${writes.length} writes`, () => {
  test.each(named(writes))(
    '%s answers hostile queries and headers with a declared status',
    async (_name, endpoint) => {
      const { caller, method, path, body } = exampleRequest(gateway, endpoint);
      await forEachCase(
        everywhere,
        ({ name }) => name,
        async ({ query, headers }: HostileInput) => {
          const options = { json: query === undefined ? body : {}, ...(headers && { headers }) };
          expectContained(await caller.send(method, path + (query ?? ''), options), endpoint);
        },
      );
    },
  );
});

describe(`a third of ${hostileBodies.length} hostile bodies × ${writes.length} writes`, () => {
  test.each(named(writes))('%s answers hostile bodies with a declared status', async (_name, endpoint) => {
    const { caller, method, path } = exampleRequest(gateway, endpoint);
    const send = async ({ headers, body }: HostileInput) => {
      const options = { ...(headers && { headers }), ...(body !== undefined && { body }) };
      expectContained(await caller.send(method, path, options), endpoint);
    };
    await forEachCase(third(hostileBodies, writes.indexOf(endpoint)), ({ name }) => name, send, 4);
  });
});

const fieldsIn = ({ declared }: WriteEndpoint) => fieldsOf(schemaOf(declared.body));
const fieldCount = writes.reduce((sum, write) => sum + fieldsIn(write).length, 0);

describe(`${hostileValues.length} hostile values × ${fieldCount} fields of ${writes.length} writes`, () => {
  test.each(named(writes.filter((write) => fieldsIn(write).length > 0)))(
    '%s answers hostile field values with a declared status',
    async (_name, endpoint) => {
      const request = exampleRequest(gateway, endpoint);
      const fields = fieldsIn(endpoint);
      const leaves = fields.filter(isLeaf);
      await forEachCase(hostileValues, shortJson, async (value) => {
        const { errors = {} } = (await poke(request, endpoint, leaves, value)) ?? {};
        // A value that its field refuses is done; all other fields are tried again alone.
        const others = fields.filter((field) => !isLeaf(field) || !(field.path.join('.') in errors));
        for (const field of others) await poke(request, endpoint, [field], value);
      });
    },
  );

  /** The valid body with the value in each of these fields; gives the refusal, if it is one. */
  async function poke(
    { caller, method, path, body }: ExampleRequest,
    endpoint: WriteEndpoint,
    fields: readonly BodyField[],
    value: unknown,
  ): Promise<ProblemBody | null> {
    const json = fields.reduce((poked, field) => withValue(poked, field.path, value), body);
    const reply = await caller.send(method, path, { json });
    expectContained(reply, endpoint, fields.map((field) => field.path.join('.')).join(', '));
    return reply.status >= 400 ? reply.problem : null;
  }

  test('commands with hostile values carry neither operator keys nor malformed text', () => {
    expect(gateway.sent.length).toBeGreaterThan(writes.length);
    for (const { body } of gateway.sent) {
      const { keys, texts } = partsOf(body);
      expect(keys.filter((key) => key.startsWith('$') || /^(__proto__|constructor)$/.test(key))).toEqual([]);
      expect(texts.filter((text) => !text.isWellFormed() || text.includes('before\u0000after'))).toEqual([]);
    }
  });
});

/** Every key and every text within a value. */
function partsOf(value: unknown): { keys: string[]; texts: string[] } {
  if (typeof value === 'string') return { keys: [], texts: [value] };
  if (typeof value !== 'object' || value === null) return { keys: [], texts: [] };
  const within = Object.values(value).map(partsOf);
  return {
    keys: [...Object.keys(value), ...within.flatMap(({ keys }) => keys)],
    texts: within.flatMap(({ texts }) => texts),
  };
}
