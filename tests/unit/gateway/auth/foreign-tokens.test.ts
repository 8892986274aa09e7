import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  exportJWK,
  exportSPKI,
  generateKeyPair,
  SignJWT,
  type CryptoKey,
  type JWK,
  type JWTPayload,
} from 'jose';
import { Problem } from '#shared/contracts/errors.ts';
import { createAuthenticator, type AuthSettings } from '#services/gateway/auth/authenticate.ts';

/** An identity provider whose tokens attackers forge. */
let provider: Server;
let settings: AuthSettings;
let served: JWK[];
let visits: string[];
let keys: Record<'old' | 'new' | 'attackers', { privateKey: CryptoKey; publicKey: CryptoKey }>;

beforeAll(async () => {
  const pair = () => generateKeyPair('RS256', { extractable: true });
  keys = { old: await pair(), new: await pair(), attackers: await pair() };
  provider = createServer((request, response) => {
    visits.push(request.url ?? '');
    response.end(JSON.stringify({ keys: served }));
  }).listen(0, '127.0.0.1');
  await once(provider, 'listening');
  settings = {
    AUTH_KEYS_DIR: '/nowhere',
    AUTH_JWKS_URL: at('/jwks'),
    AUTH_ISSUER: issuer,
    AUTH_AUDIENCE: audience,
    AUTH_USER_CLAIM: 'sub',
    AUTH_USER_KIND: 'id',
    AUTH_TOKEN_TYPE: null,
  };
});
afterAll(() => {
  provider.closeAllConnections();
  provider.close();
});
beforeEach(async () => {
  served = [await jwk('old')];
  visits = [];
});

const [issuer, audience] = ['https://idp.example/', 'store'];
const at = (path: string) => `http://127.0.0.1:${(provider.address() as AddressInfo).port}${path}`;
const jwk = async (kid: keyof typeof keys): Promise<JWK> => ({
  ...(await exportJWK(keys[kid].publicKey)),
  kid,
  alg: 'RS256',
  use: 'sig',
});
const seconds = (fromNow: number) => Math.floor(Date.now() / 1000) + fromNow;
const honest = (): JWTPayload => ({
  iss: issuer,
  aud: audience,
  sub: '7',
  scope: 'client',
  exp: seconds(60),
});

function signed(payload: JWTPayload, header: object = {}, by: keyof typeof keys = 'old'): Promise<string> {
  return new SignJWT(payload)
    .setProtectedHeader({ alg: 'RS256', kid: by, ...header })
    .sign(keys[by].privateKey);
}

async function refusalOf(token: string, tokenType: string | null = null): Promise<string> {
  const enter = await createAuthenticator({ ...settings, AUTH_TOKEN_TYPE: tokenType });
  try {
    await enter(`Bearer ${token}`);
    return 'let in';
  } catch (error) {
    return error instanceof Problem ? error.code : String(error);
  }
}

test('a valid token from the identity provider is accepted', async () => {
  expect(await refusalOf(await signed(honest()))).toBe('let in');
});

describe('invalid tokens from the provider', () => {
  test.each<[string, () => JWTPayload]>([
    ['for another audience', () => ({ ...honest(), aud: 'elsewhere' })],
    ['for no audience', () => ({ ...honest(), aud: [] })],
    ['from another issuer', () => ({ ...honest(), iss: 'https://idp.example.evil/' })],
    ['without an issuer', () => ({ ...honest(), iss: undefined as never })],
    ['that expired longer ago than the clock tolerance', () => ({ ...honest(), exp: seconds(-10) })],
    ['that is not valid yet', () => ({ ...honest(), nbf: seconds(60) })],
    ['whose expiry is not a time', () => ({ ...honest(), exp: 'never' as never })],
    ['whose subject is not text', () => ({ ...honest(), sub: { $ne: null } as never })],
    ['whose user id is a MongoDB operator', () => ({ ...honest(), sub: '{"$gt":0}' })],
  ])('an identity provider’s token %s is rejected', async (_name, claims) => {
    expect(await refusalOf(await signed(claims()))).toBe('unauthenticated');
  });
});

describe('the type of a provider’s token', () => {
  const access = [undefined, 'JWT', 'jwt', 'at+jwt', 'AT+JWT', 'application/at+jwt'];
  const others = ['logout+jwt', 'secevent+jwt', 'dpop+jwt', 'id+jwt', 'ID', 'Refresh', 'x', ''];

  test('if AUTH_TOKEN_TYPE is unset, the gateway accepts tokens whose type is JWT, at+jwt or absent, and rejects all other types', async () => {
    for (const typ of access)
      expect([typ, await refusalOf(await signed(honest(), { typ }))]).toEqual([typ, 'let in']);
    for (const typ of others)
      expect([typ, await refusalOf(await signed(honest(), { typ }))]).toEqual([typ, 'unauthenticated']);
  });

  test('if AUTH_TOKEN_TYPE is set, the gateway accepts only tokens of the type that the setting names', async () => {
    for (const typ of ['at+jwt', 'application/at+jwt'])
      expect(await refusalOf(await signed(honest(), { typ }), 'at+jwt')).toBe('let in');
    for (const typ of [undefined, 'JWT', ...others])
      expect([typ, await refusalOf(await signed(honest(), { typ }), 'at+jwt')]).toEqual([
        typ,
        'unauthenticated',
      ]);
    expect(await refusalOf(await signed(honest(), { typ: 'shop+jwt' }), 'shop+jwt')).toBe('let in');
  });
});

describe('a key that the token itself contains or refers to', () => {
  test.each<[string, () => Promise<object>]>([
    ['that the key id refers to', async () => ({ kid: 'attackers' })],
    ['that has the key id of a trusted key', async () => ({ kid: 'old' })],
    ['that the token’s header contains', async () => ({ jwk: await jwk('attackers'), kid: undefined })],
    ['that a URL in the header refers to', async () => ({ jku: at('/attackers'), kid: 'attackers' })],
    [
      'in a certificate that a URL in the header refers to',
      async () => ({ x5u: at('/attackers'), kid: 'attackers' }),
    ],
    ['in a certificate that the header contains', async () => ({ x5c: ['MIIB'], kid: 'attackers' })],
    ['whose key id is a file path', async () => ({ kid: '../../../../dev/null' })],
    ['whose key id is __proto__', async () => ({ kid: '__proto__' })],
    ['whose key id is an SQL query', async () => ({ kid: "' UNION SELECT 'key" })],
    ['whose key id is very long', async () => ({ kid: 'k'.repeat(10_000) })],
  ])('a token signed with an attacker’s key %s is rejected', async (_name, header) => {
    const token = await signed(honest(), await header(), 'attackers');
    expect(await refusalOf(token)).toBe('unauthenticated');
    expect(visits.filter((path) => path !== '/jwks')).toEqual([]);
  });

  test.each<[string, object]>([
    ['an unencoded payload', { b64: false, crit: ['b64'] }],
    ['an unknown critical extension', { crit: ['admin'], admin: true }],
  ])('a token with %s is rejected, although a trusted key signed it', async (_name, header) => {
    // Built manually, because the library refuses to create such a token.
    const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const token = async (more: object) => {
      const text = `${encoded({ alg: 'RS256', kid: 'old', ...more })}.${encoded(honest())}`;
      const signature = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', keys.old.privateKey, Buffer.from(text));
      return `${text}.${Buffer.from(signature).toString('base64url')}`;
    };
    expect(await refusalOf(await token({}))).toBe('let in');
    expect(await refusalOf(await token(header))).toBe('unauthenticated');
  });

  test('a token signed with the public RSA key as an HMAC secret is rejected', async () => {
    const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const publicKey = keys.old.publicKey;
    const spellings = [await exportSPKI(publicKey), JSON.stringify(await exportJWK(publicKey)), ''];
    for (const alg of ['HS256', 'HS384', 'HS512']) {
      const text = `${encoded({ alg, kid: 'old' })}.${encoded(honest())}`;
      for (const secret of spellings) {
        const signature = createHmac(alg.replace('HS', 'sha'), secret).update(text).digest('base64url');
        expect(await refusalOf(`${text}.${signature}`)).toBe('unauthenticated');
      }
    }
  });
});

describe('when the provider rotates its keys', () => {
  test('after the identity provider adds a key, many concurrent tokens signed with it are accepted after a single fetch of the keys', async () => {
    let elapsed = 0;
    const enter = await createAuthenticator(settings, Date.now, () => elapsed);
    await enter(`Bearer ${await signed(honest())}`);
    served = [await jwk('old'), await jwk('new')];
    visits = [];
    const tokens = await Promise.all(
      Array.from({ length: 30 }, (_, n) => signed({ ...honest(), n }, {}, 'new')),
    );
    // Keys are fetched at most once in five seconds, so that forged key ids cannot cause many requests to the provider.
    const early = await Promise.allSettled(tokens.map((token) => enter(`Bearer ${token}`)));
    expect(new Set(early.map(({ status }) => status))).toEqual(new Set(['rejected']));
    expect(visits).toEqual([]);
    elapsed += 5001;
    const callers = await Promise.all(tokens.map((token) => enter(`Bearer ${token}`)));
    expect(callers.every(({ userId }) => userId === 7)).toBe(true);
    expect(visits).toEqual(['/jwks']);
  });

  test('a token whose signing key the identity provider has removed is rejected at most a minute after the keys are fetched again', async () => {
    let elapsed = 0;
    const enter = await createAuthenticator(settings, Date.now, () => elapsed);
    const token = `Bearer ${await signed({ ...honest(), exp: seconds(7200) })}`;
    await enter(token);
    served = [await jwk('new')];
    elapsed += 5001;
    await enter(`Bearer ${await signed({ ...honest(), exp: seconds(7200) }, {}, 'new')}`);
    elapsed += 60_001;
    await expect(enter(token)).rejects.toMatchObject({
      details: { headers: { 'WWW-Authenticate': expect.stringContaining('The token is not valid.') } },
    });
  });
});
