import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import {
  exportJWK,
  generateKeyPair,
  importJWK,
  SignJWT,
  type CryptoKey,
  type JWK,
  type JWTPayload,
} from 'jose';
import { Problem } from '#shared/contracts/errors.ts';
import {
  createAuthenticator,
  type AuthSettings,
  type Authenticate,
} from '#services/gateway/auth/authenticate.ts';
import { reloadingKeys } from '#services/gateway/auth/key-source.ts';
import { loadSigningKeys, localTokens, publicKeys, signToken } from '#services/gateway/auth/signing-keys.ts';
import { pause } from '../../../support/pause.ts';

let keysDir: string;
let settings: AuthSettings;
let authenticate: Authenticate;

beforeAll(async () => {
  keysDir = await mkdtemp(join(tmpdir(), 'keys-'));
  settings = {
    AUTH_KEYS_DIR: keysDir,
    AUTH_JWKS_URL: null,
    AUTH_ISSUER: null,
    AUTH_AUDIENCE: null,
    AUTH_USER_CLAIM: 'sub',
    AUTH_USER_KIND: 'id',
    AUTH_TOKEN_TYPE: null,
  };
  authenticate = await createAuthenticator(settings);
});

afterAll(() => rm(keysDir, { recursive: true }));

async function refusal(answer: Promise<unknown>): Promise<{ code: string; challenge: string | undefined }> {
  try {
    await answer;
  } catch (error) {
    if (error instanceof Problem)
      return { code: error.code, challenge: error.details.headers?.['WWW-Authenticate'] };
    throw error;
  }
  throw new Error('The token was accepted');
}

const localToken = async (subject: string, scope: string, claims = {}, lifetime = 60): Promise<string> =>
  signToken(await loadSigningKeys(keysDir), { subject, scope, claims, lifetime });
const encoded = (data: object): string => Buffer.from(JSON.stringify(data)).toString('base64url');
const now = (): number => Math.floor(Date.now() / 1000);

describe('the principal of a token', () => {
  test('a caller with a client token is identified by the token’s user id and keeps the token’s expiry time', async () => {
    const before = now();
    const caller = await authenticate(`Bearer ${await localToken('7', 'client')}`);
    const expiresAt = expect.any(Number);
    expect(caller).toEqual({ subject: '7', scopes: new Set(['client']), userId: 7, expiresAt });
    expect(caller.expiresAt).toBeGreaterThanOrEqual((before + 60) * 1000);
    expect(caller.expiresAt).toBeLessThanOrEqual((now() + 60) * 1000);
  });

  test('a caller with an admin token also gets the scope admin:read, and has no user id', async () => {
    const caller = await authenticate(`bearer  ${await localToken('admin', 'openid admin')}`);
    expect(caller).toMatchObject({
      subject: 'admin',
      scopes: new Set(['admin', 'admin:read']),
      userId: null,
    });
  });

  test.each(['admin:read', 'adminclient', '', 'Admin'])(
    'a token with the scope text %j gives its caller only the known scopes that the text names exactly',
    async (scope) => {
      const { scopes } = await authenticate(`Bearer ${await localToken('8', scope)}`);
      expect([...scopes]).toEqual(scope === 'admin:read' ? ['admin:read'] : []);
    },
  );

  test.each(['0', '-1', '1.5', '007', '9007199254740993', 'seven', ' 7', '1e3'])(
    'a client token with the user id %j is rejected',
    async (subject) => {
      const answer = authenticate(`Bearer ${await localToken(subject, 'client')}`);
      expect((await refusal(answer)).code).toBe('unauthenticated');
    },
  );

  test('the user id of a token is read from the claim that AUTH_USER_CLAIM names', async () => {
    const other = await createAuthenticator({ ...settings, AUTH_USER_CLAIM: 'https://store/user' });
    const token = await localToken('auth0|x', 'client', { 'https://store/user': 12 });
    expect(await other(`Bearer ${token}`)).toMatchObject({ subject: 'auth0|x', userId: 12 });
    expect((await refusal(other(`Bearer ${await localToken('12', 'client')}`))).code).toBe('unauthenticated');
  });
});

describe('the principal of an identity provider’s token', () => {
  const external = () => createAuthenticator({ ...settings, AUTH_USER_KIND: 'external' });

  test.each(['auth0|5f7c', '7', ' padded ', 'ليلى', 'x'.repeat(255)])(
    'if the identity provider issues the user ids (AUTH_USER_KIND=external), the `sub` claim %j becomes an external id and not a user id',
    async (subject) => {
      const caller = await (await external())(`Bearer ${await localToken(subject, 'client')}`);
      expect(caller).toMatchObject({ subject, userId: null, external: { id: subject } });
    },
  );

  test('if the identity provider issues the user ids (AUTH_USER_KIND=external), a token without the scope `client` gives its caller neither a user id nor an external id', async () => {
    const caller = await (await external())(`Bearer ${await localToken('7', 'admin')}`);
    expect([caller.userId, caller.external]).toEqual([null, undefined]);
  });

  test.each(['', 'x'.repeat(256), 7, null, {}])(
    'a token is rejected if its claim for the identity provider’s user id (AUTH_USER_CLAIM) is %j',
    async (claim) => {
      const other = await createAuthenticator({
        ...settings,
        AUTH_USER_KIND: 'external',
        AUTH_USER_CLAIM: 'uid',
      });
      const token = await localToken('someone', 'client', { uid: claim });
      expect((await refusal(other(`Bearer ${token}`))).code).toBe('unauthenticated');
    },
  );
});

describe('a request without a valid token', () => {
  test('a request without a token is rejected with a Bearer challenge in WWW-Authenticate', async () => {
    expect(await refusal(authenticate(undefined))).toEqual({
      code: 'unauthenticated',
      challenge: 'Bearer realm="storefront"',
    });
  });

  test.each([
    '',
    'Basic YTpi',
    'Bearer',
    'Bearer ',
    'Bearer a b',
    'Bearer a.b.c',
    'Bearer ..',
    'Bearer null',
  ])('the Authorization header %j is rejected', async (header) => {
    expect((await refusal(authenticate(header))).code).toBe('unauthenticated');
  });
});

describe('a forged token', () => {
  const claims = (): JWTPayload => ({
    iss: localTokens.issuer,
    aud: localTokens.audience,
    sub: '1',
    scope: 'admin',
    exp: now() + 60,
  });

  async function signed(payload: JWTPayload, header: object = {}): Promise<string> {
    const [key] = await loadSigningKeys(keysDir);
    if (!key) throw new Error('The folder has no signing key');
    return new SignJWT(payload)
      .setProtectedHeader({ alg: key.alg, kid: key.kid, typ: localTokens.type, ...header })
      .sign(await importJWK(key));
  }

  test('the valid token from which this file derives forged tokens is accepted', async () => {
    expect((await authenticate(`Bearer ${await signed(claims())}`)).subject).toBe('1');
  });

  test('a token without a signature is rejected', async () => {
    for (const alg of ['none', 'None', 'ES256']) {
      const token = `${encoded({ alg, typ: localTokens.type })}.${encoded(claims())}.`;
      expect((await refusal(authenticate(`Bearer ${token}`))).code).toBe('unauthenticated');
    }
  });

  test('a token signed with the public key as an HMAC secret is rejected', async () => {
    const [key] = publicKeys(await loadSigningKeys(keysDir));
    const text = `${encoded({ alg: 'HS256', kid: key?.kid, typ: localTokens.type })}.${encoded(claims())}`;
    for (const secret of [JSON.stringify(key), key?.x ?? '']) {
      const token = `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
      expect((await refusal(authenticate(`Bearer ${token}`))).code).toBe('unauthenticated');
    }
  });

  test('a token whose claims were changed after signing is rejected', async () => {
    const [head, , signature] = (await signed(claims())).split('.');
    const token = `${String(head)}.${encoded({ ...claims(), scope: 'admin client' })}.${String(signature)}`;
    expect((await refusal(authenticate(`Bearer ${token}`))).code).toBe('unauthenticated');
  });

  test('a token signed with a key from its own header is rejected', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    const header = { alg: 'ES256', typ: localTokens.type, jwk: await exportJWK(publicKey) };
    for (const kid of ['../../etc/passwd', '000001', (await loadSigningKeys(keysDir))[0]?.kid ?? '']) {
      const token = await new SignJWT(claims()).setProtectedHeader({ ...header, kid }).sign(privateKey);
      expect((await refusal(authenticate(`Bearer ${token}`))).code).toBe('unauthenticated');
    }
  });

  test.each<[string, JWTPayload, object]>([
    ['for another audience', { aud: 'elsewhere' }, {}],
    ['from another issuer', { iss: 'elsewhere' }, {}],
    ['that has expired', { exp: now() - 1 }, {}],
    ['that never expires', { exp: undefined as never }, {}],
    ['that is not valid yet', { nbf: now() + 60 }, {}],
    ['without a subject', { sub: undefined as never }, {}],
    ['with an empty subject', { sub: '' }, {}],
    ['that is an ID token', {}, { typ: 'JWT' }],
  ])('a signed token %s is rejected', async (_name, change, header) => {
    const answer = await refusal(authenticate(`Bearer ${await signed({ ...claims(), ...change }, header)}`));
    expect(answer.code).toBe('unauthenticated');
    expect(answer.challenge).toMatch(
      /^Bearer realm="storefront", error="invalid_token", error_description="[^"]+"$/,
    );
  });
});

describe('a verified token in the cache', () => {
  test('a token in the gateway’s cache of verified tokens is rejected once the token expires', async () => {
    let clock = Date.now();
    const timed = await createAuthenticator(settings, () => clock);
    const header = `Bearer ${await localToken('3', 'client', {}, 30)}`;
    await timed(header);
    clock += 29_000;
    expect((await timed(header)).userId).toBe(3);
    clock += 2_000;
    expect((await refusal(timed(header))).code).toBe('unauthenticated');
  });

  test('after a minute, the gateway verifies a cached token again, because the token’s signing key may have been removed', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'keys-'));
    let elapsed = 0;
    const own = { ...settings, AUTH_KEYS_DIR: directory };
    // The wall clock may be set back meanwhile.
    const timed = await createAuthenticator(
      own,
      () => Date.now() - elapsed,
      () => elapsed,
    );
    const keys = await loadSigningKeys(directory);
    const header = `Bearer ${await signToken(keys, { subject: '3', scope: 'client', lifetime: 7200 })}`;
    const first = await timed(header);
    elapsed += 59_000;
    expect(await timed(header)).toBe(first);
    elapsed += 2_000;
    expect(await timed(header)).not.toBe(first);
    await rm(directory, { recursive: true });
  });
});

describe('an identity provider', () => {
  let server: Server;
  let remote: AuthSettings;
  let served: { keys: JWK[] } | null;
  let asked = 0;
  let rsa: CryptoKey;

  beforeAll(async () => {
    const pair = await generateKeyPair('RS256', { extractable: true });
    rsa = pair.privateKey;
    served = { keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }] };
    server = createServer((_request, response) => {
      asked += 1;
      if (!served) response.writeHead(500).end('{}');
      else response.end(JSON.stringify(served));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    remote = {
      AUTH_KEYS_DIR: '/nowhere',
      AUTH_JWKS_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`,
      AUTH_ISSUER: 'https://idp/',
      AUTH_AUDIENCE: 'store',
      AUTH_USER_CLAIM: 'uid',
      AUTH_USER_KIND: 'id',
      AUTH_TOKEN_TYPE: null,
    };
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const token = async (kid = 'one', claims: object = {}, alg = 'RS256'): Promise<string> =>
    `Bearer ${await new SignJWT({ scope: 'client', uid: 5, ...claims })
      .setProtectedHeader({ alg, kid })
      .setIssuer('https://idp/')
      .setAudience(['store', 'other'])
      .setSubject('someone')
      .setExpirationTime('1 minute')
      .sign(await importJWK(await exportJWK(rsa), alg))}`;

  test('many concurrent requests with tokens make the gateway fetch the identity provider’s keys only once', async () => {
    asked = 0;
    const enter = await createAuthenticator(remote);
    const tokens = await Promise.all(Array.from({ length: 20 }, (_, n) => token('one', { n })));
    const callers = await Promise.all(tokens.map((each) => enter(each)));
    expect(callers.every((caller) => caller.userId === 5)).toBe(true);
    expect(asked).toBe(1);
  });

  test('tokens with unknown key ids cause at most one fetch of the identity provider’s keys per cooldown period', async () => {
    asked = 0;
    const enter = await createAuthenticator(remote);
    for (let n = 0; n < 10; n += 1)
      expect((await refusal(enter(await token(`forged-${n}`)))).code).toBe('unauthenticated');
    expect(asked).toBe(1);
  });

  test('while the identity provider is unreachable, a request with a token fails with the error unavailable and not with unauthenticated', async () => {
    const keys = served;
    served = null;
    asked = 0;
    const enter = await createAuthenticator(remote);
    for (let n = 0; n < 10; n += 1) expect((await refusal(enter(await token()))).code).toBe('unavailable');
    expect(asked).toBe(1);
    served = keys;
  });

  test('an identity provider’s token with an unsupported signing algorithm is rejected, even if the provider’s published key names no algorithm', async () => {
    const keys = served;
    served = { keys: (keys?.keys ?? []).map((key) => ({ ...key, alg: undefined as never })) };
    const enter = await createAuthenticator(remote);
    expect((await enter(await token())).userId).toBe(5);
    expect((await refusal(enter(await token('one', {}, 'RS512')))).code).toBe('unauthenticated');
    served = keys;
  });

  test('the gateway refuses to use an identity provider’s keys if no issuer or no audience is configured', async () => {
    await expect(createAuthenticator({ ...remote, AUTH_AUDIENCE: null })).rejects.toThrow('AUTH_AUDIENCE');
    await expect(createAuthenticator({ ...remote, AUTH_ISSUER: '' })).rejects.toThrow('AUTH_ISSUER');
  });

  test('after the wall clock was set back, the gateway still fetches keys for a token with an unknown key id', async () => {
    const { publicKey } = await generateKeyPair('RS256', { extractable: true });
    const key = { ...(await exportJWK(publicKey)), alg: 'RS256' };
    let [kid, wallClock] = ['one', Date.now()];
    const read = jest.spyOn(Date, 'now').mockImplementation(() => wallClock);
    const find = reloadingKeys(() => Promise.resolve({ keys: [{ ...key, kid }] }), 10);
    const get = async () => find({ alg: 'RS256', kid }, { payload: '', signature: '' });
    await get();
    kid = 'two';
    wallClock -= 3_600_000;
    await pause(20);
    const found = await get().catch((error: unknown) => error);
    read.mockRestore();
    expect(found).toMatchObject({ type: 'public' });
  });

  test('if fetching the identity provider’s keys fails, the gateway keeps using the earlier keys, and a token with an unknown key id gets the error of this fetch', async () => {
    const pair = await generateKeyPair('RS256', { extractable: true });
    const key = { ...(await exportJWK(pair.publicKey)), alg: 'RS256' };
    let clock = 0;
    let answer: 'one' | 'two' | null = 'one';
    let loads = 0;
    const find = reloadingKeys(
      async () => {
        loads += 1;
        if (answer === null) throw new Error('away');
        return { keys: [{ ...key, kid: answer }] };
      },
      5000,
      () => clock,
    );
    const get = (kid: string): Promise<unknown> =>
      Promise.resolve(find({ alg: 'RS256', kid }, { payload: '', signature: '' }));
    await get('one');
    answer = null;
    clock = 3_600_000;
    await get('one');
    await get('one');
    expect(loads).toBe(2);
    answer = 'two';
    await expect(get('two')).rejects.toThrow('away');
    clock += 5001;
    await get('two');
    expect(loads).toBe(3);
    await expect(get('three')).rejects.toThrow('no applicable key');
  });
});
