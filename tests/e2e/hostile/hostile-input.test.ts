import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { openApiDocument } from '#services/gateway/docs/openapi.ts';
import { endpoints } from '#services/gateway/routes.ts';
import type { Endpoint } from '#services/gateway/routes.ts';
import type { ProblemCode } from '#shared/errors.ts';
import { fieldsOf, schemaOf, withValue } from '../support/broken-values.ts';
import type { BodyField } from '../support/broken-values.ts';
import type { Reply } from '../support/callers.ts';
import { lists, named, validRequest } from '../support/endpoints.ts';
import type { ValidRequest, WriteEndpoint } from '../support/endpoints.ts';
import { forEachCase, shortJson } from '../support/for-each-case.ts';
import { hostileBodies, hostileHeaders, hostileQueries, hostileValues } from '../support/hostile-inputs.ts';
import type { HostileInput } from '../support/hostile-inputs.ts';
import { expectRefusal } from '../support/refusals.ts';
import type { ProblemBody } from '../support/resources.ts';
import { openStoredData } from '../support/stored-data.ts';
import type { StoredData } from '../support/stored-data.ts';

const { paths } = openApiDocument({
  serverUrl: '',
  version: '',
  locale: { currencyDecimals: 2, timeZone: 'UTC' },
});

function declaredStatuses({ declared: { path, method } }: Endpoint): string[] {
  const operation = paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method] as { responses: object } | undefined;
  return Object.keys(operation?.responses ?? {});
}

/** Declared, no fault of the store's, and a refusal in the contract's shape. */
function expectContained(reply: Reply, endpoint: Endpoint, fields = ''): void {
  const told = { fields, status: reply.status, text: reply.text.slice(0, 300) };
  expect({ ...told, isDeclared: declaredStatuses(endpoint).includes(String(reply.status)) }).toEqual({
    ...told,
    isDeclared: true,
  });
  expect(told).toEqual({ ...told, status: Math.min(reply.status, 499) });
  if (reply.status >= 400) expectRefusal(reply, reply.problem.code as ProblemCode);
}

const writes = endpoints.filter((endpoint): endpoint is WriteEndpoint => endpoint.kind === 'write');
const fieldsIn = ({ declared }: WriteEndpoint) => fieldsOf(schemaOf(declared.body));
const isLeaf = ({ schema }: BodyField) => schema.properties === undefined && schema.items === undefined;
const fieldCount = writes.reduce((sum, write) => sum + fieldsIn(write).length, 0);
const everywhere = [...hostileQueries, ...hostileHeaders];

/**
 * Every third of these, others for each place, where routes read them by the same code: so each input meets every third route, and
 * each route every third input.
 */
function third<Input>(inputs: readonly Input[], place: number): Input[] {
  return inputs.filter((_, index) => (index + place) % 3 === 0);
}

let stored: StoredData;
beforeAll(async () => void (stored = await openStoredData()));
afterAll(async () => stored.close());

describe(`${everywhere.length} hostile queries and headers × ${lists.length} lists, a third of them × the other routes`, () => {
  test.each(named(endpoints))(
    '%s answers hostile queries and headers with a declared status',
    async (_name, endpoint) => {
      const request = await validRequest(endpoint);
      const send = async (input: HostileInput) => expectContained(await sendWith(request, input), endpoint);
      // A list reads its filters by rules of its own.
      const isList = lists.some(({ id }) => id === endpoint.id);
      const inputs = isList ? everywhere : third(everywhere, endpoints.indexOf(endpoint));
      await forEachCase(inputs, ({ name }) => name, send);
    },
  );

  function sendWith({ caller, method, path, body }: ValidRequest, { query, headers }: HostileInput) {
    const content = method === 'GET' ? {} : { json: query === undefined ? body : {} };
    // A list without pages would return every record of the store, and only the status matters here.
    const pages = query ?? (method === 'GET' ? '?paginate=1' : '');
    return caller.send(method, path + pages, { ...content, ...(headers && { headers }) });
  }
});

describe(`a third of ${hostileBodies.length} hostile bodies × ${writes.length} writes`, () => {
  test.each(named(writes))('%s answers hostile bodies with a declared status', async (_name, endpoint) => {
    const { caller, method, path } = await validRequest(endpoint);
    // Large bodies go one after the other: reading one could delay the confirmation of a concurrent write.
    const atOnce = endpoint.declared.bulk ? 1 : 4;
    const send = async ({ headers, body }: HostileInput) => {
      const options = { ...(headers && { headers }), ...(body !== undefined && { body }) };
      expectContained(await caller.send(method, path, options), endpoint);
    };
    await forEachCase(third(hostileBodies, writes.indexOf(endpoint)), ({ name }) => name, send, atOnce);
  });
});

describe(`${hostileValues.length} hostile values × ${fieldCount} fields of ${writes.length} writes`, () => {
  test.each(named(writes.filter((write) => fieldsIn(write).length > 0)))(
    '%s answers hostile field values with a declared status',
    async (_name, endpoint) => {
      const request = await validRequest(endpoint);
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
