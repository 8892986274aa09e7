import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey } from 'jose';
import { pino } from 'pino';
import { createOpenIdProvider } from '#services/gateway/session/openid-provider.ts';
import { startGateway, type ComponentGateway } from '../support/gateway.ts';

const audience = 'https://api.shop.example';
const client = 'console';
type Claims = Record<string, unknown>;

/** An OpenID provider. The current test sets the ID tokens that it issues. */
let provider: Server;
let issuer: string;
let idToken: (claims: Claims) => Promise<string>;
let keys: { own: CryptoKey; foreign: CryptoKey };
/** The keys that the provider publishes. If null, the provider responds with 503. */
let jwks: { keys: object[] } | null;
let gateway: ComponentGateway;

const signed =
  (key: CryptoKey, kid = 'one') =>
  (claims: Claims) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid }).sign(key);

async function newKey(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), alg: 'ES256', use: 'sig', kid } };
}

beforeAll(async () => {
  const [own, foreign] = [await newKey('one'), await newKey('one')];
  keys = { own: own.privateKey, foreign: foreign.privateKey };
  jwks = { keys: [own.jwk] };
  let nonce = '';
  provider = createServer((request, response) => {
    const url = new URL(request.url ?? '', issuer);
    const answer = (body: object) =>
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));
    if (url.pathname === '/jwks' && jwks === null) response.writeHead(503).end();
    else if (url.pathname === '/jwks') answer(jwks ?? {});
    else if (url.pathname === '/authorize') {
      nonce = url.searchParams.get('nonce') ?? '';
      response.end();
    } else if (url.pathname === '/token') {
      const now = Math.floor(Date.now() / 1000);
      const claims = { iss: issuer, sub: 'layla', iat: now, exp: now + 300 };
      const access = signed(keys.own)({ ...claims, aud: audience, scope: 'admin' });
      void Promise.all([access, idToken({ ...claims, aud: client, nonce, name: 'Layla' })]).then(
        ([access_token, id_token]) => answer({ access_token, id_token, token_type: 'Bearer' }),
      );
    } else
      answer({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        id_token_signing_alg_values_supported: ['ES256'],
        subject_types_supported: ['public'],
      });
  }).listen(0, '127.0.0.1');
  await once(provider, 'listening');
  issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  gateway = await startGateway({
    env: {
      AUTH_JWKS_URL: `${issuer}/jwks`,
      AUTH_ISSUER: issuer,
      AUTH_AUDIENCE: audience,
      AUTH_OIDC_ISSUER: issuer,
      AUTH_OIDC_CLIENT_ID: client,
      AUTH_OIDC_CLIENT_SECRET: 'secret',
    },
  });
});
afterAll(async () => {
  await gateway.stop();
  provider.closeAllConnections();
  provider.close();
});

/** Signs in at the provider and returns to the gateway with a code. Resolves with the gateway's last redirect. */
async function signIn(): Promise<string | null> {
  return (await signInFrom('')).headers.get('location');
}

/** Signs in with the cookie of an earlier session. A browser sends this cookie only to the gateway's own pages. */
async function signInFrom(session: string) {
  const begun = await gateway.request('GET', '/console/sign-in/openid', { headers: { cookie: session } });
  const asked = new URL(begun.headers.get('location') ?? '');
  await fetch(asked);
  const back = new URLSearchParams({ code: 'a-code', state: asked.searchParams.get('state') ?? '' });
  const cookie = begun.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const path = `/console/sign-in/callback?${back.toString()}`;
  return gateway.request('GET', path, { headers: { cookie } });
}

/** The cookie of the session that a sign-in began. */
const sessionIn = ({ headers }: { headers: Headers }) =>
  headers
    .getSetCookie()
    .find((one) => one.includes('-session='))
    ?.split(';')[0] ?? '';

test('a staff member’s sign-in with a valid ID token of the identity provider leads to the console', async () => {
  idToken = signed(keys.own);
  expect(await signIn()).toBe('/console/');
});

test('a sign-in replaces the earlier session of the same browser', async () => {
  idToken = signed(keys.own);
  const first = sessionIn(await signInFrom(''));
  const isOpen = async (cookie: string) => {
    const headers = { cookie, 'sec-fetch-site': 'same-origin' };
    return (await gateway.request('GET', '/console/session', { headers })).status === 200;
  };
  expect(await isOpen(first)).toBe(true);
  const second = sessionIn(await signInFrom(first));
  expect([await isOpen(first), await isOpen(second)]).toEqual([false, true]);
});

test.each<[string, (claims: Claims) => Promise<string>]>([
  ['that is not signed', async (claims) => Promise.resolve(new UnsecuredJWT(claims).encode())],
  ['that an unknown key signed', (claims) => signed(keys.foreign)(claims)],
  ['for another person than the access token', (claims) => signed(keys.own)({ ...claims, sub: 'omar' })],
  ['for another client', (claims) => signed(keys.own)({ ...claims, aud: 'another' })],
  ['of another sign-in', (claims) => signed(keys.own)({ ...claims, nonce: 'another' })],
  ['of another provider', (claims) => signed(keys.own)({ ...claims, iss: 'https://other.example' })],
  ['that has expired', (claims) => signed(keys.own)({ ...claims, exp: Number(claims['iat']) - 60 })],
  ['without an expiry time', ({ exp: _end, ...claims }) => signed(keys.own)(claims)],
  [
    'that was signed with the client secret instead of the provider’s key',
    (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode('secret'.repeat(6))),
  ],
])('a sign-in with an ID token %s is rejected', async (_which, make) => {
  idToken = make;
  expect(await signIn()).toBe('/console/sign-in?problem=refused');
});

test.each([
  [' Layla\n\tHaddad ', 'Layla Haddad'],
  [`${'x'.repeat(99)}😀`, `${'x'.repeat(99)}\u{fffd}`],
  [' ', 'layla'],
])('the name %j in an ID token is stored as one line of valid text', async (name, kept) => {
  idToken = (claims) => signed(keys.own)({ ...claims, name });
  const { complete } = gatewaysSide();
  expect((await complete()).person.name).toBe(kept);
});

/** Makes the provider publish a new key and sign with it from now on. */
async function rotate(kid: string): Promise<void> {
  const next = await newKey(kid);
  jwks = { keys: [next.jwk] };
  idToken = signed(next.privateKey, kid);
}

/** The gateway's client of the provider, with a clock that the test sets. */
function gatewaysSide() {
  const clock = { now: Date.now() };
  const settings = {
    AUTH_OIDC_ISSUER: issuer,
    AUTH_OIDC_CLIENT_ID: client,
    AUTH_OIDC_CLIENT_SECRET: 'secret',
    AUTH_OIDC_SCOPES: 'openid',
    AUTH_OIDC_RESOURCE: null,
    AUTH_OIDC_AUDIENCE: null,
  };
  const asked = createOpenIdProvider(settings, pino({ level: 'silent' }), () => clock.now);
  if (asked === null) throw new Error('a provider is set');
  const complete = async () => {
    const back = 'http://127.0.0.1/console/sign-in/callback';
    const { url, checks } = await asked.begin(back);
    await fetch(url);
    return asked.complete(new URL(`${back}?code=a-code&state=${checks.state}`), checks);
  };
  return { asked, complete, clock };
}

describe('the provider’s keys', () => {
  test('after the identity provider changes its keys, a sign-in succeeds if the gateway last fetched the keys at least five seconds ago', async () => {
    const { complete, clock } = gatewaysSide();
    await rotate('two');
    expect(await complete()).toMatchObject({ person: { subject: 'layla' } });
    await rotate('three');
    clock.now += 5_000;
    expect(await complete()).toMatchObject({ person: { subject: 'layla' } });
  });

  test('a session’s token can be refreshed right after the identity provider changed its keys, and while the gateway cannot fetch the keys', async () => {
    const { asked, complete } = gatewaysSide();
    await rotate('four');
    await complete();
    await rotate('five');
    expect(await asked.refresh('one')).toMatchObject({ access: expect.any(String) });
    jwks = null;
    expect(await asked.refresh('two')).toMatchObject({ access: expect.any(String) });
  });

  test('a sign-in fails as unavailable if the gateway has never been able to fetch the identity provider’s keys', async () => {
    const { complete } = gatewaysSide();
    jwks = null;
    await expect(complete()).rejects.toMatchObject({ details: { code: 'unavailable' } });
  });
});
