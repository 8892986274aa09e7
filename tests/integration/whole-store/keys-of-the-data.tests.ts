import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ProcessName } from '#deploy/processes.ts';
import { freePort } from '#tools/local-stack/free-port.ts';
import { eventually } from '../../support/eventually.ts';
import type { Answer } from '../../support/request.ts';
import { temporaryFolder } from '../../support/servers.ts';
import {
  startTestStore,
  type StoreAccess,
  type TestStore,
  type TestStoreOrder,
} from '../../support/store.ts';
import { store } from './whole-store.ts';

/** Set KEY_PAIRS=1000 to repeat the measurement in docs/inside/scale.md. */
const pairs = Number(process.env['KEY_PAIRS'] ?? 20);
const shoppersAtOnce = 10;
const root = join(import.meta.dirname, '../../..');

describe('the secret keys that a store’s data depends on', () => {
  let shared: NodeJS.ProcessEnv;
  beforeAll(() => {
    const { 'catalog-api': catalog, 'orders-api': orders, 'webhooks-api': webhooks } = store.urls;
    const urls = { CATALOG_URL: catalog, ORDERS_URL: orders, WEBHOOKS_URL: webhooks };
    shared = { ...store.env, ...store.secrets, ...urls };
  });

  type Json = Record<string, unknown>;

  /** Creates a record at the first gateway. The idempotency key makes a second attempt on a busy machine harmless. */
  async function create(path: string, json: Json, token?: string): Promise<{ id: number }> {
    const headers = { 'idempotency-key': randomUUID(), prefer: 'wait=30' };
    const answer = await store.request('POST', path, {
      json,
      headers,
      token: token ?? (await store.adminToken()),
    });
    if (answer.status >= 300) throw new Error(`POST ${path} answered ${answer.status}: ${answer.text}`);
    return (answer.body as { data: { id: number } }).data;
  }

  async function totalOf(path: string, token: string): Promise<number> {
    const answer = await store.request('GET', `${path}?paginate=1`, { token });
    return (answer.body as { meta: { total: number } }).meta.total;
  }

  const words = { name: 'Box', description: 'A box' };

  describe('two gateways with the same secret keys', () => {
    let second: TestStore;
    beforeAll(async () => {
      second = await startTestStore({ only: ['gateway'], namespace: store.namespace, env: shared });
    });
    afterAll(async () => second.stop());

    test(
      'two gateways with the same secret keys create only one order for each Idempotency-Key',
      async () => {
        const product = await create('/api/admin/products', {
          price: 12.5,
          manufacturing_price: 7,
          en: words,
          ar: words,
        });
        const before = await totalOf('/api/admin/orders', await store.adminToken());
        let left = pairs;
        const shop = async (shopper: number): Promise<string[]> => {
          const email = `shopper-${shopper}@example.com`;
          const user = await create('/api/admin/users', { name: 'Rana', email });
          const place = { user_id: user.id, line1: '3 Hill Road', city: 'Amman', country: 'JO' };
          const address = await create('/api/admin/addresses', place);
          const token = await store.clientToken(user.id);
          const faults: string[] = [];
          let sent = 0;
          while (left > 0) {
            left -= 1;
            sent += 1;
            await create('/api/client/cart/items', { product_id: product.id, amount: 1 }, token);
            const headers = { 'idempotency-key': randomUUID(), prefer: 'wait=30' };
            const json = { address_id: address.id, payment_method: 1 };
            const checkOut = (at: StoreAccess): Promise<Answer> =>
              at.request('POST', '/api/client/orders/checkout', { json, headers, token });
            const [first, other] = await Promise.all([checkOut(store), checkOut(second)]);
            if (first.status !== 201 || first.text !== other.text)
              faults.push(`${first.status} ${first.text} / ${other.status} ${other.text}`);
          }
          const made = await totalOf('/api/client/orders', token);
          return made === sent ? faults : [...faults, `${sent} keys made ${made} orders`];
        };
        const shoppers = Array.from({ length: shoppersAtOnce }, (_, shopper) => shop(shopper));
        expect((await Promise.all(shoppers)).flat().slice(0, 3)).toEqual([]);
        expect(await totalOf('/api/admin/orders', await store.adminToken())).toBe(before + pairs);
      },
      120_000 + pairs * 1000,
    );

    test('a gateway returns an operation that another gateway with the same secret keys accepted', async () => {
      const token = await store.adminToken();
      const accepted = await store.request('POST', '/api/admin/subscriptions', {
        token,
        json: { price: 1, en: words, ar: words },
        headers: { prefer: 'respond-async' },
      });
      expect(accepted.status).toBe(202);
      const operation = await second.request('GET', accepted.headers.get('location') ?? '', { token });
      expect(operation.status).toBe(200);
    });
  });

  const anotherKey = () => randomBytes(24).toString('hex');

  /** Starts these processes in addition to the store. Resolves with their error message, or with the text `it started`. */
  function outcomeOf(order: TestStoreOrder): Promise<string> {
    return startTestStore({ ...order, namespace: store.namespace }).then(
      async (started) => {
        await started.stop();
        return 'it started';
      },
      (error: unknown) => String(error),
    );
  }

  function refusedFor(names: string): RegExp {
    return new RegExp(
      `(^|\\n) *${names} (is not the key|are not the keys) that the data of [^\\n]+ was made with: [^\\n]+--accept-keys[^\\n]+\\.\\s*$`,
    );
  }

  describe('a process with a secret key that its data does not match', () => {
    test.each([
      ['gateway', 'OPERATION_ID_KEY'],
      ['webhooks-worker', 'WEBHOOK_SECRETS_KEY'],
    ] as const)(
      'the process %s refuses to start if the secret key %s is wrong, and prints the remedy',
      async (only, name) => {
        const another = anotherKey();
        const outcome = await outcomeOf({ only: [only], env: { ...shared, [name]: another } });
        expect(outcome).toMatch(refusedFor(name));
        expect(outcome).not.toContain(another);
      },
    );

    test('npm start without the file settings.json that belongs to the existing data stops before it starts a process', async () => {
      const { mongodbUri, redisUrl, rabbitmqUrl } = store.servers;
      const env = {
        MONGODB_URI: mongodbUri,
        REDIS_URL: redisUrl,
        RABBITMQ_URL: rabbitmqUrl,
        STORE_NAMESPACE: store.namespace,
        PORT: String(await freePort()),
      };
      const folder = temporaryFolder();
      const { code, output } = await run('tools/local-stack/start.ts', ['--data-dir', folder], env);
      expect({ code, output }).toEqual({
        code: 1,
        output: expect.stringMatching(refusedFor('COMMAND_ID_KEY and OPERATION_ID_KEY')),
      });
      expect(output).not.toContain('Starting the store');
    });
  });

  test('an API process, a worker and a gateway refuse to start if their currency differs from the currency stored with the data', async () => {
    const env = { STORE_CURRENCY: 'KWD' };
    const others = ['catalog-api', 'orders-worker'] as const;
    const outcomes = await Promise.all(others.map((name) => outcomeOf({ only: [name], env })));
    for (const outcome of outcomes) expect(outcome).toContain('Set STORE_CURRENCY=USD');
    expect(await outcomeOf({ only: ['gateway'], env: { ...shared, ...env } })).toMatch(
      /do not fit the data of the (catalog|orders|webhooks) service[^]*Set STORE_CURRENCY=USD/,
    );
  });

  describe('a gateway that starts while a service is unavailable', () => {
    test('a gateway started while a service is unavailable rejects only writes to that service', async () => {
      const token = await store.adminToken();
      await stop('catalog-api', 'SIGKILL');
      await stop('gateway', 'SIGKILL');
      await store.start('gateway');
      const subscribe = () =>
        store.request('POST', '/api/admin/subscriptions', {
          token,
          json: { price: 1, en: words, ar: words },
        });
      const refused = await subscribe();
      expect([refused.status, refused.body]).toEqual([
        503,
        expect.objectContaining({
          code: 'unavailable',
          part: 'catalog',
          message: expect.stringContaining(
            'cannot compare its keys with the catalog service yet. Nothing was accepted',
          ),
        }),
      ]);
      const ready = await store.request('GET', '/health/ready');
      expect([ready.status, ready.body]).toEqual([
        200,
        expect.objectContaining({ status: 'degraded', down: expect.arrayContaining(['catalog']) }),
      ]);
      await create('/api/admin/users', { name: 'Rana', email: 'late@example.com' });
      await store.start('catalog-api');
      expect((await subscribe()).status).toBe(201);
    });
  });

  describe('npm run migrate -- --accept-keys', () => {
    test('after npm run migrate -- --accept-keys, a gateway can start with a new secret key and no longer with the former key', async () => {
      await stop('gateway');
      await stop('webhooks-worker');
      const { mongodbUri } = store.servers;
      const databases = { MONGODB_URI: mongodbUri, STORE_NAMESPACE: store.namespace };
      const accepted = await run('tools/operate/migrate.ts', ['--accept-keys'], databases);
      expect(accepted).toEqual({
        code: 0,
        output: expect.stringMatching(/^orders: accepts the COMMAND_ID_KEY, OPERATION_ID_KEY/m),
      });
      const env = { ...shared, COMMAND_ID_KEY: anotherKey() };
      expect(await outcomeOf({ only: ['gateway'], env })).toBe('it started');
      expect(await outcomeOf({ only: ['gateway'], env: shared })).toMatch(refusedFor('COMMAND_ID_KEY'));
    }, 180_000);
  });

  async function stop(name: ProcessName, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    store.kill(name, signal);
    const isRunning = () => store.processes().some((one) => one.name === name && one.pid !== undefined);
    await eventually(`${name} to have stopped`, () => !isRunning());
  }

  function run(
    script: string,
    args: string[],
    more: NodeJS.ProcessEnv,
  ): Promise<{ code: number; output: string }> {
    const env = { ...process.env, ...more };
    return new Promise((resolve) => {
      execFile(process.execPath, [script, ...args], { cwd: root, env }, (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
      });
    });
  }
});
