import { beforeAll, describe, expect, test } from '@jest/globals';

import { admin } from '../support/callers.ts';
import { expectEventually } from '../../support/eventually.ts';
import { named, reads, writes } from '../../support/endpoints.ts';
import { sendValid, validRequests, type RequestOf } from '../support/valid-request.ts';
import { checkOut, fillCart, newOrder, newProduct, newShopper, placeOrder } from '../support/records.ts';
import type { Order } from '../../support/resources.ts';

const secrets = ['manufacturing_price', 'by', 'held', 'stock', 'version', '_id', 'cart_version', 'search'];

/** Finds the field names, at any depth, that a shopper must not see. */
function secretsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(secretsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(secrets.includes(name) ? [name] : []),
    ...secretsIn(inner),
  ]);
}

const ofClients = [...reads, ...writes].filter(({ declared }) => declared.scope === 'client');

describe('costs and authors in responses to shoppers', () => {
  let requestOf: RequestOf;
  beforeAll(async () => void (requestOf = await validRequests(ofClients)));

  test('these tests recognise hidden fields: in a response to an admin, they find the manufacturing price and a change’s author', async () => {
    const order = await newOrder({ items: [{ product_id: (await newProduct()).id, amount: 1 }] });
    expect(secretsIn(order)).toEqual(expect.arrayContaining(['manufacturing_price', 'by']));
  });

  test.each(named(ofClients))(
    'the endpoint %s shows a shopper neither costs nor the authors of changes',
    async (_name, endpoint) => {
      const reply = await sendValid(requestOf(endpoint));
      expect(reply.status).toBeLessThan(300);
      expect(reply.text === '' ? [] : secretsIn(JSON.parse(reply.text))).toEqual([]);
    },
  );

  test('an order that an admin has changed shows its shopper neither costs nor the authors of changes', async () => {
    const { shopper, order: placed } = await placeOrder();
    await admin.put(`/api/admin/orders/${placed.id}`, {
      status: 'confirmed',
      manufacturing_price: 98_765.43,
    });

    const read = await shopper.client.get<Order>(`/api/client/orders/${placed.id}`);
    expect(read.data.history.map(({ to }) => to)).toEqual(['pending', 'confirmed']);
    expect(secretsIn(read.data)).toEqual([]);
    expect(read.text).not.toContain('98765');
  });

  test('the 412 response for an outdated If-Match shows a shopper no payment that staff expect', async () => {
    const { shopper, order: placed } = await placeOrder();
    const expected = { amount: placed.total, capture: false };
    expect((await admin.post(`/api/admin/orders/${placed.id}/payments`, expected)).status).toBe(201);
    const path = `/api/client/orders/${placed.id}/cancel`;
    const refused = await shopper.client.post(path, {}, { 'if-match': '"1-en"' });
    expect(refused.status).toBe(412);
    expect(refused.text).toContain('"changes":[{');
    expect(refused.text).not.toContain('authorised');
  });

  test('an operation and its events show a shopper neither costs nor the authors of changes', async () => {
    const shopper = await newShopper();
    await fillCart(shopper.client, await newProduct());
    const accepted = await checkOut(shopper, { prefer: 'respond-async' });
    const location = accepted.header('location') ?? '';
    await expectEventually('the order', async () => {
      const { data } = await shopper.client.get<{ status: string }>(location);
      expect(data.status).toBe('succeeded');
    });

    const [operation, events] = [
      await shopper.client.get(location),
      await shopper.client.get(`${location}/events`),
    ];
    expect(secretsIn(operation.data)).toEqual([]);
    expect(operation.text).toContain('"items"');
    expect(events.text).not.toContain('manufacturing_price');
    expect(events.text).not.toContain('"by"');
  });

  test('a shopper cannot search, filter or sort products by their cost', async () => {
    const { client } = await newShopper();
    const product = await newProduct({ price: 3, manufacturing_price: 2.71 });
    const name = encodeURIComponent(product.name);
    expect((await client.get(`/api/client/products?filters[name]=${name}&search=2.71`)).data).toEqual([]);
    for (const query of ['filters[manufacturing_price]=2.71', 'sort=manufacturing_price']) {
      expect((await client.get(`/api/client/products?${query}`)).status).toBe(422);
    }
  });
});
