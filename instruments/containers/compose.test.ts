import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { createApiClient } from '#tools/seed/api-client.ts';
import { openAuditClient } from '#tools/operate/audit/audit-client.ts';
import { processNames } from '#deploy/processes.ts';
import { countStates } from '../chaos/ledger.ts';
import { judge } from '../chaos/oracle.ts';
import { readData } from '../chaos/oracle-data.ts';
import { untilQuiet } from '../chaos/quiet.ts';
import { resolveAll } from '../chaos/resolve.ts';
import { openShop } from '../chaos/shop.ts';
import { startShoppers } from '../chaos/start-shoppers.ts';
import { eventually } from '#tests/support/eventually.ts';
import { composeStore, type ComposeStore } from '#tests/support/compose-store.ts';
import { sendRequest } from '#tests/support/request.ts';
import { trust } from '#tests/support/certificates.ts';
import { isPlain, portsThat, readWire } from './wire.ts';

const slow = 240_000;
const ownServices = [...processNames];
let store: ComposeStore;
let admin: string;

const up = (...more: string[]) => store.compose('up', '--wait', '--wait-timeout', '180', ...more);
const say = (line: string) => process.stderr.write(`${line}\n`);

beforeAll(async () => {
  store = await composeStore(['instruments/containers/reachable.yml']);
  await up('--build');
  admin = await store.compose('run', '--rm', '--no-deps', '-T', 'gateway', 'token', '--scope', 'admin');
}, slow);
afterAll(() => store.remove(), slow);

test('a shopper orders a product in a store with sample data that Docker Compose runs, and an admin confirms the order', async () => {
  const seeded = await store.compose('run', '--rm', '--no-deps', '-T', 'gateway', 'seed');
  expect(seeded).toContain('The store is seeded.');
  const shopper = await store.token(1);
  const client = createApiClient(store.url, shopper);
  const before = await client.count('/api/client/orders');
  await client.write('DELETE', '/api/client/cart', 'empty');
  await client.write('POST', '/api/client/cart/items', 'add', { product_id: 3, amount: 2 });
  const checkout = { payment_method: 1, address_id: 1 };
  const { id, status } = await client.write('POST', '/api/client/orders/checkout', 'buy', checkout);
  expect(status).toBe('pending');
  expect(await client.count('/api/client/orders')).toBe(before + 1);

  const moved = await createApiClient(store.url, admin).write('PUT', `/api/admin/orders/${id}`, 'move', {
    status: 'confirmed',
  });
  expect(moved.status).toBe('confirmed');
  const read = await sendRequest(store.url, 'GET', `/api/client/orders/${id}`, { token: shopper });
  expect(read.body).toMatchObject({
    data: { id, status: 'confirmed', items: [{ product_id: 3, amount: 2 }] },
  });
}, 60_000);

test('every container runs unprivileged and read-only, and only the gateway’s port is public', async () => {
  const state =
    '{{.Config.User}}|{{.HostConfig.ReadonlyRootfs}}|{{.HostConfig.CapDrop}}|{{.HostConfig.SecurityOpt}}';
  for (const { id, service } of await store.containers()) {
    const [user = '', readOnly, dropped, options] = (await store.inspect(id, state)).split('|');
    expect([service, readOnly, dropped, options]).toEqual([
      service,
      'true',
      '[ALL]',
      '[no-new-privileges:true]',
    ]);
    expect([service, user]).toEqual([service, expect.stringMatching(/^(1000:1000|999:999)$/)]);
  }
  const write = `try { require('fs').writeFileSync('/app/new', '') } catch (error) { console.log(error.code, process.getuid()) }`;
  expect(await store.compose('exec', '-T', 'orders-worker', 'node', '-e', write)).toBe('EROFS 1000');

  const published = await store.compose('ps', '--format', '{{.Service}} {{.Ports}}');
  const open = published.split('\n').filter((line) => /(0\.0\.0\.0|\[?::\]?):\d+->/.test(line));
  expect(open.map((line) => line.split(' ')[0])).toEqual(['gateway']);
}, 60_000);

test('each process receives only the secrets of the servers and services that it uses', async () => {
  const reach = `console.log(Object.keys(JSON.parse(require('fs').readFileSync(process.env.STORE_SECRETS, 'utf8'))).sort().join())`;
  const secretsOf: Record<string, string> = {};
  for (const name of processNames)
    secretsOf[name] = await store.compose('exec', '-T', name, 'node', '-e', reach);
  const all = 'MONGODB_URI,RABBITMQ_URL,REDIS_URL';
  const ids =
    'COMMAND_ID_KEY,GATEWAY_CATALOG_SECRET,GATEWAY_ORDERS_SECRET,GATEWAY_WEBHOOKS_SECRET,OPERATION_ID_KEY';
  expect(secretsOf).toEqual({
    gateway: `${ids},RABBITMQ_URL,REDIS_URL`,
    'catalog-api': 'GATEWAY_CATALOG_SECRET,MONGODB_URI,ORDERS_CATALOG_SECRET,WEBHOOKS_CATALOG_SECRET',
    'orders-api': 'GATEWAY_ORDERS_SECRET,MONGODB_URI,ORDERS_CATALOG_SECRET,WEBHOOKS_ORDERS_SECRET',
    'webhooks-api': 'GATEWAY_WEBHOOKS_SECRET,MONGODB_URI',
    'webhooks-worker': `${all},WEBHOOKS_CATALOG_SECRET,WEBHOOKS_ORDERS_SECRET,WEBHOOK_SECRETS_KEY`,
    'catalog-worker': all,
    'orders-worker': 'MONGODB_URI,ORDERS_CATALOG_SECRET,RABBITMQ_URL,REDIS_URL',
  });
}, 60_000);

test('each worker can connect only to the API processes of its own service and of services that it reads, and the gateway to all API processes', async () => {
  const reach = (names: readonly string[]) => `
    const { lookup } = require('dns/promises');
    const { connect } = require('net');
    const open = (address) => new Promise((resolve) => {
      const socket = connect({ host: address, port: 3000, timeout: 2000 });
      for (const [event, is] of [['connect', true], ['error', false], ['timeout', false]])
        socket.once(event, () => { socket.destroy(); resolve(is); });
    });
    const found = async (name) => {
      const addresses = await lookup(name, { all: true }).catch(() => []);
      return (await Promise.all(addresses.map(({ address }) => open(address)))).includes(true);
    };
    Promise.all(${JSON.stringify(names)}.map(found)).then((all) => console.log(JSON.stringify(all)));`;
  const reached: Record<string, string[]> = {};
  for (const name of ['gateway', 'catalog-worker', 'orders-worker', 'webhooks-worker'] as const) {
    const others = processNames.filter((other) => other !== name);
    const isOpen = JSON.parse(
      await store.compose('exec', '-T', name, 'node', '-e', reach(others)),
    ) as boolean[];
    reached[name] = others.filter((_, index) => isOpen[index]);
  }
  expect(reached).toEqual({
    gateway: ['catalog-api', 'orders-api', 'webhooks-api'],
    'catalog-worker': ['catalog-api'],
    'orders-worker': ['catalog-api', 'orders-api'],
    'webhooks-worker': ['catalog-api', 'orders-api', 'webhooks-api'],
  });
}, 60_000);

test(
  'a store that is stopped under load has every accepted write after it is started again',
  async () => {
    const shop = await openShop(store.url, admin, { shoppers: 4 });
    const { ledger, end } = await startShoppers(store.url, shop, store.token);
    await eventually('fifty writes', () => countStates(ledger.entries).ok >= 50, 60_000);

    const before = performance.now();
    await store.compose('stop', ...ownServices);
    say(`stopped under load after ${((performance.now() - before) / 1000).toFixed(1)} s`);
    // Exit code 137 would mean that Docker had to kill the container after ten seconds.
    for (const { id, service } of await store.containers(...ownServices)) {
      expect([service, await store.inspect(id, '{{.State.ExitCode}}')]).toEqual([service, '0']);
    }
    await store.compose('down');
    await up();
    await end();

    const client = await openAuditClient(store.servers.mongodbUri);
    try {
      expect(await untilQuiet(store, client, 60_000)).toEqual([]);
      const resolved = await resolveAll(store, ledger.entries);
      const verdict = judge(ledger.entries, resolved, await readData(client, store.namespace), shop);
      expect(verdict).toEqual({
        lost: [],
        duplicated: [],
        applied: [],
        contradicted: [],
        oversold: [],
        stuck: [],
        parked: [],
      });
    } finally {
      await client.close();
    }
    say(`under load: ${JSON.stringify(countStates(ledger.entries))}`);
    expect(ledger.defects).toEqual([]);
    expect(await store.compose('run', '--rm', '--no-deps', '-T', 'operator', 'audit')).toContain(
      'Nothing is wrong.',
    );
  },
  slow,
);

test(
  'a restore brings back the data of the backup, and new orders do not reuse ids of orders placed after the backup',
  async () => {
    const run = (...args: string[]) => store.compose('run', '--rm', '--no-deps', '-T', ...args);
    const shopper = createApiClient(store.url, await store.token(1));
    const buy = async (key: string) => {
      await shopper.write('POST', '/api/client/cart/items', `${key}-add`, { product_id: 3, amount: 1 });
      const checkout = { payment_method: 1, address_id: 1 };
      return shopper.write('POST', '/api/client/orders/checkout', key, checkout);
    };
    const kept = await buy('before-the-backup');
    const backup = await run('backup');
    expect(backup).toMatch(/^\/backups\/\S+: \d+ documents/);
    expect(await run('backup', 'backup', '--verify', '/backups')).toContain(
      'Complete: every document was read.',
    );
    const lost = await buy('after-the-backup');

    await expect(run('restore')).rejects.toThrow('Other programs have the store');
    await store.compose('stop', ...ownServices.filter((name) => name !== 'gateway'));
    await expect(run('restore')).rejects.toThrow('With --replace');
    expect(await run('restore', 'restore', '/backups', '--replace')).toContain('The store is restored');
    expect(await run('migrate', 'migrate', '--plan')).toContain('nothing to do');
    await up();

    const read = ({ id }: { id: number }) =>
      sendRequest(store.url, 'GET', `/api/admin/orders/${id}`, { token: admin });
    expect([(await read(kept)).status, (await read(lost)).status]).toEqual([200, 404]);
    const next = await buy('after-the-restore');
    expect(next.id).toBeGreaterThan(lost.id);
    expect(await run('operator', 'audit')).toContain('Nothing is wrong.');
  },
  slow,
);

test('during the preceding tests, Redis, RabbitMQ and MongoDB denied no process an operation for lack of permission', async () => {
  const asOperator = ['redis-cli', '--no-auth-warning', '-a', store.password];
  expect(await store.compose('exec', '-T', 'redis', ...asOperator, 'ACL', 'LOG')).toBe('');
  const logs = await store.compose('logs', '--no-log-prefix', ...ownServices, 'rabbitmq');
  expect(logs.split('\n').filter((line) => /ACCESS_REFUSED|NOPERM|not authorized/.test(line))).toEqual([]);
}, 60_000);

describe('with the TLS overlay', () => {
  let tls: ComposeStore['compose'];
  let distrust: (() => void) | undefined;

  beforeAll(() => void (tls = store.laidOver('deploy/tls.yml')));
  afterAll(async () => {
    distrust?.();
    await tls('down', '--volumes', '--timeout', '20');
  }, slow);

  test(
    'the TLS overlay of the Compose file leaves only ports with TLS 1.3 open',
    async () => {
      const before = await readWire(store.compose);
      const listening = portsThat(before, isPlain);
      expect(listening).toHaveLength(13);
      expect(portsThat(before, ({ tls: version }) => version.startsWith('TLS'))).toEqual([]);

      await tls('up', '--wait', '--wait-timeout', '180');
      distrust = trust(await tls('exec', '-T', 'gateway', 'cat', '/run/storefront/ca.crt'));
      const after = await readWire(tls);
      expect(portsThat(after, isPlain)).toEqual([]);
      const plainOnes = ['rabbitmq:5672', 'rabbitmq:15672', 'rabbitmq:15692'];
      expect(portsThat(after, ({ tls: version }) => version !== 'TLSv1.3')).toEqual(plainOnes);
    },
    slow,
  );

  test('a checkout, the readiness check and a backup succeed over TLS', async () => {
    const url = store.url.replace('http:', 'https:');
    const client = createApiClient(url, await store.token(1));
    const before = await client.count('/api/client/orders');
    await client.write('POST', '/api/client/cart/items', 'tls-add', { product_id: 3, amount: 1 });
    const checkout = { payment_method: 1, address_id: 1 };
    await client.write('POST', '/api/client/orders/checkout', 'tls-buy', checkout);
    expect(await client.count('/api/client/orders')).toBe(before + 1);
    const ready = (await (await fetch(`${url}/health/ready`)).json()) as { status: string };
    expect(ready.status).toBe('ok');
    expect(await tls('run', '--rm', '--no-deps', '-T', 'backup')).toMatch(/^\/backups\/\S+: \d+ documents/);
  }, 60_000);
});
