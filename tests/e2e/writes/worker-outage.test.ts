import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';

import type { ProcessName } from '#deploy/processes.ts';
import { startTestStore } from '../../support/store.ts';
import type { TestStore } from '../../support/store.ts';
import { callersOf } from '../support/callers.ts';
import type { Callers } from '../support/callers.ts';
import { eventually } from '../../support/eventually.ts';
import { makersFor } from '../support/records.ts';
import type { Shopper } from '../support/records.ts';
import { expectRefusal } from '../../support/refusals.ts';
import type { FinalAnswer, Operation, Order } from '../../support/resources.ts';

let store: TestStore;
let callers: Callers;
let shopper: Shopper;

beforeAll(async () => {
  store = await startTestStore();
  callers = callersOf(store);
}, 60_000);
afterAll(async () => store.stop());

async function kill(name: ProcessName): Promise<void> {
  store.kill(name, 'SIGKILL');
  const isAway = () => store.processes().every((one) => one.name !== name || one.pid === undefined);
  await eventually(`${name} to be away`, isAway);
}

/** A shopper with something in the cart, when the worker is away. */
async function shopWithoutWorker(): Promise<void> {
  const { newShopper, newProduct, fillCart } = makersFor(callers);
  shopper = await newShopper();
  await fillCart(shopper.client, await newProduct());
  await kill('orders-worker');
}
const bringBack = () => store.start('orders-worker');
// Restarts what a failed test left stopped; running processes are not started again.
afterEach(async () => {
  await Promise.all([bringBack(), store.start('catalog-api')]);
});

const checkOutWaiting = (seconds: number, headers = {}) =>
  shopper.client.post<Operation<FinalAnswer<Order>>>(
    '/api/client/orders/checkout',
    { payment_method: 1, address_id: shopper.address.id },
    { prefer: `wait=${seconds}`, ...headers },
  );
const orders = async () => (await shopper.client.get<Order[]>('/api/client/orders')).data;

interface Ready {
  status: string;
  down: string[];
}
const readiness = async () => {
  const answer = await store.request('GET', '/health/ready');
  return { code: answer.status, ...(answer.body as Ready) };
};

test('readiness names a service without workers, and its writes are still accepted', async () => {
  await bringBack();
  const isWell = async () => (await readiness()).status === 'ok';
  await eventually('readiness to be ok', isWell, 20_000);
  await shopWithoutWorker();
  const isNamed = async () => (await readiness()).down.includes('orders_workers');
  await eventually('the missing worker to be named', isNamed, 20_000);
  expect(await readiness()).toMatchObject({ code: 200, status: 'degraded', down: ['orders_workers'] });
  expect((await checkOutWaiting(0)).status).toBe(202);
  await bringBack();
  await eventually('readiness to be ok again', isWell, 20_000);
}, 90_000);

test('reads work without a worker, and an accepted write is done when the worker is back', async () => {
  await shopWithoutWorker();
  const startedAt = performance.now();
  const accepted = await checkOutWaiting(1, { 'idempotency-key': 'patience' });
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(950);
  expect([accepted.status, accepted.data.status]).toEqual([202, 'queued']);
  const location = accepted.header('location') ?? '';
  expect((await shopper.client.get<Operation>(location)).data.status).toBe('queued');
  const retried = await checkOutWaiting(1, { 'idempotency-key': 'patience' });
  expect([retried.status, retried.data.status]).toEqual([202, 'queued']);
  expect(await orders()).toEqual([]);
  expect((await callers.admin.get('/api/admin/orders?paginate=true')).status).toBe(200);

  await bringBack();
  await eventually('the order', async () => {
    const { data } = await shopper.client.get<Operation<FinalAnswer<Order>>>(location);
    expect(data.status).toBe('succeeded');
    expect(await orders()).toEqual([data.result.data]);
    // Both locations lead to one operation, which has the id of the first acceptance.
    expect(data.id).toBe(accepted.data.id);
    const other = await shopper.client.get<Operation>(retried.header('location') ?? '');
    expect(other.data).toEqual(data);
    return data;
  });
}, 60_000);

test('a queued write can be cancelled and is then never done', async () => {
  await shopWithoutWorker();
  const accepted = await checkOutWaiting(0);
  const location = accepted.header('location') ?? '';
  const cancelled = await shopper.client.delete<Operation>(location);
  expect([cancelled.status, cancelled.data.status]).toEqual([200, 'cancelled']);
  expectRefusal(await shopper.client.delete(location), 'conflict');
  // HTML forms have no DELETE.
  const other = (await checkOutWaiting(0)).header('location') ?? '';
  const form = { body: '_method=DELETE', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
  const byForm = await shopper.client.send<Operation>('POST', other, form);
  expect([byForm.status, byForm.data.status]).toEqual([200, 'cancelled']);

  await bringBack();
  const next = await checkOutWaiting(10);
  expect(next.status).toBe(201);
  expect((await orders()).length).toBe(1);
  for (const path of [location, other])
    expect((await shopper.client.get<Operation>(path)).data.status).toBe('cancelled');
}, 60_000);

test('queued bulk work cannot be undone, nor a queued rehearsal applied, before it is done', async () => {
  const { newOrder } = makersFor(callers);
  const { id } = await newOrder();
  const move = (fields: object) =>
    callers.admin.put<Operation>(
      '/api/admin/orders/bulk-update',
      { ids: [id], status: 'confirmed', ...fields },
      { prefer: 'wait=0' },
    );
  await kill('orders-worker');
  const [rehearsal, moved] = [(await move({ dry_run: true })).data, (await move({})).data];
  const follow = (act: 'apply' | 'undo', operation: Operation) =>
    callers.admin.post<Operation>(`/api/operations/${operation.id}/${act}`, {}, { prefer: 'wait=30' });
  const [applied, undone] = [await follow('apply', rehearsal), await follow('undo', moved)];
  expect(expectRefusal(applied, 'conflict').message).toContain('The rehearsal is not at its end yet.');
  expect(expectRefusal(undone, 'conflict').message).toContain('The operation is not at its end yet.');

  await bringBack();
  await eventually('the bulk work', async () => {
    const { data } = await callers.admin.get<Operation>(`/api/operations/${moved.id}`);
    expect(data.status).toBe('succeeded');
    return data;
  });
  expect((await follow('undo', moved)).data).toMatchObject({ status: 'succeeded', result: { changed: 1 } });
}, 60_000);

test('accepted bulk work answers 202 even if its service cannot report progress', async () => {
  const { newProduct } = makersFor(callers);
  const { id } = await newProduct();
  await kill('catalog-api');
  const accepted = await callers.admin.put<Operation>(
    '/api/admin/products/bulk-update',
    { ids: [id], status: 0 },
    { prefer: 'wait=1' },
  );
  expect([accepted.status, accepted.data.status]).toEqual([202, 'queued']);
  await store.start('catalog-api');
  await eventually('the bulk work', async () => {
    const { data } = await callers.admin.get<Operation>(accepted.header('location') ?? '');
    expect([data.status, data.result]).toMatchObject(['succeeded', { changed: 1 }]);
    return data;
  });
}, 60_000);
