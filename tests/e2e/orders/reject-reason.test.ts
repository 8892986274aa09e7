import { describe, expect, test } from '@jest/globals';

import { admin } from '../support/callers.ts';
import { newOrder, newShopper } from '../support/records.ts';
import { expectRefusal } from '../support/refusals.ts';
import type { Order } from '../support/resources.ts';

const required = ['The reject reason field is required.'];
const requiredWhenEmpty = ['The reject reason field is required when status is empty.'];

describe('creating an order', () => {
  const create = async (fields: Record<string, unknown>) => {
    const { user, address } = await newShopper();
    const order = { user_id: user.id, address_id: address.id, payment_method: 1, total: 5 };
    return admin.post<Order>('/api/admin/orders', { ...order, ...fields });
  };

  test('rejected needs the reason', async () => {
    expectRefusal(await create({ status: 'rejected' }), 'validation_failed', { reject_reason: required });
    expectRefusal(await create({ status: 'rejected', reject_reason: ' ' }), 'validation_failed', {
      reject_reason: required,
    });
  });

  test('rejected keeps the reason', async () => {
    const { data } = await create({ status: 'rejected', reject_reason: 'Unpaid' });
    expect(data).toMatchObject({ reject_reason: 'Unpaid', history: [{ to: 'rejected', reason: 'Unpaid' }] });
  });

  test.each([[{}], [{ status: '' }], [{ status: null }]])(
    'with %j lacks status and reason',
    async (fields) => {
      expectRefusal(await create(fields), 'validation_failed', {
        status: ['The status field is required.'],
        reject_reason: requiredWhenEmpty,
      });
    },
  );

  test('without a status but with a reason lacks only the status', async () => {
    expectRefusal(await create({ reject_reason: 'Unpaid' }), 'validation_failed', ['status']);
  });

  test('in any other state needs no reason', async () => {
    expect((await create({ status: 'cancelled' })).data.reject_reason).toBeNull();
  });
});

describe('updating an order', () => {
  const update = (order: Order, fields: Record<string, unknown>) =>
    admin.put<Order>(`/api/admin/orders/${order.id}`, fields);

  test('to rejected needs the reason', async () => {
    const order = await newOrder();
    expectRefusal(await update(order, { status: 'rejected' }), 'validation_failed', {
      reject_reason: required,
    });
    const { data } = await update(order, { status: 'rejected', reject_reason: 'Too far' });
    expect(data).toMatchObject({ status: 'rejected', reject_reason: 'Too far' });
  });

  test.each(['', null])('clearing the status with %j rejects it, and needs the reason', async (status) => {
    const order = await newOrder();
    expectRefusal(await update(order, { status }), 'validation_failed', { reject_reason: requiredWhenEmpty });
    const { data } = await update(order, { status, reject_reason: 'Too far' });
    expect(data).toMatchObject({ status: 'rejected', reject_reason: 'Too far' });
    expect(data.history.at(-1)).toMatchObject({ from: 'pending', to: 'rejected', reason: 'Too far' });
  });

  test('that is rejected already needs no new reason', async () => {
    const order = await newOrder({ status: 'rejected', reject_reason: 'Unpaid' });
    expect((await update(order, { status: 'rejected' })).data).toEqual(order);
    expect((await update(order, { status: '' })).data).toEqual(order);
  });

  test('that cannot be rejected is not, however the status is cleared', async () => {
    const order = await newOrder({ status: 'shipped' });
    const reply = await update(order, { status: '', reject_reason: 'Too late' });
    expect(expectRefusal(reply, 'illegal_transition', ['status']).allowed).toEqual(['delivered', 'returned']);
  });
});
