import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { connect, type ConsumeMessage } from 'amqplib';
import { commandQueue, partitionOf } from '#shared/platform/amqp/topology.ts';
import { callerHeader } from '#shared/platform/http/internal-auth.ts';
import { freePort } from '#tools/local-stack/free-port.ts';
import { processNames } from '#deploy/processes.ts';
import { eventually } from '../../support/eventually.ts';
import { sharedServers } from '../../support/servers.ts';
import { scrape } from '../support/scrape.ts';
import {
  canary,
  chaosFolder,
  newCanary,
  newTraceId,
  receiver,
  secrets,
  sinks,
  store,
  texts,
  traced,
} from './observed-store.ts';

const root = join(import.meta.dirname, '../../..');

async function ask(token: string, method: string, path: string, json?: unknown, more = {}) {
  // The header marks the trace as sampled, so the spans of every request are exported.
  const headers = { ...traced(newTraceId()), ...more };
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

  // Error responses of every kind, each for a request with a value that must not appear in logs or be shown to others.
  await ask(secrets['forgedToken'] ?? '', 'GET', '/api/admin/orders', undefined, {
    [callerHeader]: secrets['GATEWAY_ORDERS_SECRET'] ?? '',
  });
  await ask(client, 'POST', '/api/admin/users', { name, email });
  await ask(admin, 'POST', '/api/admin/users', { name: [name], email, phone });
  expect((await ask(admin, 'POST', '/api/admin/users', { name, email })).status).toBe(422);
  await store.request('POST', '/api/admin/users', { token: admin, body: `{"name":"${name}` });
  await ask(admin, 'GET', `/api/admin/orders/999999999?x=${search}`);

  // A command that fails in its first attempt and is then retried.
  writeFileSync(join(chaosFolder, 'fail.canary-failure'), '');
  const failing = { line1: line, city: 'Amman', country: 'JO' };
  const failed = ask(client, 'POST', '/api/client/addresses', failing, { 'x-request-id': 'canary-failure' });
  await eventually('the injected failure in the log of the orders worker', () =>
    store.log('orders-worker').includes('A fault was injected'),
  );
  rmSync(join(chaosFolder, 'fail.canary-failure'));
  expect((await failed).status).toBe(201);

  // A queued command. Its bytes are those that would be parked.
  store.kill('orders-worker', 'SIGTERM');
  await eventually(
    'the orders worker to be stopped',
    () => store.processes().find((one) => one.name === 'orders-worker')?.pid === undefined,
  );
  const later = { prefer: 'respond-async' };
  expect((await ask(client, 'POST', '/api/client/addresses', place, later)).status).toBe(202);
  const broker = await connect(sharedServers().rabbitmqUrl);
  const channel = await broker.createChannel();
  const queue = commandQueue(store.namespace, 'orders', partitionOf(`user:${user.id}`));
  const { promise: message, resolve: arrived } = Promise.withResolvers<ConsumeMessage | null>();
  await channel.prefetch(1);
  // The message is not acknowledged, so the command returns to the queue.
  await channel.consume(queue, arrived);
  const { content, properties } = (await message) ?? {};
  sinks.messages.push(content?.toString() ?? '', JSON.stringify(properties));
  await broker.close();
  await store.start('orders-worker');
}

/** The output of a process whose servers reject its passwords. */
async function refusedBy(entry: string, env: Record<string, string>, said: RegExp): Promise<string> {
  const child = spawn(process.execPath, ['--import', './shared/platform/telemetry/register.ts', entry], {
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

describe('a store after successes, rejections and failures', () => {
  beforeAll(everythingThatLeavesTraces);

  test.each(processNames)(
    'the log of the process %s contains no secrets and no text that users entered',
    (name) => {
      const lines = store.log(name);
      expect(lines.length).toBeGreaterThan(0);
      expectWithout(name, lines, { ...secrets, ...texts, canary });
    },
  );

  test('exported spans contain no secrets and no text that users entered', async () => {
    const all = () => receiver.bodies.join('\n');
    await eventually(
      'spans of both sides',
      () => all().includes('own-addresses.create process') && all().includes('orders.checkout publish'),
    );
    expectWithout('traces', all(), { ...secrets, ...texts, canary });
  });

  test('metrics contain no secrets and no text that users entered', async () => {
    const samples = await scrape(store);
    expect(samples.length).toBeGreaterThan(100);
    expectWithout('metrics', JSON.stringify(samples), { ...secrets, ...texts, canary });
  });

  test('commands sent to Redis contain no secrets and no text that users entered', () => {
    const own = sinks.redis.filter((line) => line.includes(store.namespace));
    expect(own.length).toBeGreaterThan(10);
    expectWithout('redis', own.join('\n'), { ...secrets, ...texts, canary });
  });

  test('a queued command contains its data but no secrets', () => {
    const found = sinks.messages.join('\n');
    expect(found).toContain(texts.line);
    expectWithout('messages', found, secrets);
  });

  test('error responses contain no secrets', () => {
    expect(sinks.answers.length).toBeGreaterThan(5);
    expectWithout('answers', sinks.answers.join('\n'), secrets);
  });
});

describe('a password that a server rejects', () => {
  const wrong = newCanary('password');
  const withWrong = (uri: string) => {
    const url = new URL(uri);
    [url.username, url.password] = [url.username || 'someone', wrong];
    return url.href;
  };

  test('the gateway does not log a password that Redis or RabbitMQ rejects', async () => {
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

  test('an API process does not log a password that MongoDB rejects', async () => {
    const env = { MONGODB_URI: withWrong(sharedServers().mongodbUri) };
    expectWithout('api', await refusedBy('services/orders/api.ts', env, /database/), { wrong });
  });
});
