import { describe, expect, test } from '@jest/globals';

import { document } from '../../support/documented-answer.ts';
import { partsWithoutServices, useGateway } from '../support/gateway.ts';

const [shop, back] = ['https://shop.example', 'http://localhost:5173'];
const gateway = await useGateway({ env: { CORS_ORIGINS: `${shop}, ${back}` } });
const token = await gateway.token();

const paths = ['/api/nothing', '/health/live', '/docs', '/openapi.json', '/nothing'];
const fromOrigin = (origin: string, method = 'GET', headers = {}) =>
  gateway.request(method, '/api/nothing', { token, headers: { origin, ...headers } });
const namesIn = (header: string | null) => (header ?? '').split(', ');
/**
 * Browsers let scripts read these headers even if the response does not list them (see the Fetch standard).
 */
const shownAnyway = ['Content-Language', 'Cache-Control'];
/** Only caches use this header, so apps need no access to it. */
const notForApps = ['Vary'];
const preflight = { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'if-match' };

describe('a browser', () => {
  test.each([shop, back])(
    'a browser on the allowed origin %s may call the API and read the documented response headers',
    async (origin) => {
      const answer = await fromOrigin(origin);
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
      const shown = [...namesIn(answer.headers.get('access-control-expose-headers')), ...shownAnyway];
      const documented = Object.keys(document.components['headers'] ?? {});
      expect(shown).toEqual(expect.arrayContaining(documented.filter((name) => !notForApps.includes(name))));
    },
  );

  test('a browser on an allowed origin may send any request header, such as those that Laravel’s front ends add', async () => {
    const asked = 'authorization, if-match, x-csrf-token, x-socket-id';
    const answer = await gateway.request('OPTIONS', '/api/admin/orders', {
      headers: { origin: shop, ...preflight, 'access-control-request-headers': asked },
    });
    expect(answer.headers.get('access-control-allow-headers')).toBe(asked);
    expect(namesIn(answer.headers.get('vary'))).toContain('Access-Control-Request-Headers');
  });

  test('a browser’s preflight request from an allowed origin succeeds without a token', async () => {
    const headers = { origin: shop, ...preflight };
    const answer = await gateway.request('OPTIONS', '/api/admin/orders/1', { headers });
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(answer.headers.get('access-control-allow-origin')).toBe(shop);
    expect(answer.headers.get('access-control-allow-methods')).toContain('PUT');
    expect(Number(answer.headers.get('access-control-max-age'))).toBeGreaterThan(0);
  });

  test('a web app on an allowed origin can read the 401 response to its request without a token', async () => {
    const answer = await gateway.request('GET', '/api/admin/orders', { headers: { origin: shop } });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('access-control-allow-origin')).toBe(shop);
  });

  test.each([
    'null',
    '*',
    'http://shop.example',
    'https://shop.example:8443',
    'https://shop.example.evil.example',
    'https://evil-shop.example',
    'https://shop.example, https://evil.example',
    `${shop}/`,
    'http://localhost:5174',
  ])('a page with the origin %s gets no CORS permission', async (origin) => {
    for (const answer of [await fromOrigin(origin), await fromOrigin(origin, 'OPTIONS', preflight)])
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('cross-origin responses allow no cookies and have Vary: Origin', async () => {
    for (const origin of [shop, 'https://evil.example']) {
      const { headers } = await fromOrigin(origin);
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      expect(headers.get('vary')).toContain('Origin');
    }
  });
});

test.each(paths)('the response to the path %s has the security headers for browsers', async (path) => {
  const { headers } = await gateway.request('GET', path, { token });
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{7,}/);
  expect(headers.get('content-security-policy')).toMatch(/default-src '(self|none)'.*script-src 'self'(;|$)/);
  expect(headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe/);
  for (const name of ['x-powered-by', 'server', 'set-cookie']) expect(headers.get(name)).toBeNull();
});

test('a very long path of a request is shortened in the gateway’s log', async () => {
  await gateway.request('GET', `/marked-${'a'.repeat(15_000)}`, { token });
  const line =
    gateway
      .log()
      .split('\n')
      .find((text) => text.includes('/marked-')) ?? '';
  expect(line.length).toBeLessThan(1500);
  expect(JSON.parse(line)).toMatchObject({ status: 431, path: expect.stringMatching(/15008 characters/) });
});

test('the gateway’s readiness check shows which parts of the store are available, and no other details', async () => {
  const live = await gateway.request('GET', '/health/live');
  expect([live.status, live.body]).toEqual([200, { status: 'ok' }]);
  const ready = await gateway.request('GET', '/health/ready');
  expect([ready.status, ready.body]).toEqual([
    200,
    {
      status: 'degraded',
      down: ['catalog', 'orders', 'webhooks', 'catalog_workers', 'orders_workers', 'webhooks_workers'],
      parts: partsWithoutServices,
    },
  ]);
});

test.each(['/metrics', '/reads/orders.list', '/operations/x', '/checks'])(
  'the internal path %s is not served on the public port',
  async (path) => {
    expect((await gateway.request('GET', path, { token })).status).toBe(404);
  },
);
