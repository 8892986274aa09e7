import { beforeAll, describe, expect, test } from '@jest/globals';

import { operationSchema } from '#shared/contracts/endpoints/operations.ts';
import { expectConforms } from '../support/json-schema.ts';
import { expectRefusal } from '../../support/refusals.ts';
import type { Operation } from '../../support/resources.ts';
import { callers, newParked, notesOf, parkedIds, type Parked } from './outage-store.ts';

const list = '/api/admin/operations';

describe('parked operations', () => {
  let [redriven, stale, discarded]: Parked[] = [];
  beforeAll(async () => {
    [redriven, stale, discarded] = await newParked(3);
  });

  function known(parked: Parked | undefined): Parked {
    if (!parked) throw new Error('Nothing was parked');
    return parked;
  }

  async function listed({ id }: Parked) {
    const path = `${list}?filters[status]=parked&per_page=200`;
    const { data } = (await callers.auditor.get<Operation[]>(path)).page;
    return data.find((one) => one.id === id);
  }

  test('admins see in their language why an operation failed and was parked', async () => {
    const { id } = known(redriven);
    const shown = await listed(known(redriven));
    expectConforms(operationSchema, shown);
    expect(shown?.note).toMatch(/An administrator has to try it again.*A fault was injected/);
    expect(shown?.error?.message).toBe('Server Error');
    const { data } = await callers.auditor.get<Operation>(`/api/operations/${id}`, {
      'accept-language': 'ar',
    });
    expect(data.note).toMatch(/^تعذّر تنفيذها.*A fault was injected/);
  });

  test('discarding an operation that failed and was parked changes nothing without write rights or without a reason', async () => {
    const { id } = known(discarded);
    expectRefusal(await callers.auditor.post(`${list}/${id}/discard`, { reason: 'x' }), 'forbidden');
    expectRefusal(await callers.admin.post(`${list}/${id}/discard`, { reason: ' ' }), 'validation_failed', {
      reason: ['The reason field is required.'],
    });
    expectRefusal(await callers.admin.post(`${list}/x.y/discard`, { reason: 'x' }), 'not_found');
    expect(await parkedIds()).toContain(id);
  });

  test('a parked operation whose cause is fixed succeeds when an admin redrives (retries) it, and cannot be redriven again', async () => {
    const { id, repair, notes } = known(redriven);
    repair();
    const reply = await callers.admin.post<Operation>(`${list}/${id}/redrive`, { reason: 'repaired' });
    expect([reply.status, reply.data.status]).toEqual([200, 'succeeded']);
    expect(await notesOf(known(redriven))).toBe(notes);
    const again = await callers.admin.post(`${list}/${id}/redrive`, { reason: 'repaired' });
    expect(expectRefusal(again, 'conflict').message).toBe('The operation is succeeded, not parked.');
  });

  test('redriving (retrying) a parked operation returns 409 if its record has changed meanwhile, unless force is set', async () => {
    const { id, repair, notes, order } = known(stale);
    repair();
    await callers.admin.put(`/api/admin/orders/${order.id}`, { notes: 'newer' });
    const refused = await callers.admin.post(`${list}/${id}/redrive`, { reason: 'again' });
    expect(expectRefusal(refused, 'conflict').message).toMatch(
      /^It stays parked\. orders\/\d+ has changed since/,
    );
    expect(await notesOf(known(stale))).toBe('newer');
    const forced = await callers.admin.post<Operation>(`${list}/${id}/redrive`, {
      reason: 'again',
      force: 1,
    });
    expect([forced.status, forced.data.status]).toEqual([200, 'succeeded']);
    expect(await notesOf(known(stale))).toBe(notes);
  });

  test('a parked operation that an admin discards gets the status failed and is never executed', async () => {
    const { id, repair } = known(discarded);
    repair();
    const reply = await callers.admin.post<Operation>(`${list}/${id}/discard`, { reason: 'ordered again' });
    expect([reply.status, reply.data.status]).toEqual([200, 'failed']);
    expect(reply.data.error?.message).toBe('The shop’s staff discarded it, because it could not be done.');
    expect(await notesOf(known(discarded))).toBeNull();
    const refused = await callers.admin.post(
      `${list}/${id}/redrive`,
      { reason: 'x' },
      { 'accept-language': 'ar' },
    );
    expect(expectRefusal(refused, 'conflict').message).toMatch(/^حالة العملية failed/);
    expect(await parkedIds()).toEqual([]);
  });
});
