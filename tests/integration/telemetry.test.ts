import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { connect, type ConsumeMessage } from 'amqplib';
import { Redis } from 'ioredis';
import { commandQueue, partitionOf, serviceExchange } from '#shared/platform/amqp/topology.ts';
import { callerHeader } from '#shared/platform/http/internal-auth.ts';
import { loadSigningKeys } from '#services/gateway/auth/signing-keys.ts';
import { freePort } from '#tools/local-stack/free-port.ts';
import { processNames } from '#deploy/processes.ts';
import { sharedServers, temporaryFolder } from '../support/servers.ts';
import { startTestStore, type TestStore } from '../support/store.ts';
import { namesIn, panelExpressions, ruleExpressions } from './support/promql.ts';
import { scrape, total } from './support/scrape.ts';
import { startTraceReceiver, wayTo, type SeenSpan } from './support/trace-receiver.ts';
import { eventually } from '../support/eventually.ts';

let receiver: Awaited<ReturnType<typeof startTraceReceiver>>;
/** A store with telemetry, after a checkout by a shopper and product changes by an admin. */
let store: TestStore;

/** A word that is in every body and query of these tests and must not appear in telemetry. */
const canary = `canary${randomBytes(6).toString('hex')}`;
const traceIds = { product: newTraceId(), checkout: newTraceId(), bulk: newTraceId(), dropped: newTraceId() };
const checkoutRequest = `checkout-${canary.slice(-6)}-request`;

/** Values that no output may contain. */
const secrets: Record<string, string> = { forgedToken: newCanary('token') };
/** Texts that users enter. Only databases, messages and responses to these users may contain them. */
const texts = {
  name: newCanary('name'),
  email: newCanary('email'),
  phone: newCanary('phone'),
  line: newCanary('line'),
  notes: newCanary('notes'),
  reason: newCanary('reason'),
  search: newCanary('search'),
  key: newCanary('key'),
};

let monitor: Redis;
const root = join(import.meta.dirname, '../..');
const chaosFolder = join(temporaryFolder(), 'chaos');
/** Data in places other than logs, spans and metrics. */
const sinks = { redis: [] as string[], answers: [] as string[], messages: [] as string[] };

beforeAll(async () => {
  mkdirSync(chaosFolder, { recursive: true });
  receiver = await startTraceReceiver();
  const redis = new Redis(sharedServers().redisUrl);
  monitor = await redis.monitor();
  redis.disconnect();
  monitor.on('monitor', (_time: string, args: string[]) => void sinks.redis.push(args.join(' ')));
  store = await startTestStore({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '200',
      LOG_LEVEL: 'trace',
      CHAOS: '1',
      CHAOS_FOLDER: chaosFolder,
    },
  });
  Object.assign(secrets, store.secrets);
  for (const [index, key] of (await loadSigningKeys(store.env['AUTH_KEYS_DIR'] ?? '')).entries())
    secrets[`signing key ${index}`] = key.d ?? '';
  for (const uri of Object.values(sharedServers()) as string[]) {
    const { protocol, password } = new URL(uri);
    // Skips short passwords, because the password of a container's server can be a common word.
    if (password.length > 12) secrets[`password of ${protocol}`] = decodeURIComponent(password);
  }
  await useTheStore();
}, 90_000);
afterAll(async () => {
  monitor.disconnect();
  await store.stop();
  await receiver.close();
});

/** Returns a unique value, which the tests search for in every log, span, metric and response. */
function newCanary(name: string): string {
  return `canary${name}${randomBytes(6).toString('hex')}`;
}

function traced(traceId: string, flags = '01'): { traceparent: string } {
  return { traceparent: `00-${traceId}-00f067aa0ba902b7-${flags}` };
}

function newTraceId(): string {
  return randomBytes(16).toString('hex');
}

async function useTheStore(): Promise<void> {
  const admin = await store.adminToken();
  const send = async (
    token: string,
    method: string,
    path: string,
    json?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const answer = await store.request(method, path, { token, headers, ...(json !== undefined && { json }) });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return (answer.body as { data?: { id: number } } | undefined)?.data?.id ?? 0;
  };
  const words = { name: canary, description: canary };
  const product = { price: 2, manufacturing_price: 1, en: words, ar: words };
  await send(admin, 'POST', '/api/admin/products', product, traced(traceIds.dropped, '00'));
  const productId = await send(admin, 'POST', '/api/admin/products', product, traced(traceIds.product));
  const email = `${canary}@example.com`;
  const userId = await send(admin, 'POST', '/api/admin/users', { name: canary, email });
  const client = await store.clientToken(userId);
  const address = { line1: canary, city: canary, country: 'JO' };
  const addressId = await send(client, 'POST', '/api/client/addresses', address);
  await send(client, 'POST', '/api/client/cart/items', { product_id: productId, amount: 2 });
  const order = { payment_method: 1, address_id: addressId, notes: canary };
  await send(client, 'POST', '/api/client/orders/checkout', order, {
    ...traced(traceIds.checkout),
    'x-request-id': checkoutRequest,
    'idempotency-key': `${canary}-key`,
  });
  await send(client, 'GET', `/api/client/orders?search=${canary}`, undefined, traced(traceIds.checkout));
  const ids = [productId];
  const change = { ids, status: 'inactive' };
  await send(admin, 'PUT', '/api/admin/products/bulk-update', change, traced(traceIds.bulk));
}

function spansOf(traceId: string): SeenSpan[] {
  return receiver.spans.filter((span) => span.traceId === traceId);
}

/** The path from the root to the span with this name, once the span has arrived. */
async function way(traceId: string, service: string, name: string): Promise<string[]> {
  const last = await eventually(`the span ${name} of ${service}`, () => {
    const found = spansOf(traceId).find((span) => span.service === service && span.name === name);
    // A parent span ends after its children, so it is sent later.
    return found && wayTo(found, spansOf(traceId))[0]?.startsWith('gateway server') ? found : null;
  });
  return wayTo(last, spansOf(traceId));
}

describe('a trace', () => {
  const checkout = 'gateway server POST /api/client/orders/checkout';

  test('the trace of a write contains the request, the published command, the worker and the database transaction', async () => {
    expect(await way(traceIds.checkout, 'orders-worker', 'batch transaction')).toEqual([
      checkout,
      'gateway producer orders.checkout publish',
      'orders-worker consumer orders.checkout process',
      'orders-worker client batch transaction',
    ]);
  });

  test('the trace of a write contains a published event and the service that consumes the event', async () => {
    const event = 'catalog.product.created.v1';
    expect(await way(traceIds.product, 'orders-worker', `${event} process`)).toEqual([
      'gateway server POST /api/admin/products',
      'gateway producer products.create publish',
      'catalog-worker consumer products.create process',
      `catalog-worker producer ${event} publish`,
      `orders-worker consumer ${event} process`,
    ]);
  });

  test('the trace of bulk work contains the request, the command, the bulk job and a transaction of the job', async () => {
    const job = await eventually('a commit inside the job', () => {
      const commits = spansOf(traceIds.bulk).filter(
        ({ service, name }) => service === 'catalog-worker' && name === 'batch transaction',
      );
      const ways = commits.map((span) => wayTo(span, spansOf(traceIds.bulk)));
      return ways.find((steps) => steps.length === 6 && steps[0]?.startsWith('gateway server'));
    });
    expect(job).toEqual([
      'gateway server PUT /api/admin/products/bulk-update',
      'gateway producer products.bulk-update publish',
      'catalog-worker consumer products.bulk-update process',
      'catalog-worker producer catalog-bulk publish',
      'catalog-worker consumer catalog-bulk process',
      'catalog-worker client batch transaction',
    ]);
  });

  test('the trace of a read contains the gateway’s request and the service that responds to it', async () => {
    expect(await way(traceIds.checkout, 'orders-api', 'read own-orders.list')).toEqual([
      'gateway server GET /api/client/orders',
      'gateway client HTTP orders',
      'orders-api server GET /reads/own-orders.list',
      'orders-api client read own-orders.list',
    ]);
  });

  test('spans describe request, queue and message by the OpenTelemetry semantic conventions', async () => {
    await way(traceIds.checkout, 'orders-worker', 'batch transaction');
    const named = (name: string) => spansOf(traceIds.checkout).find((span) => span.name === name)?.attributes;
    expect(named('POST /api/client/orders/checkout')).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/api/client/orders/checkout',
      'http.response.status_code': 201,
      'store.request_id': checkoutRequest,
    });
    const published = named('orders.checkout publish');
    const message = {
      'messaging.system': 'rabbitmq',
      'messaging.message.id': expect.stringMatching(/^[\w-]{16,}$/) as unknown,
    };
    expect(published).toMatchObject({
      ...message,
      'messaging.operation.type': 'send',
      'messaging.destination.name': `${store.namespace}.orders`,
    });
    expect(named('orders.checkout process')).toMatchObject({
      ...message,
      'messaging.message.id': published?.['messaging.message.id'],
      'messaging.operation.type': 'process',
      'messaging.destination.name': expect.stringMatching(/\.orders\.commands\.\d$/) as unknown,
      'messaging.batch.message_count': 1,
      'store.outcome': 'ok',
    });
    expect(named('batch transaction')).toMatchObject({ 'db.system.name': 'mongodb' });
  });

  test('if the caller’s trace header marks the trace as not sampled, the store exports no spans of the trace', async () => {
    await way(traceIds.bulk, 'catalog-worker', 'catalog-bulk process');
    expect(spansOf(traceIds.dropped)).toEqual([]);
  });
});

describe('logs', () => {
  const lines = () =>
    processNames.flatMap((name) =>
      store
        .log(name)
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    );

  test('a request has one log line in each process that handled it, with request id and trace id', async () => {
    const about = await eventually('two lines', () => {
      const found = lines().filter((line) => line['request_id'] === checkoutRequest);
      return found.length >= 2 ? found : null;
    });
    expect(about.map(({ service, msg, trace_id: id }) => [service, msg, id])).toEqual([
      ['gateway', 'request answered', traceIds.checkout],
      ['orders-worker', 'command decided', traceIds.checkout],
    ]);
  });

  test('every log line is JSON with time, level and service', () => {
    const all = lines();
    expect(all).not.toHaveLength(0);
    for (const line of all) {
      expect(line).toMatchObject({
        level: expect.stringMatching(/^(trace|debug|info|warn|error)$/) as unknown,
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as unknown,
        service: expect.stringMatching(/^(gateway|catalog-|orders-|webhooks-)/) as unknown,
      });
    }
  });
});

describe('alert rules and dashboards', () => {
  const folder = join(import.meta.dirname, '../../deploy/observability');
  const dashboards = join(folder, 'grafana/dashboards');
  const text = (...path: string[]) => readFileSync(join(...path), 'utf8');
  const expressions = [
    ...ruleExpressions(text(folder, 'alerts.yml')),
    ...readdirSync(dashboards).flatMap((name) => panelExpressions(text(dashboards, name))),
  ];
  // The metrics and labels that Prometheus itself adds.
  const ofPrometheus = { metrics: ['up'], labels: ['job', 'instance'] };

  test('alert rules and dashboards use only metrics and labels that exist', async () => {
    const samples = await scrape(store);
    const served = new Set([...samples.map(({ name }) => name), ...ofPrometheus.metrics]);
    // Set only by an error that these tests do not cause.
    const rare = ['error_type'];
    const labels = new Set([
      ...samples.flatMap((sample) => Object.keys(sample.labels)),
      ...ofPrometheus.labels,
      ...rare,
    ]);
    expect(expressions.length).toBeGreaterThan(50);
    for (const expression of expressions) {
      const named = namesIn(expression);
      expect({ expression, metrics: named.metrics.length > 0 }).toEqual({ expression, metrics: true });
      const unknown = [
        ...named.metrics.filter((name) => !served.has(name)),
        ...named.labels.filter((name) => !labels.has(name)),
      ];
      expect({ expression, unknown }).toEqual({ expression, unknown: [] });
    }
  });
});

describe('metrics', () => {
  test('metrics count requests by route template, method and status', async () => {
    const token = await store.adminToken();
    const asked = [1_000_001, 1_000_002, 1_000_003];
    for (const id of asked) await store.request('GET', `/api/admin/products/${id}`, { token });
    // The log contains the path of each request, so this path contains no canary.
    await store.request('GET', '/api/unknown-path', { token });
    const count = 'http_server_request_duration_count';
    const route = { http_route: '/api/admin/products/:product', http_request_method: 'GET' };
    const samples = await scrape(store);
    expect(total(samples, count, { ...route, http_response_status_code: '404' })).toBe(asked.length);
    const routes = samples
      .filter(({ name }) => name === count)
      .map(({ labels }) => labels['http_route'] ?? '');
    expect(routes.filter((path) => /\d{3}/.test(path) || path.includes('unknown-path'))).toEqual([]);
  });

  test('metrics measure how long a command takes to be published, to wait, to be processed and to be replied to', async () => {
    const samples = await scrape(store);
    for (const hop of [
      'messaging_client_operation_duration_count',
      'store_command_wait_duration_count',
      'messaging_process_duration_count',
      'store_command_reply_duration_count',
      'store_command_batch_size_count',
    ]) {
      expect({ hop, isTimed: total(samples, hop) > 0 }).toEqual({ hop, isTimed: true });
    }
    const decided = { store_command_type: 'orders.checkout', store_command_outcome: 'ok' };
    expect(total(samples, 'store_command_decisions_total', decided)).toBe(1);
  });

  test('metrics show the number of consumers of each command queue, and count a parked message', async () => {
    const connection = await connect(store.servers.rabbitmqUrl);
    const channel = await connection.createConfirmChannel();
    const queue = commandQueue(store.namespace, 'orders', 0);
    channel.publish(serviceExchange(store.namespace, 'orders'), queue, Buffer.from('no command'));
    await channel.waitForConfirms();
    await connection.close();
    const parked = { store_queue_kind: 'parked', store_service: 'orders' };
    const samples = await eventually('the parked message', async () => {
      const seen = await scrape(store);
      return total(seen, 'store_queue_messages', parked) === 1 ? seen : null;
    });
    const partitions = samples.filter(
      ({ name, labels }) => name === 'store_queue_consumers' && labels['store_queue_kind'] === 'commands',
    );
    expect(partitions.map(({ value }) => value)).toEqual(Array.from({ length: 24 }, () => 1));
  });

  test('metrics cover each process, the servers and services that it needs, and the workers’ unpublished events and bulk operations', async () => {
    const samples = await scrape(store);
    const up = samples.filter(({ name }) => name === 'store_part_up');
    expect(
      up.map(({ process, labels, value }) => `${process} ${labels['store_part'] ?? ''} ${value}`).sort(),
    ).toEqual([
      'catalog-api database 1',
      'catalog-worker broker 1',
      'catalog-worker database 1',
      'catalog-worker redis 1',
      'gateway broker 1',
      'gateway catalog 1',
      'gateway catalog_disk 1',
      'gateway catalog_workers 1',
      'gateway orders 1',
      'gateway orders_disk 1',
      'gateway orders_workers 1',
      'gateway redis 1',
      'gateway webhooks 1',
      'gateway webhooks_disk 1',
      'gateway webhooks_workers 1',
      'orders-api database 1',
      'orders-worker broker 1',
      'orders-worker database 1',
      'orders-worker redis 1',
      'webhooks-api database 1',
      'webhooks-worker broker 1',
      'webhooks-worker database 1',
      'webhooks-worker redis 1',
    ]);
    for (const name of ['nodejs_eventloop_delay_p99', 'process_memory_usage', 'process_cpu_time_total']) {
      const processes = new Set(
        samples.filter((sample) => sample.name === name).map(({ process }) => process),
      );
      expect([...processes].sort()).toEqual([...processNames].sort());
    }
    const ofWorkers = ['store_feed_waiting', 'store_feed_oldest_age', 'store_outbox_entries'];
    for (const name of [...ofWorkers, 'store_outbox_oldest_age', 'store_bulk_operations']) {
      const processes = new Set(
        samples.filter((sample) => sample.name === name).map(({ process }) => process),
      );
      expect([...processes].sort()).toEqual(['catalog-worker', 'orders-worker', 'webhooks-worker']);
    }
  });
});

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
  beforeAll(everythingThatLeavesTraces, 60_000);

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
