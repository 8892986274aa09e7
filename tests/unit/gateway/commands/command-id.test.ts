import { createHmac } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { canonicalPath } from '#services/gateway/commands/command-id.ts';
import { buildCommand, type WriteRequest } from '#services/gateway/commands/build-command.ts';
import { endpoints, type WriteEndpoint } from '#services/gateway/http/routes.ts';

const secret = 'a secret of these tests';
const writes = endpoints.filter((endpoint): endpoint is WriteEndpoint => endpoint.kind === 'write');
const methodOf = (endpoint: WriteEndpoint) => endpoint.declared.method.toUpperCase();
const paramsOf = ({ declared }: WriteEndpoint) =>
  Object.fromEntries([...declared.path.matchAll(/:(\w+)/g)].map(([, name = ''], index) => [name, index + 7]));
/** The path with ids, as sent by a client. */
const pathOf = (endpoint: WriteEndpoint) =>
  Object.entries(paramsOf(endpoint)).reduce<string>(
    (path, [name, value]) => path.replace(`:${name}`, String(value)),
    endpoint.declared.path,
  );

function commandIdFor(endpoint: WriteEndpoint, path: string, idempotencyKey: string): string {
  const asked: WriteRequest = {
    endpoint,
    path,
    params: paramsOf(endpoint),
    method: methodOf(endpoint),
    caller: { area: 'client', subject: '7', userId: 7 },
    body: {},
    query: {},
    idempotencyKey,
    ifMatch: undefined,
    prefer: undefined,
  };
  const locale = { currencyDecimals: 2, timeZone: 'UTC' };
  return buildCommand(asked, { requestId: 'r', language: 'en' }, { keys: { commands: secret }, locale })
    .command.id;
}

describe.each(writes.map((endpoint) => [endpoint.id, endpoint] as const))(
  'an idempotency key for %s',
  (_id, endpoint) => {
    const path = pathOf(endpoint);

    test('an idempotency key gives the same command id for every spelling of the path', () => {
      const spellings = [path, `${path}/`, path.toUpperCase(), path.replace(/\d$/, '%37'), `http://x${path}`];
      expect(new Set(spellings.map((spelling) => commandIdFor(endpoint, spelling, 'k'))).size).toBe(1);
      expect(commandIdFor(endpoint, path, 'another')).not.toBe(commandIdFor(endpoint, path, 'k'));
    });

    test('an idempotency key gives the same command id as in earlier releases', () => {
      const identity = JSON.stringify(['client:7', methodOf(endpoint), path, 'k']);
      const id = createHmac('sha256', secret).update(identity).digest('hex').slice(0, 32);
      expect(commandIdFor(endpoint, path, 'k')).toBe(id);
    });
  },
);

test('the path of a command id contains the record’s id, so an idempotency key can be used for several records', () => {
  const path = '/api/client/addresses/:address';
  expect(canonicalPath(path, { address: 7 })).toBe('/api/client/addresses/7');
  expect(canonicalPath(path, { address: 77 })).toBe('/api/client/addresses/77');
});
