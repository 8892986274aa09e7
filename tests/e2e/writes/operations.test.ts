import { describe, expect, test } from '@jest/globals';

import { admin, auditor, anonymous, shared } from '../support/callers.ts';
import type { Caller } from '../../support/caller.ts';
import { eventually } from '../../support/eventually.ts';
import { expectConforms } from '../support/json-schema.ts';
import {
  fillCart,
  newProduct,
  newShopper,
  newSubscription,
  translations,
  uniqueWord,
  type Shopper,
} from '../support/records.ts';
import { expectRefusal } from '../../support/refusals.ts';
import type { FinalAnswer, Operation, Order } from '../../support/resources.ts';
import { operationSchema } from '#shared/contracts/endpoints/operations.ts';

const respondAsync = { prefer: 'respond-async' };

async function finished<Result = FinalAnswer>(caller: Caller, location: string): Promise<Operation<Result>> {
  const operation = await eventually('the end of the operation', async () => {
    const { data } = await caller.get<Operation<Result>>(location);
    expect(['queued', 'running', 'unknown']).not.toContain(data.status);
    return data;
  });
  expectConforms(operationSchema, operation);
  return operation;
}

/** Sends a checkout that gets the response 202 before it is executed. */
async function checkOutLater(shopper: Shopper) {
  await fillCart(shopper.client, await newProduct({ price: 4 }));
  const accepted = await shopper.client.post<Operation<null>>(
    '/api/client/orders/checkout',
    { payment_method: 1, address_id: shopper.address.id },
    respondAsync,
  );
  return { accepted, location: accepted.header('location') ?? '' };
}

describe('an asynchronous write', () => {
  test('an asynchronous write returns 202 with an operation that succeeds', async () => {
    const shopper = await newShopper();
    const { accepted, location } = await checkOutLater(shopper);
    expect(accepted.status).toBe(202);
    expect(accepted.header('preference-applied')).toBe('respond-async');
    expectConforms(operationSchema, accepted.data);
    expect(accepted.data).toMatchObject({
      status: 'queued',
      type: 'orders.checkout',
      result: null,
      error: null,
    });
    expect(location).toBe(`/api/operations/${accepted.data.id}`);

    const operation = await finished(shopper.client, location);
    const order = (await shopper.client.get<Order[]>('/api/client/orders')).data[0];
    expect(operation).toMatchObject({
      id: accepted.data.id,
      status: 'succeeded',
      progress: { total: 1, done: 1, failed: 0 },
      result: { status: 201, location: `/api/client/orders/${order?.id ?? 0}`, data: order },
      error: null,
      errors: [],
    });
  });

  test('an asynchronous write that the worker rejects becomes a failed operation with the same error', async () => {
    const shopper = await newShopper();
    const body = { payment_method: 1, address_id: shopper.address.id };
    const accepted = await shopper.client.post('/api/client/orders/checkout', body, respondAsync);
    const operation = await finished(shopper.client, accepted.header('location') ?? '');
    expect(operation).toMatchObject({
      status: 'failed',
      result: null,
      error: { code: 'empty_cart', status: 422 },
    });
  });

  test('the operation of a failed write shows the request id of the write, to the shopper and to admins', async () => {
    const shopper = await newShopper();
    const body = { payment_method: 1, address_id: shopper.address.id };
    const asked = { ...respondAsync, 'x-request-id': uniqueWord('failed') };
    const { data: accepted } = await shopper.client.post<Operation>(
      '/api/client/orders/checkout',
      body,
      asked,
    );

    const { error } = await finished(shopper.client, `/api/operations/${accepted.id}`);
    const path = `/api/operations/${accepted.id}`;
    expect(error).toMatchObject({ request_id: asked['x-request-id'], instance: path });
    const list = `/api/admin/operations?filters[owner]=client:${shopper.user.id}&filters[status]=failed`;
    const [listed] = (await admin.get<Operation[]>(list)).page.data;
    expect(listed?.error).toEqual(error);
    const [first, second] = [
      await admin.get(`${list}&format=ndjson`),
      await admin.get(`${list}&format=ndjson`),
    ];
    expect(first.text).toContain(accepted.id);
    expect(second.text).toBe(first.text);
  });
});

test('the waiting time that a client sets in the Prefer header is applied, but at most 30 seconds', async () => {
  const body = () => ({ price: 1, ...translations() });
  const waited = await admin.post('/api/admin/subscriptions', body(), { prefer: 'wait=7' });
  expect([waited.status, waited.header('preference-applied')]).toEqual([201, 'wait=7']);
  const longest = await admin.post('/api/admin/subscriptions', body(), { prefer: 'wait=900' });
  expect(longest.header('preference-applied')).toBe('wait=30');
});

describe('an operation', () => {
  test('an operation is visible only to its owner and to admins', async () => {
    const [shopper, other] = await Promise.all([newShopper(), newShopper()]);
    const { location } = await checkOutLater(shopper);
    await finished(shopper.client, location);
    for (const caller of [shopper.client, admin, auditor])
      expect((await caller.get(location)).status).toBe(200);
    for (const [method, path] of [
      ['GET', location],
      ['DELETE', location],
      ['GET', `${location}/events`],
    ] as const) {
      expectRefusal(await other.client.send(method, path), 'not_found');
      expectRefusal(await anonymous.send(method, path), 'unauthenticated');
    }
  });

  test('a finished operation cannot be cancelled', async () => {
    const shopper = await newShopper();
    const { location } = await checkOutLater(shopper);
    await finished(shopper.client, location);
    expectRefusal(await shopper.client.delete(location), 'conflict');
    expect((await shopper.client.get<Order[]>('/api/client/orders')).data.length).toBe(1);
  });

  test('the event stream of an operation ends after an event that contains the finished operation', async () => {
    const shopper = await newShopper();
    const { location } = await checkOutLater(shopper);
    const streamed = await shopper.client.get(`${location}/events`, { accept: 'text/event-stream' });
    expect(streamed.header('content-type')).toMatch(/^text\/event-stream/);
    const events = eventsOf(streamed.text);
    expect(events.at(-1)).toMatchObject({ status: 'succeeded' });
    expect(events.at(-1)).toEqual((await shopper.client.get(location)).data);

    const again = await shopper.client.get(`${location}/events`, { accept: 'text/event-stream' });
    expect(eventsOf(again.text)).toEqual([events.at(-1)]);
  });
});

function eventsOf(stream: string): unknown[] {
  return stream
    .split('\n')
    .flatMap((line) => (line.startsWith('data: ') ? [JSON.parse(line.slice(6)) as unknown] : []));
}

describe('the list of operations', () => {
  const list = '/api/admin/operations';

  test('the list of operations contains operations of the catalog and of orders, newest first', async () => {
    const subscription = await newSubscription();
    const shopper = await newShopper();
    const { accepted, location } = await checkOutLater(shopper);
    await finished(shopper.client, location);
    const { data, meta } = (await auditor.get<Operation[]>(`${list}?per_page=50`)).page;
    expectConforms({ type: 'array', items: operationSchema }, data);
    expect(data.map(({ id }) => id)).toContain(accepted.data.id);
    const types = data.map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(['subscriptions.create', 'orders.checkout']));
    const times = data.map(({ created_at }) => created_at);
    expect(times).toEqual([...times].sort().reverse());
    expect(meta).toMatchObject({ current_page: 1, per_page: 50, path: `${shared.url}${list}` });
    expect(subscription.id).toBeGreaterThan(0);
  });

  test('operations can be filtered by status, type, owner and day, and sorted in both directions', async () => {
    const shopper = await newShopper();
    const path = `${list}?filters[owner]=client:${shopper.user.id}`;
    const listed = async (more: string) =>
      (await auditor.get<Operation[]>(path + more)).page.data.map(({ type, status }) => `${type} ${status}`);
    await shopper.client.post('/api/client/orders/checkout', {
      payment_method: 1,
      address_id: shopper.address.id,
    });

    const product = await newProduct();
    await fillCart(shopper.client, product);
    const [failed, added] = ['orders.checkout failed', 'cart.add succeeded'];
    expect(await listed('')).toEqual([added, failed]);
    expect(await listed('&sort=created_at')).toEqual([failed, added]);
    expect(await listed('&sort=-created_at&paginate=cursor')).toEqual([added, failed]);
    expect(await listed('&filters[status]=failed')).toEqual([failed]);
    expect(await listed('&filters[status]=failed, succeeded&filters[type]=cart.add')).toEqual([added]);
    expect(await listed('&filters[status]=parked')).toEqual([]);
    expect(await listed(`&filters[created_at]=${new Date().toISOString().slice(0, 10)}`)).toHaveLength(2);
    expect(await listed('&filters[created_at]=2020-01-01')).toEqual([]);
    const { data, meta } = (await auditor.get<Operation[]>(`${path}&per_page=1&paginate=true`)).page;
    expect([meta.total, meta.last_page, data[0]?.owner]).toEqual([2, 2, `client:${shopper.user.id}`]);
  });
});
