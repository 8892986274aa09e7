import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey } from 'jose';
import { startGateway, type ComponentGateway } from '../support/gateway.ts';

const audience = 'https://api.shop.example';
const client = 'console';
type Claims = Record<string, unknown>;

/** An OpenID provider whose ID tokens the current test sets. */
let provider: Server;
let issuer: string;
let idToken: (claims: Claims) => Promise<string>;
let keys: { own: CryptoKey; foreign: CryptoKey };
let gateway: ComponentGateway;

const signed = (key: CryptoKey) => (claims: Claims) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'one' }).sign(key);

beforeAll(async () => {
  const [own, foreign] = [await generateKeyPair('ES256'), await generateKeyPair('ES256')];
  keys = { own: own.privateKey, foreign: foreign.privateKey };
  const jwks = { keys: [{ ...(await exportJWK(own.publicKey)), alg: 'ES256', use: 'sig', kid: 'one' }] };
  let nonce = '';
  provider = createServer((request, response) => {
    const url = new URL(request.url ?? '', issuer);
    const answer = (body: object) =>
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));
    if (url.pathname === '/jwks') answer(jwks);
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

/** Signs in at the provider, returns to the gateway with a code, and resolves with the gateway's last redirect. */
async function signIn(): Promise<string | null> {
  const begun = await gateway.request('GET', '/console/sign-in/openid');
  const asked = new URL(begun.headers.get('location') ?? '');
  await fetch(asked);
  const back = new URLSearchParams({ code: 'a-code', state: asked.searchParams.get('state') ?? '' });
  const cookie = begun.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const path = `/console/sign-in/callback?${back.toString()}`;
  return (await gateway.request('GET', path, { headers: { cookie } })).headers.get('location');
}

test('a sign-in with a valid ID token redirects to the console', async () => {
  idToken = signed(keys.own);
  expect(await signIn()).toBe('/console/');
});

test.each<[string, (claims: Claims) => Promise<string>]>([
  ['that is not signed', async (claims) => Promise.resolve(new UnsecuredJWT(claims).encode())],
  ['that an unknown key signed', (claims) => signed(keys.foreign)(claims)],
  ['for another person than the access token', (claims) => signed(keys.own)({ ...claims, sub: 'omar' })],
  ['for another client', (claims) => signed(keys.own)({ ...claims, aud: 'another' })],
  ['from another sign-in', (claims) => signed(keys.own)({ ...claims, nonce: 'another' })],
])('a sign-in with an ID token %s is rejected', async (_which, make) => {
  idToken = make;
  expect(await signIn()).toBe('/console/sign-in?problem=refused');
});
