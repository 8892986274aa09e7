import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { sharedServers } from '../../support/servers.ts';
import { sharedStore } from '../../support/store-access.ts';
import { openBrowser, signedIn, type Browser } from '../../support/console-browser.ts';

const store = sharedStore();
let layla: Browser;
let auditor: Browser;
beforeAll(async () => {
  layla = await signedIn(store);
  auditor = await signedIn(store, { subject: 'auditor', scope: 'admin:read' });
});

const subscription = {
  price: 5,
  is_active: true,
  en: { name: 'By session', description: 'Made at the console' },
  ar: { name: 'بالجلسة', description: 'من لوحة التحكم' },
};

describe('a session', () => {
  test('GET /console/session returns the user, the end of the session, the currency and the time zone', async () => {
    const { status, body, headers } = await layla.ask('GET', '/console/session');
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toMatchObject({
      subject: 'layla',
      name: 'layla',
      scopes: ['admin', 'admin:read'],
      signed_in_by: 'link',
      currency: 'USD',
      decimals: 2,
      time_zone: 'UTC',
    });
    const hours = (Date.parse((body as { ends_at: string }).ends_at) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(11.9);
    expect(hours).toBeLessThanOrEqual(12);
  });

  test('a request with a session cookie can read and write through the API', async () => {
    const made = await layla.ask('POST', '/api/admin/subscriptions', { json: subscription });
    expect(made.status).toBe(201);
    const { data } = made.body as { data: { id: number } };
    const read = await layla.ask('GET', `/api/admin/subscriptions/${data.id}`);
    expect(read).toMatchObject({ status: 200, body: { data: { en: subscription.en } } });
  });

  test('a console session with a read-only token cannot write, and a staff session cannot read the API’s client area', async () => {
    expect((await auditor.ask('GET', '/api/admin/orders')).status).toBe(200);
    expect((await auditor.ask('POST', '/api/admin/subscriptions', { json: subscription })).status).toBe(403);
    expect((await layla.ask('GET', '/api/client/orders')).status).toBe(403);
  });

  test('a response has the same Cache-Control and Vary headers whether the request has a session or a token', async () => {
    const token = await store.token('layla', 'admin');
    for (const [path, caching] of [
      ['/api/admin/orders', 'no-store'],
      ['/api/admin/subscriptions', 'private, no-cache'],
      ['/api/admin/nothing', 'no-store'],
      ['/api/client/orders', 'no-store'],
    ] as const) {
      const bySession = await layla.ask('GET', path);
      const byToken = await store.request('GET', path, { token });
      for (const { headers } of [bySession, byToken]) {
        expect([path, headers.get('cache-control')]).toEqual([path, caching]);
        expect(headers.get('vary')).toContain('Authorization, Cookie, Accept-Language');
      }
    }
  });

  test('responses about the session have Cache-Control: no-store', async () => {
    for (const method of ['GET', 'PUT']) {
      const { headers } = await openBrowser(store.url).ask(method, '/console/session');
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  test('a request with two session cookies is treated as not signed in', async () => {
    const pairs = [...layla.cookies, ...auditor.cookies].map((pair) => pair.join('='));
    for (const cookie of [pairs.join('; '), pairs.reverse().join('; ')]) {
      const seen = await layla.ask('GET', '/console/session', { headers: { cookie } });
      expect(seen).toMatchObject({ status: 401, body: { reason: 'no_session' } });
    }
  });

  test('if a request has both a token and a session cookie, only the token counts', async () => {
    const authorization = 'Bearer nonsense';
    expect((await layla.ask('GET', '/api/admin/orders', { headers: { authorization } })).status).toBe(401);
  });

  test('requests with a user’s session cookie and requests with the same user’s token count towards one rate limit', async () => {
    const { headers } = await layla.ask('GET', '/api/admin/orders');
    const token = await store.token('layla', 'admin');
    const next = await store.request('GET', '/api/admin/orders', { token });
    const left = (of: Headers) => Number(of.get('x-ratelimit-remaining'));
    expect(left(next.headers)).toBe(left(headers) - 1);
  });

  test('a request without a session cookie is treated as not signed in', async () => {
    const stranger = openBrowser(store.url);
    expect(await stranger.ask('GET', '/console/session')).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated', reason: 'no_session' },
    });
    expect((await stranger.ask('GET', '/api/admin/orders')).status).toBe(401);
  });
});

describe('cross-site requests with the session cookie', () => {
  const other = 'https://other.example';
  test.each([
    ['GET', { 'sec-fetch-site': 'cross-site' }],
    ['GET', { 'sec-fetch-site': 'same-site' }],
    ['GET', { 'sec-fetch-site': 'none' }],
    ['GET', { 'sec-fetch-site': 'same-origin', origin: other }],
    ['POST', { origin: other }],
    ['POST', { origin: 'null' }],
    ['POST', { origin: store.url.replace('http:', 'https:') }],
    ['POST', { 'sec-fetch-site': 'same-site' }],
    ['PUT', { 'sec-fetch-site': 'cross-site', origin: other }],
    ['DELETE', { 'sec-fetch-site': 'cross-site' }],
  ])(
    'a %s request with a session cookie and the headers %j gets a 403 that names the only allowed origin',
    async (method, headers) => {
      const json = method === 'GET' || method === 'DELETE' ? {} : { json: subscription };
      for (const path of ['/api/admin/subscriptions', '/api/admin/orders/1', '/console/session']) {
        if (path === '/console/session' && method !== 'GET' && method !== 'DELETE') continue;
        const { status, body } = await layla.ask(method, path, { headers, ...json });
        expect([path, status, body]).toEqual([
          path,
          403,
          expect.objectContaining({ code: 'forbidden', reason: 'foreign_origin' }),
        ]);
        expect((body as { remedy: string }).remedy).toContain(`Only pages of ${store.url} can use a session`);
      }
      expect((await layla.ask('GET', '/console/session')).status).toBe(200);
    },
  );

  test('a cross-site request cannot sign in to the console', async () => {
    const { status } = await openBrowser(store.url).ask('POST', '/console/sign-in', {
      json: { code: 'x' },
      headers: { origin: other, 'sec-fetch-site': 'cross-site' },
    });
    expect(status).toBe(403);
  });

  test('a request with a session cookie but without Sec-Fetch-Site is accepted if its Referer is the console, and rejected if it is another site', async () => {
    const cookie = [...layla.cookies].map((pair) => pair.join('=')).join('; ');
    const ask = (referer: string) => fetch(`${store.url}/api/admin/orders`, { headers: { cookie, referer } });
    expect((await ask(`${store.url}/console/orders`)).status).toBe(200);
    expect((await ask('https://other.example/')).status).toBe(403);
  });
});

describe('signing out', () => {
  test('after signing out, no copy of the session cookie works', async () => {
    const browser = await signedIn(store);
    const copy = openBrowser(store.url, new Map(browser.cookies));
    const out = await browser.ask('DELETE', '/console/session');
    expect([out.status, out.body, browser.cookies.size]).toEqual([200, { sign_out_url: null }, 0]);
    const ended = { status: 401, body: { code: 'unauthenticated', reason: 'session_ended' } };
    expect(await copy.ask('GET', '/console/session')).toMatchObject(ended);
    expect(await copy.ask('GET', '/api/admin/orders')).toMatchObject(ended);
    expect(await copy.ask('POST', '/api/admin/subscriptions', { json: subscription })).toMatchObject(ended);
  });

  test('signing out does not end other sessions of the same person', async () => {
    const [counter, phone] = [await signedIn(store), await signedIn(store)];
    await counter.ask('DELETE', '/console/session');
    expect((await phone.ask('GET', '/console/session')).status).toBe(200);
  });
});

describe('sessions in Redis', () => {
  let redis: Redis;
  beforeAll(() => {
    redis = new Redis(sharedServers().redisUrl);
  });
  afterAll(() => redis.disconnect());

  test('Redis contains no readable session cookie and no readable token', async () => {
    const [id = ''] = layla.cookies.values();
    const keys = await redis.keys(`${store.namespace}:session:*`);
    const kept = await Promise.all(
      keys.map((key) => (key.endsWith(':list') ? redis.hvals(key) : redis.get(key))),
    );
    expect(keys.length).toBeGreaterThan(1);
    const all = [...keys, ...kept.flat()].join('\n');
    expect(id).toHaveLength(43);
    expect(all).not.toContain(id);
    // The beginning of every token. A shorter text could occur in the ciphertext by chance.
    expect(all).not.toMatch(/eyJhbGci|layla/);
  });

  test('Redis expires each session within twelve hours', async () => {
    const keys = await redis.keys(`${store.namespace}:session:*`);
    const times = await Promise.all(keys.map((key) => redis.pttl(key)));
    // Redis returns -2 for a key that has expired since `keys` listed it, and -1 for a key that never expires.
    const left = times.filter((ms) => ms !== -2);
    expect(left).not.toEqual([]);
    for (const ms of left) {
      expect(ms).toBeGreaterThan(0);
      expect(ms).toBeLessThanOrEqual(12 * 3_600_000);
    }
  });
});
