import { describe, expect, test } from '@jest/globals';
import { internalHeader } from '#shared/http/internal-auth.ts';
import { createFetchProducts } from '#services/orders/storage/catalog-client.ts';
import type { ProcessName } from '#deploy/processes.ts';
import { createLog } from '#shared/process/log.ts';
import { sharedStore } from '../support/store.ts';

/** What only shows between the processes of a store. */
const store = sharedStore();
const quiet = createLog('test', 'silent');
const words = { name: 'Coffee', description: 'Whole beans' };
describe('a port that is not the public one', () => {
  const ports: [ProcessName, string, string][] = [
    ['catalog-api', 'GET', '/reads/subscriptions.list?request=%7B%7D'],
    ['catalog-api', 'POST', '/checks'],
    ['catalog-api', 'GET', '/operations/x'],
    ['catalog-api', 'POST', '/operations/x/cancel'],
    ['catalog-api', 'GET', '/product-copies?ids=1'],
    ['catalog-api', 'GET', '/'],
    ['catalog-worker', 'GET', '/'],
  ];

  test.each(ports)('of %s answers strangers 404 to %s %s', async (name, method, path) => {
    for (const headers of [{}, { [internalHeader]: 'guessed' }]) {
      const response = await fetch(store.urls[name] + path, { method, headers });
      expect(response.status).toBe(404);
      expect(response.headers.get('x-powered-by')).toBeNull();
    }
  });

  test('tells of its health and its metrics to anyone, and no more than that', async () => {
    for (const name of ['catalog-api', 'catalog-worker'] as const) {
      expect(await (await fetch(`${store.urls[name]}/health/live`)).json()).toEqual({ status: 'ok' });
      expect((await fetch(`${store.urls[name]}/health/ready`)).status).toBe(200);
      expect(await (await fetch(`${store.urls[name]}/metrics`)).text()).toContain('process_uptime');
    }
  });

  test('answers another process of this store', async () => {
    const response = await fetch(`${store.urls['catalog-api']}/product-copies?ids=999999999`, {
      headers: { [internalHeader]: store.internalSecret },
    });
    expect([response.status, await response.json()]).toEqual([200, []]);
  });
});

describe('a product that was created a moment ago', () => {
  const fetchFrom = (url: string, secret = store.internalSecret) => createFetchProducts(url, secret, quiet);

  test('can be had from the catalog before its event has come, in minor units', async () => {
    const body = {
      price: 12.5,
      manufacturing_price: 7.25,
      is_active: false,
      en: words,
      ar: { ...words, name: 'قهوة' },
    };
    const answer = await store.request('POST', '/api/admin/products', {
      token: await store.adminToken(),
      json: body,
    });
    expect(answer.status).toBe(201);
    const { id } = (answer.body as { data: { id: number } }).data;
    expect(await fetchFrom(store.urls['catalog-api'])([id, 999_999_999])).toEqual([
      {
        ...{
          _id: id,
          version: 1,
          price: 1250,
          manufacturing_price: 725,
          is_active: false,
          is_deleted: false,
        },
        ...{ en: { name: 'Coffee' }, ar: { name: 'قهوة' } },
      },
    ]);
  });

  test('is not known while the catalog cannot be asked', async () => {
    expect(await fetchFrom('http://127.0.0.1:1')([1])).toEqual([]);
    expect(await fetchFrom(store.urls['catalog-api'], 'guessed')([1])).toEqual([]);
  });
});
