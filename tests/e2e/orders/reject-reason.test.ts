import { describe, expect, test } from '@jest/globals';

import { admin } from '../support/callers.ts';
import { newOrder, newShopper } from '../support/records.ts';
import { expectRefusal } from '../../support/refusals.ts';
import type { Order } from '../../support/resources.ts';

const required = ['The reject reason field is required.'];
const requiredWhenEmpty = ['The reject reason field is required when status is empty.'];

describe('creating an order', () => {
  const create = async (fields: Record<string, unknown>) => {
    const { user, address } = await newShopper();
    const order = { user_id: user.id, address_id: address.id, payment_method: 1, total: 5 };
    return admin.post<Order>('/api/admin/orders', { ...order, ...fields });
  };

  test('creating an order as rejected requires a reject reason', async () => {
    expectRefusal(await create({ status: 'rejected' }), 'validation_failed', { reject_reason: required });
    expectRefusal(await create({ status: 'rejected', reject_reason: ' ' }), 'validation_failed', {
      reject_reason: required,
    });
  });

  test('an order that is created as rejected keeps its reject reason', async () => {
    const { data } = await create({ status: 'rejected', reject_reason: 'Unpaid' });
    expect(data).toMatchObject({ reject_reason: 'Unpaid', history: [{ to: 'rejected', reason: 'Unpaid' }] });
  });

  test.each([[{}], [{ status: '' }], [{ status: null }]])(
    'creating an order with the fields %j reports a missing status and a missing reject reason',
    async (fields) => {
      expectRefusal(await create(fields), 'validation_failed', {
        status: ['The status field is required.'],
        reject_reason: requiredWhenEmpty,
      });
    },
  );

  test('creating an order with a reject reason but no status reports only the missing status', async () => {
    expectRefusal(await create({ reject_reason: 'Unpaid' }), 'validation_failed', ['status']);
  });

  test('creating a cancelled order does not require a reject reason', async () => {
    expect((await create({ status: 'cancelled' })).data.reject_reason).toBeNull();
  });
});

describe('updating an order', () => {
  const update = (order: Order, fields: Record<string, unknown>) =>
    admin.put<Order>(`/api/admin/orders/${order.id}`, fields);

  test('updating an order to rejected requires a reject reason', async () => {
    const order = await newOrder();
    expectRefusal(await update(order, { status: 'rejected' }), 'validation_failed', {
      reject_reason: required,
    });
    const { data } = await update(order, { status: 'rejected', reject_reason: 'Too far' });
    expect(data).toMatchObject({ status: 'rejected', reject_reason: 'Too far' });
  });

  test.each(['', null])(
    'setting an order’s status to %j means rejected and requires a reject reason',
    async (status) => {
      const order = await newOrder();
      expectRefusal(await update(order, { status }), 'validation_failed', {
        reject_reason: requiredWhenEmpty,
      });
      const { data } = await update(order, { status, reject_reason: 'Too far' });
      expect(data).toMatchObject({ status: 'rejected', reject_reason: 'Too far' });
      expect(data.history.at(-1)).toMatchObject({ from: 'pending', to: 'rejected', reason: 'Too far' });
    },
  );

  test('updating a rejected order requires no new reject reason', async () => {
    const order = await newOrder({ status: 'rejected', reject_reason: 'Unpaid' });
    expect((await update(order, { status: 'rejected' })).data).toEqual(order);
    expect((await update(order, { status: '' })).data).toEqual(order);
  });

  test('setting the status of a shipped order to empty is rejected with 422 and does not reject the order', async () => {
    const order = await newOrder({ status: 'shipped' });
    const reply = await update(order, { status: '', reject_reason: 'Too late' });
    expect(expectRefusal(reply, 'illegal_transition', ['status']).allowed).toEqual(['delivered', 'returned']);
  });
});
