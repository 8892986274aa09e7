import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { connect } from 'amqplib';
import type { ConsumeMessage } from 'amqplib';
import { Redis } from 'ioredis';
import { commandQueue, partitionOf } from '#shared/amqp/topology.ts';
import { callerHeader, internalHeader } from '#shared/http/internal-auth.ts';
import { loadSigningKeys } from '#services/gateway/auth/signing-keys.ts';
import { processNames } from '#deploy/processes.ts';
import { freePort } from '#tools/local-stack/free-port.ts';
import { sharedServers, temporaryFolder } from '../support/servers.ts';
import { startTestStore } from '../support/store.ts';
import type { TestStore } from '../support/store.ts';
import { scrape } from './support/scrape.ts';
import { eventually } from '../support/eventually.ts';

/** Makes a unique value, which the tests search for afterwards in every log, span, metric and answer. */
const canary = (name: string) => `canary${name}${randomBytes(6).toString('hex')}`;

/** These must appear in no output at all. */
const secrets: Record<string, string> = { forgedToken: canary('token') };
/** Texts that users enter: they may appear in databases, messages and answers to these users only. */
const texts = {
  name: canary('name'),
  email: canary('email'),
  phone: canary('phone'),
  line: canary('line'),
  notes: canary('notes'),
  reason: canary('reason'),
  search: canary('search'),
  key: canary('key'),
};

let store: TestStore;
let collector: Server;
let monitor: Redis;
const root = join(import.meta.dirname, '../..');
const chaosFolder = join(temporaryFolder(), 'chaos');
/** The data that has arrived in each sink. */
const sinks = {
  traces: [] as string[],
  redis: [] as string[],
  answers: [] as string[],
  messages: [] as string[],
};

beforeAll(async () => {
  mkdirSync(chaosFolder, { recursive: true });
  collector = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => void sinks.traces.push(chunk.toString('latin1')));
    request.on('end', () => response.setHeader('Content-Type', 'application/json').end('{}'));
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const redis = new Redis(sharedServers().redisUrl);
  monitor = await redis.monitor();
  redis.disconnect();
  monitor.on('monitor', (_time: string, args: string[]) => void sinks.redis.push(args.join(' ')));
  store = await startTestStore({
    env: {
      LOG_LEVEL: 'trace',
      CHAOS: '1',
      CHAOS_FOLDER: chaosFolder,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_TRACES_SAMPLER: 'always_on',
      OTEL_BSP_SCHEDULE_DELAY: '200',
    },
  });
  Object.assign(secrets, store.secrets);
  for (const [index, key] of (await loadSigningKeys(store.env['AUTH_KEYS_DIR'] ?? '')).entries())
    secrets[`signing key ${index}`] = key.d ?? '';
  for (const uri of Object.values(sharedServers()) as string[]) {
    const { protocol, password } = new URL(uri);
    // A server of a container may have a password that is a common word.
    if (password.length > 12) secrets[`password of ${protocol}`] = decodeURIComponent(password);
  }
}, 90_000);

afterAll(async () => {
  monitor.disconnect();
  await store.stop();
  collector.closeAllConnections();
  collector.close();
});

async function ask(token: string, method: string, path: string, json?: unknown, headers = {}) {
  const answer = await store.request(method, path, { token, headers, ...(json !== undefined && { json }) });
  if (answer.status >= 400) sinks.answers.push(answer.text);
  return answer as { status: number; text: string; body: { data: { id: number; items: { id: number }[] } } };
}

async function everythingThatLeavesTraces(): Promise<void> {
  const admin = await store.adminToken();
  const { name, phone, line, notes, reason, search, key } = texts;
  const email = `${texts.email}@example.com`;
  const user = (await ask(admin, 'POST', '/api/admin/users', { name, email, phone })).body.data;
  const client = await store.clientToken(user.id);
  for (const [kind, token] of Object.entries({ admin, client }))
    secrets[`token of ${kind}`] = token.split('.')[2] ?? '';

  const place = { line1: line, label: line, city: 'Amman', country: 'JO' };
  const address = (await ask(client, 'POST', '/api/client/addresses', place, { 'idempotency-key': key })).body
    .data;
  const words = { name: 'Coffee', description: 'Whole beans' };
  const product = (await ask(admin, 'POST', '/api/admin/products', { price: 1, en: words, ar: words })).body
    .data;
  await ask(client, 'POST', '/api/client/cart/items', { product_id: product.id, amount: 1 });
  const checkout = { payment_method: 1, address_id: address.id, notes };
  const order = (await ask(client, 'POST', '/api/client/orders/checkout', checkout)).body.data;
  expect(order.id).toBeGreaterThan(0);
  const bulk = { ids: [order.id], status: 'rejected', reject_reason: reason };
  expect((await ask(admin, 'PUT', '/api/admin/orders/bulk-update', bulk)).status).toBe(200);
  for (const path of ['/api/admin/orders', '/api/admin/users', '/api/client/orders'])
    await ask(
      path.includes('client') ? client : admin,
      'GET',
      `${path}?search=${search}&filters[name]=${search}`,
    );

  // Refusals of every kind, each with a value that must not be logged or shown to others.
  await ask(secrets['forgedToken'] ?? '', 'GET', '/api/admin/orders', undefined, {
    [callerHeader]: secrets['GATEWAY_ORDERS_SECRET'] ?? '',
    [internalHeader]: secrets['GATEWAY_CATALOG_SECRET'] ?? '',
  });
  await ask(client, 'POST', '/api/admin/users', { name, email });
  await ask(admin, 'POST', '/api/admin/users', { name: [name], email, phone });
  expect((await ask(admin, 'POST', '/api/admin/users', { name, email })).status).toBe(422);
  await store.request('POST', '/api/admin/users', { token: admin, body: `{"name":"${name}` });
  await ask(admin, 'GET', `/api/admin/orders/999999999?x=${search}`);

  // A command that fails at first, and is tried again.
  writeFileSync(join(chaosFolder, 'fail.canary-failure'), '');
  const failing = { line1: line, city: 'Amman', country: 'JO' };
  const failed = ask(client, 'POST', '/api/client/addresses', failing, { 'x-request-id': 'canary-failure' });
  await eventually('the failure in the log', () =>
    store.log('orders-worker').includes('A fault was injected'),
  );
  rmSync(join(chaosFolder, 'fail.canary-failure'));
  expect((await failed).status).toBe(201);

  // A command on its way, as it would be parked.
  store.kill('orders-worker', 'SIGTERM');
  await eventually(
    'the worker to be gone',
    () => store.processes().find((one) => one.name === 'orders-worker')?.pid === undefined,
  );
  const later = { prefer: 'respond-async' };
  expect((await ask(client, 'POST', '/api/client/addresses', place, later)).status).toBe(202);
  const broker = await connect(sharedServers().rabbitmqUrl);
  const channel = await broker.createChannel();
  const queue = commandQueue(store.namespace, 'orders', partitionOf(`user:${user.id}`));
  const { promise: message, resolve: arrived } = Promise.withResolvers<ConsumeMessage | null>();
  await channel.prefetch(1);
  // Not acknowledged, it goes back to the queue.
  await channel.consume(queue, arrived);
  const { content, properties } = (await message) ?? {};
  sinks.messages.push(content?.toString() ?? '', JSON.stringify(properties));
  await broker.close();
  await store.start('orders-worker');
}

/** The output of a process with passwords that its servers refuse. */
async function refusedBy(entry: string, env: Record<string, string>, said: RegExp): Promise<string> {
  const child = spawn(process.execPath, ['--import', './shared/telemetry/register.ts', entry], {
    cwd: root,
    env: {
      ...process.env,
      ...store.env,
      ...store.secrets,
      PORT: String(await freePort()),
      INTERNAL_PORT: String(await freePort()),
      OTEL_SDK_DISABLED: 'true',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
  const ended = once(child, 'close').then(([code]) => {
    throw new Error(`${entry} ended with ${String(code)}:\n${output}`);
  });
  try {
    const refused = eventually(`${entry} to be refused`, () => (said.test(output) ? output : null), 20_000);
    return await Promise.race([refused, ended]);
  } finally {
    child.kill('SIGKILL');
  }
}

function expectWithout(where: string, found: string, values: Record<string, string>): void {
  const names = Object.entries(values).filter(([, value]) => found.includes(value));
  expect({ where, holds: names.map(([name]) => name) }).toEqual({ where, holds: [] });
}

describe('a store after successes, refusals and failures', () => {
  beforeAll(everythingThatLeavesTraces, 60_000);

  test.each(processNames)('the log of %s contains no secret and no text that users entered', (name) => {
    const lines = store.log(name);
    expect(lines.length).toBeGreaterThan(0);
    expectWithout(name, lines, { ...secrets, ...texts });
  });

  test('exported spans contain no secret and no text that users entered', async () => {
    const all = () => sinks.traces.join('');
    await eventually(
      'spans of both sides',
      () => all().includes('own-addresses.create process') && all().includes('orders.checkout publish'),
    );
    expectWithout('traces', all(), { ...secrets, ...texts });
  });

  test('metrics contain no secret and no text that users entered', async () => {
    const samples = await scrape(store);
    expect(samples.length).toBeGreaterThan(100);
    expectWithout('metrics', JSON.stringify(samples), { ...secrets, ...texts });
  });

  test('commands sent to Redis contain no secret and no text that users entered', () => {
    const own = sinks.redis.filter((line) => line.includes(store.namespace));
    expect(own.length).toBeGreaterThan(10);
    expectWithout('redis', own.join('\n'), { ...secrets, ...texts });
  });

  test('a queued command contains its data but no secret', () => {
    const found = sinks.messages.join('\n');
    expect(found).toContain(texts.line);
    expectWithout('messages', found, secrets);
  });

  test('error responses contain no secret', () => {
    expect(sinks.answers.length).toBeGreaterThan(5);
    expectWithout('answers', sinks.answers.join('\n'), secrets);
  });
});

describe('a password that a server refuses', () => {
  const wrong = canary('password');
  const withWrong = (uri: string) => {
    const url = new URL(uri);
    [url.username, url.password] = [url.username || 'someone', wrong];
    return url.href;
  };

  test('the gateway does not log a password that Redis or RabbitMQ refuses', async () => {
    const env = {
      REDIS_URL: withWrong(sharedServers().redisUrl),
      RABBITMQ_URL: withWrong(sharedServers().rabbitmqUrl),
    };
    const output = await refusedBy(
      'services/gateway/main.ts',
      env,
      /"connection":"gateway".*ACCESS|ACCESS.*"connection":"gateway"/s,
    );
    expectWithout('gateway', output, { wrong });
  });

  test('an API process does not log a password that MongoDB refuses', async () => {
    const env = { MONGODB_URI: withWrong(sharedServers().mongodbUri) };
    expectWithout('api', await refusedBy('services/orders/api.ts', env, /database/), { wrong });
  });
});
