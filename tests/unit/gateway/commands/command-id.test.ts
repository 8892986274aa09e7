import { createHmac } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { buildCommand, type WriteRequest } from '#services/gateway/commands/build-command.ts';
import { writes, type WriteEndpoint } from '../../../support/endpoints.ts';

const secret = 'a secret of these tests';
const methodOf = (endpoint: WriteEndpoint) => endpoint.declared.method.toUpperCase();
const paramsOf = ({ declared }: WriteEndpoint) =>
  Object.fromEntries([...declared.path.matchAll(/:(\w+)/g)].map(([, name = ''], index) => [name, index + 7]));
/** The path with ids. */
const pathOf = (endpoint: WriteEndpoint) =>
  Object.entries(paramsOf(endpoint)).reduce<string>(
    (path, [name, value]) => path.replace(`:${name}`, String(value)),
    endpoint.declared.path,
  );

function commandIdFor(endpoint: WriteEndpoint, idempotencyKey: string): string {
  const asked: WriteRequest = {
    endpoint,
    ...(endpoint.declared.pathField === undefined
      ? { params: paramsOf(endpoint) }
      : { params: {}, pathText: '7' }),
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

test.each(writes.map((endpoint) => [endpoint.id, endpoint] as const))(
  'the command id of the write %s is an HMAC of caller, method, path with the record’s id and idempotency key, as in earlier releases',
  (_id, endpoint) => {
    for (const key of ['k', 'another']) {
      const identity = JSON.stringify(['client:7', methodOf(endpoint), pathOf(endpoint), key]);
      const id = createHmac('sha256', secret).update(identity).digest('hex').slice(0, 32);
      expect(commandIdFor(endpoint, key)).toBe(id);
    }
  },
);
