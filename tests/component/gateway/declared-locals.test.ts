import { describe, expect, test } from '@jest/globals';

import { locals, type LocalEndpoint } from '#services/gateway/http/routes.ts';
import { sessionLocals } from '#shared/contracts/endpoints/session-endpoints.ts';
import { commandTypes } from '#console/data/generated/types.ts';
import { forEachCase } from '../../support/for-each-case.ts';
import { useGateway } from '../support/gateway.ts';

/** Endpoints that the gateway serves itself: operations, events and the console's sessions. */

const gateway = await useGateway({
  reply: () => null,
  ask: (_service, _method, path, body) => {
    if (path === '/operations/find') {
      const operations = (body as { commands: string[] }).commands.map(() => ({ record: null, bulk: null }));
      return Promise.resolve({ operations, isWorkerAlive: true, takenUpTo: null });
    }
    const isList = path.startsWith('/operations?');
    return Promise.resolve(isList ? { operations: [], total: 0, isNarrowed: true } : null);
  },
});
const asked = { token: await gateway.token(), headers: { prefer: 'respond-async' } };
const accepted = await gateway.request('DELETE', '/api/admin/subscriptions/7', asked);
/** The id of a write that no worker has processed. */
const operation = (accepted.body as { data: { id: string } }).data.id;

const nameOf = ({ declared: { method, path } }: LocalEndpoint) => `${method.toUpperCase()} ${path}`;
const named = locals.map((endpoint) => [nameOf(endpoint), endpoint] as const);
const addressOf = (path: string) => path.replace(':id', operation);

/** Sends a request that breaks the declared query and body, so even a granted request changes no data. */
async function askAs(token: string | undefined, { declared: { method, path } }: LocalEndpoint) {
  const options = { ...(token !== undefined && { token }), ...(method === 'post' && { json: {} }) };
  return gateway.request(
    method.toUpperCase(),
    `${addressOf(path)}?limit=none&per_page=0&paginate=1`,
    options,
  );
}

const identities: Record<string, readonly string[]> = {
  openid: [],
  client: ['client'],
  'admin:read': ['admin:read'],
  admin: ['admin:read', 'admin'],
};

describe('the scopes of endpoints that the gateway serves itself', () => {
  test.each(named)(
    'the endpoint %s rejects callers without a token and callers without its scope',
    async (_name, endpoint) => {
      const { scope, hidden } = endpoint.declared;
      expect((await askAs(undefined, endpoint)).status).toBe(401);
      if (scope === null) return;
      await forEachCase(Object.entries(identities), String, async ([own, scopes]) => {
        const { status } = await askAs(await gateway.token('7', own), endpoint);
        if (scopes.includes(scope)) expect([200, 409, 422]).toContain(status);
        else expect(status).toBe(hidden ? 404 : 403);
      });
    },
  );
});

const paths = Map.groupBy(
  [...locals.map(({ declared }) => declared), ...Object.values(sessionLocals)].filter(
    (declared) => !('besidePage' in declared),
  ),
  ({ path }) => path,
);

test.each([...paths])(
  'the path %s responds with 405 to undeclared methods, and Allow lists the declared ones',
  async (path, own) => {
    const declared = own.map(({ method }) => method.toUpperCase());
    const token = await gateway.token();
    const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !declared.includes(method));
    await forEachCase(others, String, async (method) => {
      const { status, headers } = await gateway.request(method, addressOf(path), { token });
      const allowed = declared.flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one]));
      expect([status, headers.get('allow')]).toEqual([405, allowed.join(', ')]);
    });
  },
);

test.each(commandTypes.filter((type) => type.includes('.bulk-')))(
  'the list of operations can be filtered by the operation type %s',
  async (type) => {
    const path = `/api/admin/operations?filters[type]=${type}`;
    expect((await gateway.request('GET', path, { token: await gateway.token() })).status).toBe(200);
  },
);

test('an event stream has a response header that turns off buffering in proxies such as nginx', async () => {
  const { headers } = await gateway.request('HEAD', `/api/operations/${operation}/events`, {
    token: await gateway.token(),
  });
  expect([headers.get('content-type'), headers.get('x-accel-buffering')]).toEqual([
    'text/event-stream; charset=utf-8',
    'no',
  ]);
});
