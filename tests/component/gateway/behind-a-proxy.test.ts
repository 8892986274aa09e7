import { afterEach, expect, test } from '@jest/globals';
import { startGateway, type ComponentGateway } from '../support/gateway.ts';

let gateway: ComponentGateway;
afterEach(() => gateway.stop());

const warnings = () => gateway.log().split('TRUST_PROXY is 0').length - 1;

test('the gateway logs one warning if forwarded requests arrive and no proxy is trusted', async () => {
  gateway = await startGateway();
  await gateway.request('GET', '/health/live');
  expect(warnings()).toBe(0);
  for (const headers of [{ 'x-forwarded-for': '192.0.2.7' }, { forwarded: 'for=192.0.2.7' }])
    await gateway.request('GET', '/health/live', { headers });
  expect(warnings()).toBe(1);
});

test('the gateway logs no warning about forwarded requests if a proxy is trusted', async () => {
  gateway = await startGateway({ env: { TRUST_PROXY: '1' } });
  await gateway.request('GET', '/health/live', { headers: { 'x-forwarded-for': '192.0.2.7' } });
  expect(warnings()).toBe(0);
});
