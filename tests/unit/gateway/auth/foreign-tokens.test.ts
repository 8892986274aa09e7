import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose';
import type { CryptoKey, JWK, JWTPayload } from 'jose';
import { Problem } from '#shared/errors.ts';
import { createAuthenticator } from '#services/gateway/auth/authenticate.ts';
import type { AuthConfig } from '#services/gateway/auth/authenticate.ts';

/** An identity provider whose tokens strangers forge. */
let provider: Server;
let config: AuthConfig;
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
  config = {
    keysDir: '/nowhere',
    jwksUrl: at('/jwks'),
    issuer,
    audience,
    userClaim: 'sub',
    userKind: 'id',
    tokenType: null,
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
  ...{ kid, alg: 'RS256', use: 'sig' },
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
  const enter = await createAuthenticator({ ...config, tokenType });
  try {
    await enter(`Bearer ${token}`);
    return 'let in';
  } catch (error) {
    return error instanceof Problem ? error.code : String(error);
  }
}

test('a valid token is accepted', async () => {
  expect(await refusalOf(await signed(honest()))).toBe('let in');
});

describe('a token of the provider is refused', () => {
  test.each<[string, () => JWTPayload]>([
    ['for another audience', () => ({ ...honest(), aud: 'elsewhere' })],
    ['for no audience', () => ({ ...honest(), aud: [] })],
    ['of another issuer', () => ({ ...honest(), iss: 'https://idp.example.evil/' })],
    ['of no issuer', () => ({ ...honest(), iss: undefined as never })],
    ['that expired more than the clocks’ difference ago', () => ({ ...honest(), exp: seconds(-10) })],
    ['that is not good yet', () => ({ ...honest(), nbf: seconds(60) })],
    ['whose end is no time', () => ({ ...honest(), exp: 'never' as never })],
    ['of a subject that is no text', () => ({ ...honest(), sub: { $ne: null } as never })],
    ['whose user is an operator', () => ({ ...honest(), sub: '{"$gt":0}' })],
  ])('%s', async (_name, claims) => {
    expect(await refusalOf(await signed(claims()))).toBe('unauthenticated');
  });
});

describe('a token of the provider, by its kind:', () => {
  const access = [undefined, 'JWT', 'jwt', 'at+jwt', 'AT+JWT', 'application/at+jwt'];
  const others = ['logout+jwt', 'secevent+jwt', 'dpop+jwt', 'id+jwt', 'ID', 'Refresh', 'x', ''];

  test('what names another kind than an access token is refused, without any setting', async () => {
    for (const typ of access)
      expect([typ, await refusalOf(await signed(honest(), { typ }))]).toEqual([typ, 'let in']);
    for (const typ of others)
      expect([typ, await refusalOf(await signed(honest(), { typ }))]).toEqual([typ, 'unauthenticated']);
  });

  test('where it is set, nothing else is let in', async () => {
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

describe('a key that the token itself holds or names is not used:', () => {
  test.each<[string, () => Promise<object>]>([
    ['by its key id', async () => ({ kid: 'attackers' })],
    ['under the id of a trusted key', async () => ({ kid: 'old' })],
    ['in the header', async () => ({ jwk: await jwk('attackers'), kid: undefined })],
    ['at a URL', async () => ({ jku: at('/attackers'), kid: 'attackers' })],
    ['in a certificate at a URL', async () => ({ x5u: at('/attackers'), kid: 'attackers' })],
    ['in a certificate', async () => ({ x5c: ['MIIB'], kid: 'attackers' })],
    ['by a path', async () => ({ kid: '../../../../dev/null' })],
    ['by an inherited name', async () => ({ kid: '__proto__' })],
    ['by a query', async () => ({ kid: "' UNION SELECT 'key" })],
    ['by a very long name', async () => ({ kid: 'k'.repeat(10_000) })],
    ['of unencoded payload', async () => ({ kid: 'old', b64: false, crit: ['b64'] })],
    ['with an extension that must be understood', async () => ({ kid: 'old', crit: ['admin'], admin: true })],
  ])('%s', async (_name, header) => {
    const token = await signed(honest(), await header(), 'attackers').catch(() => '');
    expect(await refusalOf(token)).toBe('unauthenticated');
    expect(visits.filter((path) => path !== '/jwks')).toEqual([]);
  });

  test('the public RSA key as an HMAC secret', async () => {
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
  test('tokens of the new key are accepted after one fetch, however many come at once', async () => {
    let clock = Date.now();
    const enter = await createAuthenticator(config, () => clock);
    await enter(`Bearer ${await signed(honest())}`);
    served = [await jwk('old'), await jwk('new')];
    visits = [];
    const tokens = await Promise.all(
      Array.from({ length: 30 }, (_, n) => signed({ ...honest(), n }, {}, 'new')),
    );
    // Keys are looked for at most once in five seconds, so that forged ids cannot multiply into visits.
    const early = await Promise.allSettled(tokens.map((token) => enter(`Bearer ${token}`)));
    expect(new Set(early.map(({ status }) => status))).toEqual(new Set(['rejected']));
    expect(visits).toEqual([]);
    clock += 5001;
    const callers = await Promise.all(tokens.map((token) => enter(`Bearer ${token}`)));
    expect(callers.every(({ userId }) => userId === 7)).toBe(true);
    expect(visits).toEqual(['/jwks']);
  });

  test('tokens of a removed key are accepted for a minute at most, once the keys were fetched again', async () => {
    let clock = Date.now();
    const enter = await createAuthenticator(config, () => clock);
    const token = `Bearer ${await signed({ ...honest(), exp: seconds(7200) })}`;
    await enter(token);
    served = [await jwk('new')];
    clock += 5001;
    await enter(`Bearer ${await signed({ ...honest(), exp: seconds(7200) }, {}, 'new')}`);
    clock += 60_001;
    await expect(enter(token)).rejects.toThrow('The token is not valid.');
  });
});
