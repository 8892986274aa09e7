import { describe, expect, test } from '@jest/globals';

import { endpoints, type Endpoint } from '#services/gateway/http/routes.ts';
import { callerWith } from '../../support/caller.ts';
import { named, nameOf } from '../../support/endpoints.ts';
import { expectRefusal } from '../../support/refusals.ts';
import { emptyAnswer, exampleRequest } from '../support/example-request.ts';
import { useGateway } from '../support/gateway.ts';

/**
 * These tests cover tokens and scopes, which the gateway checks by itself. Ownership of records is tested in
 * tests/e2e/declared/authorisation.test.ts.
 */

const gateway = await useGateway({ reply: () => null, answer: emptyAnswer });

interface Identity {
  /** The scopes in the identity's token. Null if the identity has no valid token. */
  scopes: readonly string[] | null;
  token: () => Promise<string | undefined>;
}
const identities: Record<string, Identity> = {
  'no token': { scopes: null, token: () => Promise.resolve(undefined) },
  'a broken token': {
    scopes: null,
    token: () => Promise.resolve('eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.'),
  },
  'a token without a scope': { scopes: [], token: () => gateway.token('7', 'openid') },
  'a client': { scopes: ['client'], token: () => gateway.token('7', 'client') },
  'an admin who may read': { scopes: ['admin:read'], token: () => gateway.token('admin', 'admin:read') },
  // The scope admin includes admin:read.
  'an admin': { scopes: ['admin:read', 'admin'], token: () => gateway.token('admin', 'admin') },
};

/** The number of requests that the gateway has forwarded to a worker or a service. */
const passedOn = () => gateway.sent.length + gateway.asked.length;

async function expectAnswer(endpoint: Endpoint, { scopes, token }: Identity): Promise<void> {
  const { method, path, body } = exampleRequest(gateway, endpoint);
  const before = passedOn();
  const reply = await callerWith(gateway, token).send(method, path, method === 'GET' ? {} : { json: body });
  if (scopes?.includes(endpoint.declared.scope) === true) {
    expect([200, 202, 406]).toContain(reply.status);
    expect(passedOn()).toBe(before + 1);
    return;
  }
  expect(passedOn()).toBe(before);
  const problem = expectRefusal(reply, scopes === null ? 'unauthenticated' : 'forbidden');
  if (scopes !== null) return;
  expect(problem.message).toBe('Unauthenticated.');
  expect(reply.header('www-authenticate')).toMatch(/^Bearer /);
}

describe(`the matrix of ${endpoints.length} endpoints × ${Object.keys(identities).length} identities`, () => {
  test.each(named(endpoints))(
    'the gateway forwards a request to the endpoint %s if the token has the declared scope, and rejects all other requests',
    async (_name, endpoint) => {
      for (const [name, identity] of Object.entries(identities))
        await expectAnswer(endpoint, identity).catch((error: unknown) => {
          throw new Error(name, { cause: error });
        });
    },
  );
});

test('paths of the client area require the scope client, admin reads require admin:read, and other admin paths require admin', () => {
  const undeclared = endpoints.filter(({ kind, declared }) => {
    const { path, scope } = declared;
    // Exported files hold personal data, so an admin with read-only access must not download them.
    const isForReaders = kind === 'read' && !declared.file;
    if (path.startsWith('/api/client/')) return scope !== 'client';
    return !path.startsWith('/api/admin/') || scope !== (isForReaders ? 'admin:read' : 'admin');
  });
  expect(undeclared.map(nameOf)).toEqual([]);
});
