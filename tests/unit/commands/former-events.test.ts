import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { toCloudEvent, type CloudEvent } from '#shared/commands/events.ts';
import { formerEvent } from '#shared/commands/log-entries.ts';
import { asyncApiDocument } from '#services/gateway/docs/asyncapi.ts';
import { resourceSchemas } from '#services/gateway/docs/openapi-schemas.ts';

const shapes = join(import.meta.dirname, '../../../instruments/releases/shapes');
const kinds = {
  orders: { source: '/orders', type: 'orders.order.updated' },
  users: { source: '/orders', type: 'orders.user.updated' },
  addresses: { source: '/orders', type: 'orders.address.updated' },
  products: { source: '/catalog', type: 'catalog.product.updated' },
  subscriptions: { source: '/catalog', type: 'catalog.subscription.updated' },
} as const;
type Kind = keyof typeof kinds;

/** Each record as shown by that release's API and events, keyed by list and id. */
function recordsOf(file: string): Record<Kind, Record<string, string>> {
  const text = gunzipSync(readFileSync(join(shapes, file))).toString();
  return (JSON.parse(text) as { before: Record<Kind, Record<string, string>> }).before;
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
const { messages } = asyncApiDocument({ exchange: 'store.events', version: '1.2.3' }).components;
const checks = new Map(
  Object.entries(messages).map(([type, { payload }]) => {
    const components = { schemas: resourceSchemas() };
    return [type, ajv.compile({ ...(payload as object), components })];
  }),
);

function taken(kind: Kind, record: string): { type: string; json: string; event: CloudEvent } {
  const { source, type } = kinds[kind];
  const data = { version: 3, ...(JSON.parse(record) as { id: number }) };
  const draft = { type: `${type}.v1`, subject: `${kind}/${data.id}`, data };
  const now = '2026-05-01T10:00:00.000Z';
  const event = toCloudEvent(draft, { source, now, traceparent: undefined });
  const logged = formerEvent(JSON.stringify(event));
  return { ...logged, event: JSON.parse(logged.json) as CloudEvent };
}

describe.each(readdirSync(shapes))('outbox events of %s', (file) => {
  const records = recordsOf(file);

  test.each(Object.keys(kinds) as Kind[])(
    `an event about %s in the outbox of ${file} is converted to match the AsyncAPI document`,
    (kind) => {
      const all = Object.values(records[kind]);
      expect(all.length).toBeGreaterThan(0);
      for (const record of all) {
        const { type, event } = taken(kind, record);
        const check = checks.get(type);
        check?.(event);
        expect(check?.errors).toBeNull();
      }
    },
  );

  test(`an order event in the outbox of ${file} is converted without any personal data`, () => {
    const order = Object.values(records.orders)[0] ?? '';
    const { user, address } = JSON.parse(order) as {
      user: { name: string };
      address: { line1: string; city: string };
    };
    const { json, type, event } = taken('orders', order);
    expect(type).toBe('orders.order.updated.v2');
    for (const text of [user.name, address.line1, '"user":', '"notes":', '"phone":'])
      expect(json).not.toContain(text);
    expect(event.data).toMatchObject({
      version: 3,
      changed: ['*'],
      by: null,
      request_id: null,
      operation_id: null,
      address: { city: address.city },
    });
  });
});
