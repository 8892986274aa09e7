import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { eventually, expectEventually } from '../../support/eventually.ts';
import { waiting } from '../support/bulk-operation.ts';
import type { Shopper } from '../support/records.ts';
import { expectRefusal } from '../../support/refusals.ts';
import type { FinalAnswer, Operation, Order } from '../../support/resources.ts';
import { callers, kill, make, store } from './outage-store.ts';

/** A checkout that was accepted without a running worker. */
interface Waiting {
  shopper: Shopper;
  /** The location of the checkout's operation. */
  location: string;
  id: string;
}

describe('a store whose orders worker is killed', () => {
  let [patient, cancelling]: Shopper[] = [];
  let accepted: Waiting;
  let retried: string;
  let cancelled: Waiting;
  let order: Order;
  let moved: Operation;

  beforeAll(async () => {
    [patient, cancelling] = await Promise.all([shopperWithCart(), shopperWithCart()]);
    order = await make.newOrder();
    await eventually('readiness to be ok', async () => (await readiness()).status === 'ok', 20_000);
    await kill('orders-worker');
  });
  // Starts the worker again, because a failed test could have left it stopped.
  afterAll(() => store.start('orders-worker'));

  async function shopperWithCart(): Promise<Shopper> {
    const shopper = await make.newShopper();
    await make.fillCart(shopper.client, await make.newProduct());
    return shopper;
  }
  const checkOut = ({ client, address }: Shopper, seconds: number, headers = {}) =>
    client.post<Operation<FinalAnswer<Order>>>(
      '/api/client/orders/checkout',
      { payment_method: 1, address_id: address.id },
      { prefer: `wait=${seconds}`, ...headers },
    );
  const ordersOf = async ({ client }: Shopper) => (await client.get<Order[]>('/api/client/orders')).data;
  const known = <T>(made: T | undefined): T => {
    if (made === undefined) throw new Error('It was not made');
    return made;
  };
  const readiness = async () => {
    const answer = await store.request('GET', '/health/ready');
    return { code: answer.status, ...(answer.body as { status: string; down: string[] }) };
  };
  const follow = (act: 'apply' | 'undo', operation: Operation) =>
    callers.admin.post<Operation>(`/api/operations/${operation.id}/${act}`, {}, waiting);

  test('while no orders worker runs, the readiness check reports “degraded” and names the missing workers', async () => {
    const isNamed = async () => (await readiness()).down.includes('orders_workers');
    await eventually('the missing worker to be named', isNamed, 20_000);
    expect(await readiness()).toMatchObject({ code: 200, status: 'degraded', down: ['orders_workers'] });
  });

  test('while no orders worker runs, reads work, and writes are accepted and queued', async () => {
    const shopper = known(patient);
    const key = { 'idempotency-key': 'patience' };
    const first = await checkOut(shopper, 1, key);
    expect([first.status, first.data.status]).toEqual([202, 'queued']);
    accepted = { shopper, location: first.header('location') ?? '', id: first.data.id };
    expect((await shopper.client.get<Operation>(accepted.location)).data.status).toBe('queued');
    const second = await checkOut(shopper, 1, key);
    expect([second.status, second.data.status]).toEqual([202, 'queued']);
    retried = second.header('location') ?? '';
    expect(await ordersOf(shopper)).toEqual([]);
    expect((await callers.admin.get('/api/admin/orders?paginate=true')).status).toBe(200);
  });

  test('a queued write can be cancelled, and a second cancellation of this write gets 409', async () => {
    const shopper = known(cancelling);
    const first = await checkOut(shopper, 0);
    cancelled = { shopper, location: first.header('location') ?? '', id: first.data.id };
    const answer = await shopper.client.delete<Operation>(cancelled.location);
    expect([answer.status, answer.data.status]).toEqual([200, 'cancelled']);
    expectRefusal(await shopper.client.delete(cancelled.location), 'conflict');
  });

  test('a queued write can be cancelled by a POST form with _method=DELETE', async () => {
    const { client } = known(cancelling);
    const waiting = await checkOut(known(cancelling), 0);
    const form = { body: '_method=DELETE', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    const answer = await client.send<Operation>('POST', waiting.header('location') ?? '', form);
    expect([answer.status, answer.data.status]).toEqual([200, 'cancelled']);
  });

  test('queued bulk work cannot be undone, and a queued dry run cannot be applied', async () => {
    const move = async (fields: object) =>
      (
        await callers.admin.put<Operation>(
          '/api/admin/orders/bulk-update',
          { ids: [order.id], status: 'confirmed', ...fields },
          { prefer: 'wait=0' },
        )
      ).data;
    const rehearsal = await move({ dry_run: true });
    moved = await move({});
    const [applied, undone] = [await follow('apply', rehearsal), await follow('undo', moved)];
    expect(expectRefusal(applied, 'conflict').message).toContain('The rehearsal is not finished yet.');
    expect(expectRefusal(undone, 'conflict').message).toContain('The operation is not finished yet.');
  });

  describe('once the worker is back', () => {
    beforeAll(() => store.start('orders-worker'));

    test('after the only worker was killed, the readiness check reports “ok” once a worker runs again', async () => {
      await eventually('readiness to be ok', async () => (await readiness()).status === 'ok', 20_000);
    });

    test('a write that was accepted while no worker ran is executed once a worker runs again', async () => {
      const { shopper, location, id } = accepted;
      await expectEventually('the order', async () => {
        const { data } = await shopper.client.get<Operation<FinalAnswer<Order>>>(location);
        expect(data.status).toBe('succeeded');
        expect(await ordersOf(shopper)).toEqual([data.result.data]);
        // Both Location headers lead to the same operation. It has the id from the first response.
        expect(data.id).toBe(id);
        expect((await shopper.client.get<Operation>(retried)).data).toEqual(data);
      });
    });

    test('a queued checkout that was cancelled is never executed, and the shopper’s next checkout places an order', async () => {
      const { shopper, location } = cancelled;
      expect((await checkOut(shopper, 10)).status).toBe(201);
      expect((await ordersOf(shopper)).length).toBe(1);
      expect((await shopper.client.get<Operation>(location)).data.status).toBe('cancelled');
    });

    test('bulk work that was queued while no worker ran is executed once a worker runs again, and can then be undone', async () => {
      await expectEventually('the bulk work', async () => {
        const { data } = await callers.admin.get<Operation>(`/api/operations/${moved.id}`);
        expect(data.status).toBe('succeeded');
      });
      const undone = await follow('undo', moved);
      expect(undone.data).toMatchObject({ status: 'succeeded', result: { changed: 1 } });
    });
  });
});

describe('a store whose process for reads of the catalog does not run', () => {
  beforeAll(() => kill('catalog-api'));
  afterAll(() => store.start('catalog-api'));

  test('a bulk update of products returns 200 and its result even while the catalog’s process for reads does not run', async () => {
    const { id } = await make.newProduct();
    const ended = await callers.admin.put<Operation>('/api/admin/products/bulk-update', {
      ids: [id],
      status: 0,
    });
    expect([ended.status, ended.data.status, ended.data.result]).toMatchObject([
      200,
      'succeeded',
      { changed: 1 },
    ]);
  });

  test('while the catalog does not respond, a dry run with a product that the orders service does not know gets 503, because the product may be new', async () => {
    const { user, address } = await make.newShopper();
    const order = { user_id: user.id, address_id: address.id, payment_method: 1, status: 'pending' };
    const items = [{ product_id: 999_999_999, amount: 1 }];
    const path = '/api/admin/orders?dry_run=1';
    const refused = await callers.admin.post(path, { ...order, figures: 'lines', items });
    expectRefusal(refused, 'unavailable');
    expect(refused.problem).toMatchObject({ part: 'catalog' });
  });
});
