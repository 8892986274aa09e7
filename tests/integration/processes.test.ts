import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { connect } from 'amqplib';
import type { ChannelModel } from 'amqplib';
import { eventsExchange } from '#shared/amqp/topology.ts';
import { internalHeader } from '#shared/http/internal-auth.ts';
import { createFetchProducts } from '../../services/orders/new-products.ts';
import type { ProcessName } from '../../deploy/processes.ts';
import { startTestStore } from '../support/store.ts';
import type { TestStore } from '../support/store.ts';
import { quiet } from './support/own-servers.ts';
import { startTraceReceiver } from './support/trace-receiver.ts';
import { waitUntil } from './support/wait-until.ts';

/** The gateway and one service, as processes: what only shows between them. */
let receiver: Awaited<ReturnType<typeof startTraceReceiver>>;
let store: TestStore;
let broker: ChannelModel;
let events: { headers: Record<string, unknown>; body: { traceparent?: string; data: { id: number } } }[];

beforeAll(async () => {
  receiver = await startTraceReceiver();
  store = await startTestStore({
    only: ['gateway', 'catalog-api', 'catalog-worker'],
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_TRACES_SAMPLER: 'always_on',
      OTEL_BSP_SCHEDULE_DELAY: '200',
      OTEL_METRICS_EXPORTER: 'none',
      OTEL_LOGS_EXPORTER: 'none',
    },
  });
  events = [];
  broker = await connect(store.servers.rabbitmqUrl);
  const channel = await broker.createChannel();
  const { queue } = await channel.assertQueue('', { exclusive: true });
  await channel.bindQueue(queue, eventsExchange(store.namespace), '#');
  await channel.consume(
    queue,
    (message) => {
      if (!message) return;
      const body = JSON.parse(message.content.toString()) as (typeof events)[number]['body'];
      events.push({ headers: message.properties.headers ?? {}, body });
    },
    { noAck: true },
  );
}, 90_000);
afterAll(async () => {
  await broker.close();
  await store.stop();
  await receiver.close();
});

const words = { name: 'Coffee', description: 'Whole beans' };
const create = async (headers = {}) =>
  store.request('POST', '/api/admin/subscriptions', {
    ...{ token: await store.adminToken(), headers },
    json: { price: 1, en: words, ar: words },
  });

describe('a trace', () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const inTrace = () => receiver.spans.filter((span) => span.traceId === traceId);

  test('leads from the request through the message into the worker’s span, its log line and its event', async () => {
    const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
    const answer = await create({ traceparent, 'x-request-id': 'the-request' });
    expect(answer.status).toBe(201);
    const spans = await waitUntil('spans of the gateway and of the worker', () => {
      const names = inTrace().map(({ name }) => name);
      return names.includes('subscriptions.create publish') && names.includes('subscriptions.create process')
        ? inTrace()
        : null;
    });
    const named = (name: string) => spans.find((span) => span.name === name);
    const published = named('subscriptions.create publish');
    expect(named('subscriptions.create process')?.parentSpanId).toBe(published?.spanId);

    const lines = store
      .log('catalog-worker')
      .split('\n')
      .filter((line) => line.startsWith('{'));
    const decided = lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .find((line) => line['request_id'] === 'the-request');
    expect(decided).toMatchObject({ trace_id: traceId, type: 'subscriptions.create', outcome: 'ok' });

    const { id } = (answer.body as { data: { id: number } }).data;
    const event = await waitUntil('the event', () => events.find(({ body }) => body.data.id === id));
    expect(event.body.traceparent).toContain(traceId);
    expect(event.headers['traceparent']).toBe(event.body.traceparent);
  });

  test.each(['express', 'http'])('has spans of the %s instrumentation: it is there', async (name) => {
    const scope = `@opentelemetry/instrumentation-${name}`;
    await waitUntil(`a span of ${scope}`, () => inTrace().some((span) => span.scope === scope));
  });

  test('of a read leads into the service that answers it', async () => {
    const readTrace = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
    await store.request('GET', '/api/admin/subscriptions?paginate=1', {
      token: await store.adminToken('admin:read'),
      headers: { traceparent: `00-${readTrace}-00f067aa0ba902b7-01` },
    });
    await waitUntil('a database span', () =>
      receiver.spans.some(
        ({ traceId: id, scope }) => id === readTrace && scope.endsWith('instrumentation-mongoose'),
      ),
    );
  });
});

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

  test('tells of its health to anyone, and no more than that', async () => {
    for (const name of ['catalog-api', 'catalog-worker'] as const) {
      expect(await (await fetch(`${store.urls[name]}/health/live`)).json()).toEqual({ status: 'ok' });
      expect((await fetch(`${store.urls[name]}/health/ready`)).status).toBe(200);
    }
  });

  test('answers another process of this store', async () => {
    const response = await fetch(`${store.urls['catalog-api']}/product-copies?ids=1`, {
      headers: { [internalHeader]: store.env['INTERNAL_SECRET'] ?? '' },
    });
    expect([response.status, await response.json()]).toEqual([200, []]);
  });
});

describe('a product that was created a moment ago', () => {
  const fetchFrom = (url: string, secret = store.env['INTERNAL_SECRET'] ?? '') =>
    createFetchProducts(url, secret, quiet);

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
    expect(await fetchFrom(store.urls['catalog-api'])([id, id + 1])).toEqual([
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
