import { createRequire } from 'node:module';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { toCloudEvent } from '#shared/engine/commands/messages.ts';
import { events } from '#shared/contracts/events.ts';
import { asyncApiDocument } from '#services/gateway/docs/asyncapi.ts';
import { resourceSchemas } from '#services/gateway/docs/openapi-schemas.ts';

const document = asyncApiDocument({ exchange: 'store.events', version: '1.2.3' });
const types = Object.keys(events);

function payloadOf(type: string) {
  return document.components.messages[type]?.['payload'] as Record<string, unknown>;
}

describe('the AsyncAPI document', () => {
  test('the AsyncAPI document conforms to the AsyncAPI 3.0.0 schema', () => {
    const schema = createRequire(import.meta.url)('@asyncapi/specs/schemas/3.0.0.json') as object;
    // Ajv's own meta-schema is left out, because the schema of the AsyncAPI specification already contains it.
    const ajv = new Ajv({ strict: false, allErrors: true, meta: false, validateSchema: false });
    formats.default(ajv);
    const check = ajv.compile(schema);
    check(document);
    expect(check.errors ?? []).toEqual([]);
  });

  test('the AsyncAPI document has exactly one message for every event type', () => {
    const channel = document.channels.events;
    expect(Object.keys(document.components.messages)).toEqual(types);
    expect(Object.keys(channel.messages)).toEqual(types);
    expect(channel.parameters).toMatchObject({ type: { enum: types } });
  });

  test('the AsyncAPI document has exactly the schemas that its messages use', () => {
    const { messages, schemas } = document.components;
    const references = JSON.stringify({ messages, schemas }).matchAll(/#\/components\/schemas\/(\w+)/g);
    expect(new Set([...references].map(([, name]) => name))).toEqual(new Set(Object.keys(schemas)));
  });

  test('the AsyncAPI document contains the name of this store’s exchange', () => {
    const { exchange } = document.channels.events.bindings.amqp;
    expect(exchange).toMatchObject({ name: 'store.events', type: 'topic', durable: true });
  });
});

describe('an AsyncAPI message', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });

  beforeAll(() => {
    formats.default(ajv);
    // The references between resources begin at the root of the document.
    ajv.addSchema({ components: { schemas: resourceSchemas() } }, 'document');
  });

  test('the AsyncAPI schema of a stock event accepts the event as published, and rejects it with another subject, data or source', () => {
    const mark = { low_stock_at: 5, low: true };
    const stock = { product_id: 7, stock: 4, held: 0, ...mark, updated_at: '2026-01-31T09:30:00.000Z' };
    const origin = { by: { area: 'admin', subject: 'layla' }, request_id: 'r-1', operation_id: 'c-1' };
    const data = { version: 3, changed: ['stock'], ...origin, ...stock };
    const draft = { type: 'orders.stock.set.v1' as const, subject: 'inventory/7', data };
    const settings = { source: '/orders', now: '2026-01-31T09:30:00.000Z', traceparent: undefined };
    const check = ajv.compile(payloadOf('orders.stock.set.v1'));
    check(toCloudEvent(draft, settings));
    expect(check.errors ?? []).toEqual([]);
    expect(check(toCloudEvent({ ...draft, subject: 'products/7' }, settings))).toBe(false);
    expect(check(toCloudEvent({ ...draft, data: { version: 3 } }, settings))).toBe(false);
    expect(check(toCloudEvent(draft, { ...settings, source: '/catalog' }))).toBe(false);
  });
});
