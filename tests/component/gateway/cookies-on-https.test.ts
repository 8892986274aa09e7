import { expect, test } from '@jest/globals';

import { linkCode, openBrowser } from '../../support/console-browser.ts';
import { useGateway } from '../support/gateway.ts';

const publicUrl = 'https://shop.example';
const headers = { origin: publicUrl };
const namespace = 'coffee';
const gateway = await useGateway({
  env: { STORE_NAMESPACE: namespace, PUBLIC_URL: publicUrl, CORS_ORIGINS: 'https://app.example' },
});

test('the console’s session cookie on https has the attribute Secure, and the gateway ignores a session cookie without the prefix __Host-', async () => {
  const browser = openBrowser(gateway.url);
  const json = { code: await linkCode(gateway) };
  expect((await browser.ask('POST', '/console/sign-in', { json, headers })).status).toBe(204);
  expect(browser.lastSetCookie()).toMatch(
    new RegExp(
      `^__Host-${namespace}-session=[\\w-]{43}; Max-Age=43200; Path=/; .*HttpOnly; Secure; SameSite=Strict$`,
    ),
  );
  const [id = ''] = browser.cookies.values();
  // Another host of the domain could set a cookie without the prefix, so the gateway ignores such a cookie.
  const tossed = openBrowser(gateway.url, new Map([[`${namespace}-session`, id]]));
  expect((await tossed.ask('GET', '/console/session')).status).toBe(401);
  expect((await browser.ask('GET', '/console/session')).status).toBe(200);
  expect((await browser.ask('DELETE', '/console/session', { headers: { origin: gateway.url } })).status).toBe(
    403,
  );
  expect((await browser.ask('DELETE', '/console/session', { headers })).status).toBe(200);
});

test('a page on another origin that CORS allows cannot use the console’s session cookie', async () => {
  const browser = openBrowser(gateway.url);
  await browser.ask('POST', '/console/sign-in', { json: { code: await linkCode(gateway) }, headers });
  const foreign = { origin: 'https://app.example', 'sec-fetch-site': 'cross-site' };
  for (const path of ['/console/session', '/api/admin/orders']) {
    const answer = await browser.ask('GET', path, { headers: foreign });
    expect(answer.status).toBe(403);
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  }
});
