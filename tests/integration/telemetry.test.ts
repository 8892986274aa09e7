import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { connect } from 'amqplib';
import { commandQueue, serviceExchange } from '#shared/amqp/topology.ts';
import { processNames } from '#deploy/processes.ts';
import { startTestStore } from '../support/store.ts';
import type { TestStore } from '../support/store.ts';
import { namesIn, panelExpressions, ruleExpressions } from './support/promql.ts';
import { scrape, total } from './support/scrape.ts';
import { startTraceReceiver, wayTo } from './support/trace-receiver.ts';
import type { SeenSpan } from './support/trace-receiver.ts';
import { eventually } from '../support/eventually.ts';

/** The store as its operators see it from outside, after one shopper's checkout and an admin's product changes. */
let receiver: Awaited<ReturnType<typeof startTraceReceiver>>;
let store: TestStore;
let tokens: string[];

/** A word in every body and query that is sent, which must appear in no telemetry. */
const canary = `canary${randomBytes(6).toString('hex')}`;
const traceIds = { product: newTraceId(), checkout: newTraceId(), bulk: newTraceId(), dropped: newTraceId() };
const checkoutRequest = `checkout-${canary.slice(-6)}-request`;

beforeAll(async () => {
  receiver = await startTraceReceiver();
  store = await startTestStore({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '200',
      LOG_LEVEL: 'debug',
    },
  });
  await useTheStore();
}, 90_000);
afterAll(async () => {
  await store.stop();
  await receiver.close();
});

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
    const answer = await store.request(method, path, {
      ...{ token, headers },
      ...(json !== undefined && { json }),
    });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return (answer.body as { data?: { id: number } } | undefined)?.data?.id ?? 0;
  };
  const traced = (traceId: string, flags = '01') => ({
    traceparent: `00-${traceId}-00f067aa0ba902b7-${flags}`,
  });
  const words = { name: canary, description: canary };
  const product = { price: 2, manufacturing_price: 1, en: words, ar: words };
  await send(admin, 'POST', '/api/admin/products', product, traced(traceIds.dropped, '00'));
  const productId = await send(admin, 'POST', '/api/admin/products', product, traced(traceIds.product));
  const email = `${canary}@example.com`;
  const userId = await send(admin, 'POST', '/api/admin/users', { name: canary, email });
  const client = await store.clientToken(userId);
  tokens = [admin, client];
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

/** The way to the span of this name, once it has come. */
async function way(traceId: string, service: string, name: string): Promise<string[]> {
  const last = await eventually(`the span ${name} of ${service}`, () => {
    const found = spansOf(traceId).find((span) => span.service === service && span.name === name);
    // Parents end, and so are sent, after their children.
    return found && wayTo(found, spansOf(traceId))[0]?.startsWith('gateway server') ? found : null;
  });
  return wayTo(last, spansOf(traceId));
}

describe('a trace', () => {
  const checkout = 'gateway server POST /api/client/orders/checkout';

  test('a trace leads from a request through its message to the worker and its transaction', async () => {
    expect(await way(traceIds.checkout, 'orders-worker', 'batch transaction')).toEqual([
      checkout,
      'gateway producer orders.checkout publish',
      'orders-worker consumer orders.checkout process',
      'orders-worker client batch transaction',
    ]);
  });

  test('a trace leads through a published event to the service that follows it', async () => {
    const event = 'catalog.product.created.v1';
    expect(await way(traceIds.product, 'orders-worker', `${event} process`)).toEqual([
      'gateway server POST /api/admin/products',
      'gateway producer products.create publish',
      'catalog-worker consumer products.create process',
      `catalog-worker producer ${event} publish`,
      `orders-worker consumer ${event} process`,
    ]);
  });

  test('a trace leads from a bulk command through its job to the transaction of a chunk', async () => {
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

  test('the trace of a read leads to the service that answers it', async () => {
    expect(await way(traceIds.checkout, 'orders-api', 'read own-orders.list')).toEqual([
      'gateway server GET /api/client/orders',
      'gateway client HTTP orders',
      'orders-api server GET /reads/own-orders.list',
      'orders-api client read own-orders.list',
    ]);
  });

  test('spans name request, queue and message by the OpenTelemetry semantic conventions', async () => {
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
      ...{ ...message, 'messaging.message.id': published?.['messaging.message.id'] },
      'messaging.operation.type': 'process',
      'messaging.destination.name': expect.stringMatching(/\.orders\.commands\.\d$/) as unknown,
      'messaging.batch.message_count': 1,
      'store.outcome': 'ok',
    });
    expect(named('batch transaction')).toMatchObject({ 'db.system.name': 'mongodb' });
  });

  test('a trace whose caller did not ask for sampling is not exported', async () => {
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

  test('a request has one log line in each process that handled it, with request and trace id', async () => {
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
    for (const line of lines()) {
      expect(line).toMatchObject({
        level: expect.stringMatching(/^(debug|info|warn|error)$/) as unknown,
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as unknown,
        service: expect.stringMatching(/^(gateway|catalog-|orders-|webhooks-)/) as unknown,
      });
    }
  });
});

describe('sent texts and tokens', () => {
  test('logs, spans and metrics contain no sent text, token or secret', async () => {
    await way(traceIds.bulk, 'catalog-worker', 'catalog-bulk process');
    const metrics = JSON.stringify(await scrape(store));
    const secrets = [canary, ...tokens, ...Object.values(store.secrets)];
    const sinks = {
      spans: receiver.bodies.join('\n'),
      logs: processNames.map((name) => store.log(name)).join('\n'),
      metrics,
    };
    for (const [sink, text] of Object.entries(sinks)) {
      expect(text.length).toBeGreaterThan(1000);
      expect({ sink, told: secrets.filter((secret) => text.includes(secret)) }).toEqual({ sink, told: [] });
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
  // Prometheus adds these to the metrics that it scrapes.
  const ofPrometheus = { metrics: ['up'], labels: ['job', 'instance'] };

  test('alert rules and dashboards use only metrics and labels that the processes serve', async () => {
    const samples = await scrape(store);
    const served = new Set([...samples.map(({ name }) => name), ...ofPrometheus.metrics]);
    // Set only by an error, which these tests do not cause.
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
    await store.request('GET', `/api/${canary}`, { token });
    const count = 'http_server_request_duration_count';
    const route = { http_route: '/api/admin/products/:product', http_request_method: 'GET' };
    const samples = await scrape(store);
    expect(total(samples, count, { ...route, http_response_status_code: '404' })).toBe(asked.length);
    const routes = samples
      .filter(({ name }) => name === count)
      .map(({ labels }) => labels['http_route'] ?? '');
    expect(routes.filter((path) => /\d{3}/.test(path) || path.includes(canary))).toEqual([]);
  });

  test('metrics time each hop of a command', async () => {
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

  test('metrics show the consumers of each command queue, and a parked message', async () => {
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

  test('metrics cover dependencies, event feed, outbox, bulk operations and the process itself', async () => {
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
