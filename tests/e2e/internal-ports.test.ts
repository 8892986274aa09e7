import { describe, expect, test } from '@jest/globals';
import { processes, processNames, type ProcessName } from '#deploy/processes.ts';
import { variableOf } from '#deploy/internal-secrets.ts';
import { callerHeader } from '#shared/platform/http/internal-auth.ts';
import { createCatalogProducts, createFetchProducts } from '#services/orders/stock/storage/catalog-client.ts';
import { createLog } from '#shared/platform/process/log.ts';
import { sharedStore } from '../support/store-access.ts';

/** Contains only tests that need several processes of a store. */
const store = sharedStore();
const quiet = createLog('test', 'silent');
const words = { name: 'Coffee', description: 'Whole beans' };
describe('an internal port', () => {
  const ports: [ProcessName, string, string][] = [
    ['catalog-api', 'GET', '/reads/subscriptions.list?request=%7B%7D'],
    ['catalog-api', 'POST', '/checks'],
    ['catalog-api', 'GET', '/operations/x'],
    ['catalog-api', 'POST', '/operations/x/cancel'],
    ['catalog-api', 'POST', '/operations/find'],
    ['catalog-api', 'GET', '/product-copies?ids=1'],
    ['catalog-api', 'POST', '/stock-levels'],
    ['orders-api', 'POST', '/rehearsals'],
    ['orders-api', 'GET', '/user-id?external_id=x'],
    ['catalog-api', 'GET', '/'],
    ['catalog-worker', 'GET', '/'],
  ];

  test.each(ports)(
    'the internal port of %s responds to %s %s with 404 if the request has no valid secret',
    async (name, method, path) => {
      for (const headers of [{}, { [callerHeader]: 'guessed' }]) {
        const response = await fetch(store.urls[name] + path, { method, headers });
        expect(response.status).toBe(404);
        expect(response.headers.get('x-powered-by')).toBeNull();
      }
    },
  );

  test('an internal port serves health checks and metrics without a secret', async () => {
    for (const name of ['catalog-api', 'catalog-worker'] as const) {
      expect(await (await fetch(`${store.urls[name]}/health/live`)).json()).toEqual({ status: 'ok' });
      expect((await fetch(`${store.urls[name]}/health/ready`)).status).toBe(200);
      expect(await (await fetch(`${store.urls[name]}/metrics`)).text()).toContain('process_uptime');
    }
  });

  const read = `request=${encodeURIComponent(JSON.stringify({ params: {}, query: {}, language: 'en' }))}`;
  const questions = {
    'users of orders': ['orders-api', `/reads/users.list?${read}`],
    'subscriptions of the catalog': ['catalog-api', `/reads/subscriptions.list?${read}`],
    'operations of the catalog': ['catalog-api', '/operations/x'],
    'copies of products': ['catalog-api', '/product-copies?ids=999999999'],
  } as const satisfies Record<string, readonly [ProcessName, string]>;

  test.each([
    ['gateway', ['users of orders', 'subscriptions of the catalog', 'operations of the catalog']],
    ['catalog-api', []],
    ['catalog-worker', []],
    ['orders-api', ['copies of products']],
    ['orders-worker', ['copies of products']],
    ['webhooks-api', []],
    ['webhooks-worker', []],
  ] as const)(
    'the secrets of the process %s allow reading only this data from other processes’ internal ports: %j',
    async (caller, allowed) => {
      const known = processes[caller].secrets.map((name) => store.secrets[variableOf(name)] ?? '');
      // The secrets that callers send to this process must not give access to other processes' ports.
      const own = caller.endsWith('-api') ? caller : null;
      const answered: string[] = [];
      for (const [question, [api, path]] of Object.entries(questions)) {
        if (api === own) continue;
        const asked = known.map((secret) =>
          fetch(store.urls[api] + path, { headers: { [callerHeader]: secret } }),
        );
        const isRefused = async (response: Response) =>
          response.status === 404 && (await response.text()) === '';
        const refusals = await Promise.all((await Promise.all(asked)).map(isRefused));
        if (refusals.includes(false)) answered.push(question);
      }
      expect(answered).toEqual(allowed);
    },
  );

  test('all secrets between processes differ, and only the gateway and the webhooks worker get secrets whose names end with “-key”', () => {
    expect(new Set(Object.values(store.secrets)).size).toBe(Object.keys(store.secrets).length);
    expect(
      processNames.filter((name) => processes[name].secrets.some((secret) => secret.endsWith('-key'))),
    ).toEqual(['gateway', 'webhooks-worker']);
  });
});

describe('a product that was created a moment ago', () => {
  const fetchFrom = (url: string, secret = store.secrets['ORDERS_CATALOG_SECRET'] ?? '') =>
    createFetchProducts(createCatalogProducts(url, { name: 'ORDERS_CATALOG_SECRET', secret }), quiet);

  test('the catalog’s internal port returns a new product immediately, with prices in minor units such as cents', async () => {
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
        _id: id,
        version: 1,
        price: 1250,
        manufacturing_price: 725,
        is_active: false,
        is_deleted: false,
        en: { name: 'Coffee' },
        ar: { name: 'قهوة' },
      },
    ]);
  });

  test('fetching products from the catalog fails if the catalog is unavailable or the caller’s secret is wrong', async () => {
    await expect(fetchFrom('http://127.0.0.1:1')([1])).rejects.toThrow('ECONNREFUSED');
    await expect(fetchFrom(store.urls['catalog-api'], 'guessed')([1])).rejects.toThrow(/differs/);
  });
});
