import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { sharedStore, startGatewayOf, type TestStore } from '../../support/store.ts';
import { makeSignInLink } from '#tools/local-stack/token.ts';
import { linkCode, openBrowser } from '../../support/console-browser.ts';

const store = sharedStore();
/** A second gateway of the same store. */
let second: TestStore;
beforeAll(async () => {
  second = await startGatewayOf(store);
});
afterAll(async () => second.stop());

const env = { STORE_NAMESPACE: store.namespace, AUTH_KEYS_DIR: store.keysFolder };

const signIn = (code: unknown, url = store.url) =>
  openBrowser(url).ask('POST', '/console/sign-in', { json: { code } });
const refused = (reason: string) => ({ status: 401, body: { code: 'unauthenticated', reason } });

describe('a sign-in link', () => {
  test('a sign-in link from the command “npm run console” signs in and sets a cookie for this host only', async () => {
    const link = new URL(await makeSignInLink(env, store.url));
    expect([link.origin, link.pathname, link.search]).toEqual([store.url, '/console/sign-in', '']);
    const browser = openBrowser(store.url);
    const { status, body } = await browser.ask('POST', '/console/sign-in', {
      json: { code: link.hash.slice(1) },
    });
    expect([status, body]).toEqual([204, '']);
    expect(browser.lastSetCookie()).toMatch(
      new RegExp(
        `^${store.namespace}-session=[\\w-]{43}; Max-Age=43200; Path=/; Expires=[^;]+; HttpOnly; SameSite=Strict$`,
      ),
    );
    expect(await browser.ask('GET', '/console/session')).toMatchObject({ body: { subject: 'admin' } });
  });

  test('a chat program’s preview does not use up a sign-in link', async () => {
    const link = new URL(await makeSignInLink(env, store.url));
    for (const method of ['GET', 'HEAD']) await fetch(link, { method });
    expect((await signIn(link.hash.slice(1))).status).toBe(204);
  });

  test('a sign-in link that was used at one gateway is rejected by all gateways', async () => {
    const code = await linkCode(store);
    expect((await signIn(code, second.url)).status).toBe(204);
    expect(await signIn(code)).toMatchObject(refused('link_used'));
    expect(await signIn(code, second.url)).toMatchObject(refused('link_used'));
  });

  test('a sign-in link works for only one of ten concurrent requests', async () => {
    const code = await linkCode(store);
    const urls = [...Array(10).keys()].map((index) => (index % 2 === 0 ? store.url : second.url));
    const answers = await Promise.all(urls.map((url) => signIn(code, url)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array<number>(9).fill(401)]);
  });

  test('an expired sign-in link is rejected with the reason link_expired', async () => {
    expect(await signIn(await linkCode(store, { lifetime: -1 }))).toMatchObject(refused('link_expired'));
  });

  test('a forged sign-in code is rejected with the reason link_invalid, and an empty or non-text code with 422', async () => {
    const [head, , signature] = (await linkCode(store, { scope: 'admin:read' })).split('.');
    const [, claims] = (await linkCode(store, { scope: 'admin' })).split('.');
    const codes = ['x', `${head ?? ''}.${claims ?? ''}.${signature ?? ''}`, await store.adminToken()];
    for (const code of codes) expect(await signIn(code)).toMatchObject(refused('link_invalid'));
    for (const code of [undefined, '', 7, ['x'], { a: 1 }]) expect((await signIn(code)).status).toBe(422);
  });

  test('a console session is valid at all gateways, and signing in again ends the browser’s previous session', async () => {
    const browser = openBrowser(store.url);
    const follow = async () =>
      browser.ask('POST', '/console/sign-in', { json: { code: await linkCode(store) } });
    await follow();
    const before = openBrowser(second.url, new Map(browser.cookies));
    expect((await before.ask('GET', '/console/session')).status).toBe(200);
    await follow();
    expect(await before.ask('GET', '/console/session')).toMatchObject(refused('session_ended'));
    expect((await browser.ask('GET', '/console/session', { url: second.url })).status).toBe(200);
  });
});

test('while Redis is unavailable, requests with a session cookie get 503, and requests with a token are handled', async () => {
  const alone = await startGatewayOf(store, { REDIS_URL: 'redis://127.0.0.1:1' });
  try {
    const browser = openBrowser(alone.url, new Map([[`${store.namespace}-session`, 'A'.repeat(43)]]));
    const away = { status: 503, body: { code: 'unavailable', part: 'redis' } };
    const json = { code: await linkCode(store) };
    expect(await browser.ask('POST', '/console/sign-in', { json })).toMatchObject(away);
    expect(await browser.ask('GET', '/console/session')).toMatchObject(away);
    expect(await browser.ask('GET', '/api/admin/orders')).toMatchObject(away);
    expect(await browser.ask('DELETE', '/console/session')).toMatchObject(away);
    expect(browser.cookies.size).toBe(1);
    const token = await store.adminToken();
    expect((await alone.request('GET', '/api/nothing', { token })).status).toBe(404);
    // The unused link still works at a gateway with a connection to Redis.
    expect((await openBrowser(store.url).ask('POST', '/console/sign-in', { json })).status).toBe(204);
  } finally {
    await alone.stop();
  }
});
