import { beforeAll, describe, expect, test } from '@jest/globals';

import { endpoints, locals, type Endpoint } from '#services/gateway/http/routes.ts';
import { admin, auditor, clientOf, anonymous, unscoped, withToken } from '../support/callers.ts';
import type { Caller, Reply } from '../../support/caller.ts';
import { lists, named } from '../../support/endpoints.ts';
import { validRequests, type RequestOf, type ValidRequest } from '../support/valid-request.ts';
import { forEachCase } from '../../support/for-each-case.ts';
import { newShopper, uniqueWord, type Shopper } from '../support/records.ts';
import { expectRefusal, expectStatus } from '../../support/refusals.ts';
import type { Operation } from '../../support/resources.ts';

/**
 * `granted` is the response that the endpoint declares. `own` is the same response, but only for the caller's
 * own records.
 */
type Expected = 'unauthenticated' | 'forbidden' | 'not_found' | 'granted' | 'own';

/**
 * The callers and the scopes of their tokens, starting with the least privileged. The owner of the record and the admins come
 * last.
 */
const identities = {
  'no token': null,
  'a broken token': null,
  'a token without a scope': [],
  'a client that is no user': ['client'],
  'another client': ['client'],
  'a client': ['client'],
  'an admin who may read': ['admin:read'],
  'an admin': ['admin:read', 'admin'],
} as const satisfies Record<string, readonly string[] | null>;
type Identity = keyof typeof identities;
const names = Object.keys(identities) as Identity[];

function callerOf(identity: Identity, owner: Shopper, other: Shopper): Caller {
  const callers: Record<Identity, Caller> = {
    'no token': anonymous,
    'a broken token': withToken('eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.'),
    // The subject is the owner's id, to test that a token without the scope does not act as this user.
    'a token without a scope': unscoped(String(owner.user.id)),
    'a client that is no user': clientOf(999_999_999),
    'another client': other.client,
    'a client': owner.client,
    'an admin who may read': auditor,
    'an admin': admin,
  };
  return callers[identity];
}

/** The response that the declaration specifies for an identity. */
function expectedOf({ kind, declared }: Endpoint, identity: Identity): Expected {
  const scopes: readonly string[] | null = identities[identity];
  if (scopes === null) return 'unauthenticated';
  if (!scopes.includes(declared.scope)) return 'forbidden';
  if (declared.scope !== 'client' || identity === 'a client') return 'granted';
  if (declared.path === '/api/client/me' && identity !== 'another client')
    return kind === 'read' ? 'not_found' : 'forbidden';
  if (/:(order|address)\b/.test(declared.path))
    return identity === 'another client' || kind === 'read' ? 'not_found' : 'forbidden';
  return identity === 'another client' || kind === 'read' ? 'own' : 'forbidden';
}

/** All requests here use one idempotency key. Keys are separate per caller, method and path, so no response is replayed. */
const headers = { 'idempotency-key': uniqueWord('matrix ') };

function ask(caller: Caller, { declared }: Endpoint, { method, path, body }: ValidRequest): Promise<Reply> {
  const isList = lists.some((list) => list.declared === declared);
  if (method === 'GET') return caller.send(method, isList ? `${path}?paginate=1` : path, { headers });
  return caller.send(method, path, { json: body, headers });
}

/** All records that a request in the matrix could change. */
async function recordsOf({ ids, shopper }: ValidRequest): Promise<string[]> {
  const paths = [
    `/api/admin/subscriptions/${ids['subscription'] ?? 0}`,
    `/api/admin/products/${ids['product'] ?? 0}`,
    `/api/admin/inventory/${ids['product'] ?? 0}`,
    `/api/admin/orders/${ids['order'] ?? 0}`,
    `/api/admin/users/${ids['user'] ?? 0}`,
    `/api/admin/addresses/${ids['address'] ?? 0}`,
  ];
  const replies = await Promise.all([
    ...paths.map((path) => admin.get(path)),
    shopper.client.get('/api/client/cart'),
    shopper.client.get('/api/client/addresses'),
    shopper.client.get('/api/client/orders'),
  ]);
  // Removes the number of available units, because it changes shortly after the stock.
  return replies.map(({ text }) => text.replace(/,"available":(?:null|\d+)\}\}$/, ''));
}

function expectAnswer(reply: Reply, expected: Expected, status: number, request: ValidRequest): void {
  expect(reply.header('idempotency-replayed')).toBeNull();
  if (expected === 'granted') {
    expectStatus(reply, status);
    return;
  }
  for (const secret of [request.shopper.user.email, request.order.order_number])
    expect(reply.text).not.toContain(secret);
  if (expected === 'own') expect([200, 201, 204, 422]).toContain(reply.status);
  else expectRefusal(reply, expected);
  if (expected === 'unauthenticated') {
    expect(reply.problem.message).toBe('Unauthenticated.');
    expect(reply.header('www-authenticate')).toMatch(/^Bearer /);
  }
}

const operationRoutes = locals
  .filter(({ declared }) => declared.tag === 'Operations')
  .map(({ declared: { method, path } }) => [method.toUpperCase(), path] as const);

/**
 * The gateway alone checks scopes, and tests/component/gateway/authorisation.test.ts tests this for every endpoint. This matrix
 * tests the endpoints whose service checks the owner of a record, and a few admin endpoints.
 */
const fromAdmins = ['orders.read', 'orders.update', 'users.export'];
const compared = endpoints.filter(
  ({ id, declared }) => declared.scope === 'client' || fromAdmins.includes(id),
);
const routeCount = compared.length + operationRoutes.length;

describe(`the matrix of ${routeCount} routes × ${names.length} identities = ${routeCount * names.length} answers`, () => {
  let other: Shopper;
  let owners: Shopper[];
  let requestOf: RequestOf;
  beforeAll(async () => {
    other = await newShopper();
    owners = await Promise.all(operationRoutes.map(() => newShopper()));
    requestOf = await validRequests(compared);
  });

  test.each(named(compared))(
    'the endpoint %s accepts exactly the callers that its declaration allows, such as admins or the record’s owner',
    async (_name, endpoint) => {
      const request = requestOf(endpoint);
      const status = endpoint.kind === 'write' ? endpoint.declared.status : 200;
      const before = await recordsOf(request);
      const granted = names.filter((name) => expectedOf(endpoint, name) === 'granted');
      const expectOf = async (identity: Identity) => {
        const reply = await ask(callerOf(identity, request.shopper, other), endpoint, request);
        expectAnswer(reply, expectedOf(endpoint, identity), status, request);
      };
      const others = names.filter((name) => !granted.includes(name));
      await forEachCase(others, String, expectOf);
      expect(await recordsOf(request)).toEqual(before);
      expect(granted.length).toBeGreaterThan(0);
      await forEachCase(granted, String, expectOf, 1);
    },
  );

  test.each(operationRoutes)(
    'the endpoint %s %s of an operation accepts only callers whose rights allow it, and shoppers only for their own operation',
    async (method, template) => {
      const owner = owners.shift() ?? (await newShopper());
      const address = { line1: '1 Road', city: 'Amman', country: 'JO' };
      const accepted = await owner.client.post<Operation>('/api/client/addresses', address, {
        prefer: 'respond-async',
      });
      const isAdmins = template.startsWith('/api/admin/');
      const isHidden = /\/(apply|undo)$/.test(template);
      // Runs in ascending sequence of rights, so that an admin's cancellation comes last.
      const expectOf = async (identity: Identity) => {
        const reply = await callerOf(identity, owner, other).send(
          method,
          template.replace(':id', accepted.data.id),
          ...(method === 'POST' ? [{ json: { reason: 'who may' } }] : []),
        );
        const scopes: readonly string[] | null = identities[identity];
        if (scopes === null) expectRefusal(reply, 'unauthenticated');
        else if (isHidden && !scopes.includes('admin')) expectRefusal(reply, 'not_found');
        else if (scopes.includes(method === 'GET' ? 'admin:read' : 'admin')) expectLetIn(reply, method);
        else if (isAdmins || scopes.includes('admin:read')) expectRefusal(reply, 'forbidden');
        else if (identity === 'a client') expectLetIn(reply, method);
        else expectRefusal(reply, 'not_found');
      };
      await forEachCase(names, String, expectOf, 1);
    },
  );
});

/** Expects that the caller was authorised, even if the operation is finished and cannot change. */
function expectLetIn(reply: Reply, method: string): void {
  // A finished operation can neither be cancelled nor redriven.
  const granted = { DELETE: [200, 409], POST: [409] }[method] ?? [200];
  expect(granted).toContain(reply.status);
}
