import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { openApiDocument } from '#services/gateway/docs/openapi.ts';
import { endpoints } from '#services/gateway/routes.ts';
import type { Endpoint } from '#services/gateway/routes.ts';
import type { ProblemCode } from '#shared/errors.ts';
import { fieldsOf, schemaOf, withValue } from '../support/broken-values.ts';
import type { Reply } from '../support/callers.ts';
import { named, validRequest } from '../support/endpoints.ts';
import type { ValidRequest, WriteEndpoint } from '../support/endpoints.ts';
import { hostileBodies, hostileHeaders, hostileQueries, hostileValues } from '../support/hostile-inputs.ts';
import type { HostileInput } from '../support/hostile-inputs.ts';
import { expectRefusal } from '../support/refusals.ts';
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
function expectContained(reply: Reply, endpoint: Endpoint, input: string): void {
  const told = { input, status: reply.status, text: reply.text.slice(0, 300) };
  expect({ ...told, isDeclared: declaredStatuses(endpoint).includes(String(reply.status)) }).toEqual({
    ...told,
    isDeclared: true,
  });
  expect(told).toEqual({ ...told, status: Math.min(reply.status, 499) });
  if (reply.status >= 400) expectRefusal(reply, reply.problem.code as ProblemCode);
}

const writes = endpoints.filter((endpoint): endpoint is WriteEndpoint => endpoint.kind === 'write');
const fieldsIn = ({ declared }: WriteEndpoint) => fieldsOf(schemaOf(declared.body));
const fieldCount = writes.reduce((sum, write) => sum + fieldsIn(write).length, 0);
const everywhere = [...hostileQueries, ...hostileHeaders];

let stored: StoredData;
beforeAll(async () => void (stored = await openStoredData()));
afterAll(async () => stored.close());

/** Some at a time: what they are sent to is busy with more than one stranger. */
async function sendAll<T>(
  inputs: readonly T[],
  send: (input: T) => Promise<void>,
  atOnce = 8,
): Promise<void> {
  for (let at = 0; at < inputs.length; at += atOnce) {
    await Promise.all(inputs.slice(at, at + atOnce).map(send));
  }
}

describe(`${everywhere.length} hostile queries and headers × ${endpoints.length} routes = ${everywhere.length * endpoints.length} requests`, () => {
  test.each(named(endpoints))('%s answers each as it declares', async (_name, endpoint) => {
    const request = await validRequest(endpoint);
    await sendAll(everywhere, async (input) => {
      const reply = await sendWith(request, input);
      expectContained(reply, endpoint, input.name);
    });
  });

  function sendWith({ caller, method, path, body }: ValidRequest, { query, headers }: HostileInput) {
    const content = method === 'GET' ? {} : { json: query === undefined ? body : {} };
    // A list without pages is every record of the store: what is asked for here is only whether it is answered.
    const pages = query ?? (method === 'GET' ? '?paginate=1' : '');
    return caller.send(method, path + pages, { ...content, ...(headers && { headers }) });
  }
});

describe(`${hostileBodies.length} hostile bodies × ${writes.length} writes = ${hostileBodies.length * writes.length} requests`, () => {
  test.each(named(writes))('%s answers each as it declares', async (_name, endpoint) => {
    const { caller, method, path } = await validRequest(endpoint);
    // One after the other where bodies may be large: while one is read, a write beside it might not be confirmed in time.
    const atOnce = endpoint.declared.bulk ? 1 : 4;
    const send = async ({ name, headers, body }: HostileInput) => {
      const options = { ...(headers && { headers }), ...(body !== undefined && { body }) };
      expectContained(await caller.send(method, path, options), endpoint, name);
    };
    await sendAll(hostileBodies, send, atOnce);
  });
});

describe(`${hostileValues.length} hostile values × ${fieldCount} fields of ${writes.length} writes = ${hostileValues.length * fieldCount} requests`, () => {
  test.each(named(writes.filter((write) => fieldsIn(write).length > 0)))(
    '%s answers each as it declares',
    async (_name, endpoint) => {
      const { caller, method, path, body } = await validRequest(endpoint);
      const pokes = fieldsIn(endpoint).flatMap((field) =>
        hostileValues.map((value) => ({ at: field.path, value })),
      );
      await sendAll(pokes, async ({ at, value }) => {
        const reply = await caller.send(method, path, { json: withValue(body, at, value) });
        expectContained(reply, endpoint, `${at.join('.')}: ${JSON.stringify(value).slice(0, 60)}`);
      });
    },
  );

  test('nothing of it was stored as more than text', async () => {
    expect(
      await stored.whereKeys((key) => key.startsWith('$') || key === '__proto__' || key === 'constructor'),
    ).toEqual([]);
    expect(await stored.whereText((text) => !text.isWellFormed() || text.includes('a\u0000b'))).toEqual([]);
  });
});
