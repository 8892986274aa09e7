import { afterEach, expect, test } from '@jest/globals';
import { startGateway, type ComponentGateway } from '../support/gateway.ts';

let gateway: ComponentGateway;
afterEach(() => gateway.stop());

const warnings = () => gateway.log().split('TRUST_PROXY is 0').length - 1;

test('the gateway logs one warning if requests have forwarding headers although no proxy is trusted', async () => {
  gateway = await startGateway();
  await gateway.request('GET', '/health/live');
  expect(warnings()).toBe(0);
  for (const headers of [{ 'x-forwarded-for': '192.0.2.7' }, { forwarded: 'for=192.0.2.7' }])
    await gateway.request('GET', '/health/live', { headers });
  expect(warnings()).toBe(1);
});

test('the gateway logs no warning about requests with forwarding headers if a proxy is trusted', async () => {
  gateway = await startGateway({ env: { TRUST_PROXY: '1' } });
  await gateway.request('GET', '/health/live', { headers: { 'x-forwarded-for': '192.0.2.7' } });
  expect(warnings()).toBe(0);
});

test.each(['x y', 'javascript', 'http://other.example/'])(
  'a gateway behind a trusted proxy treats the invalid X-Forwarded-Proto header %s as http',
  async (protocol) => {
    gateway = await startGateway({ env: { TRUST_PROXY: '1' } });
    const headers = { 'x-forwarded-proto': protocol };
    const answer = await gateway.request('GET', '/openapi.json', { headers });
    const [server] = (answer.body as { servers: { url: string }[] }).servers;
    expect([answer.status, server?.url]).toEqual([200, gateway.url]);
    const cookie = `store-session=${'a'.repeat(43)}`;
    const read = await gateway.request('GET', '/console/session', { headers: { ...headers, cookie } });
    expect(read.status).toBe(403);
  },
);
