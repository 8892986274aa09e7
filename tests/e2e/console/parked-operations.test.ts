import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { operationSchema } from '#shared/contracts/endpoints/operations.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryFolder } from '../../support/servers.ts';
import { startTestStore } from '../../support/store.ts';
import type { TestStore } from '../../support/store.ts';
import { callersOf } from '../support/callers.ts';
import type { Callers } from '../support/callers.ts';
import { expectConforms } from '../support/json-schema.ts';
import { makersFor, uniqueWord } from '../support/records.ts';
import { expectRefusal } from '../../support/refusals.ts';
import type { Operation, Order } from '../../support/resources.ts';

const folder = join(temporaryFolder(), 'parked-operations');
const list = '/api/admin/operations';
let store: TestStore;
let callers: Callers;
let make: ReturnType<typeof makersFor>;

interface Parked {
  order: Order;
  id: string;
  /** The notes that the operation writes. */
  notes: string;
  mend: () => void;
}
let [redriven, stale, discarded]: Parked[] = [];

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  store = await startTestStore({ env: { CHAOS: '1', CHAOS_FOLDER: folder } });
  callers = callersOf(store);
  make = makersFor(callers);
  [redriven, stale, discarded] = await Promise.all([1, 2, 3].map(() => failing()));
  await eventually('three parked commands', async () => (await parkedIds()).length === 3, 120_000);
}, 180_000);
afterAll(async () => store.stop(), 60_000);

/** A change of an order that fails each time until its cause is repaired. */
async function failing(): Promise<Parked> {
  const order = await make.newOrder();
  const notes = uniqueWord();
  const file = join(folder, `fail.${notes}`);
  writeFileSync(file, '');
  const accepted = await callers.admin.put<Operation>(
    `/api/admin/orders/${order.id}`,
    { notes },
    { 'x-request-id': notes, prefer: 'respond-async' },
  );
  expect(accepted.status).toBe(202);
  return { order, id: accepted.data.id, notes, mend: () => rmSync(file) };
}

const parkedIds = async () =>
  (await callers.auditor.get<Operation[]>(`${list}?filters[status]=parked`)).page.data.map(({ id }) => id);
const notesOf = async (order: Order) =>
  (await callers.admin.get<Order & { notes: string | null }>(`/api/admin/orders/${order.id}`)).data.notes;

function known(parked: Parked | undefined): Parked {
  if (!parked) throw new Error('Nothing was parked');
  return parked;
}

async function toldOf({ id }: Parked) {
  const path = `${list}?filters[status]=parked&per_page=200`;
  const { data } = (await callers.auditor.get<Operation[]>(path)).page;
  return data.find((one) => one.id === id);
}

test('a parked operation shows its cause to admins, in their language', async () => {
  const { id } = known(redriven);
  const told = await toldOf(known(redriven));
  expectConforms(operationSchema, told);
  expect(told?.note).toMatch(/waits for somebody to try it again.*A fault was injected/);
  expect(told?.error?.message).toBe('Server Error');
  const { data } = await callers.auditor.get<Operation>(`/api/operations/${id}`, { 'accept-language': 'ar' });
  expect(data.note).toMatch(/^تعذّر تنفيذها.*A fault was injected/);
});

test('a discard without write rights or without a reason changes nothing', async () => {
  const { id } = known(discarded);
  expectRefusal(await callers.auditor.post(`${list}/${id}/discard`, { reason: 'x' }), 'forbidden');
  expectRefusal(await callers.admin.post(`${list}/${id}/discard`, { reason: ' ' }), 'validation_failed', {
    reason: ['The reason field is required.'],
  });
  expectRefusal(await callers.admin.post(`${list}/x.y/discard`, { reason: 'x' }), 'not_found');
  expect(await parkedIds()).toContain(id);
});

test('a redriven operation succeeds once its cause is repaired, and only once', async () => {
  const { id, mend, notes, order } = known(redriven);
  mend();
  const reply = await callers.admin.post<Operation>(`${list}/${id}/redrive`, { reason: 'mended' });
  expect([reply.status, reply.data.status]).toEqual([200, 'succeeded']);
  expect(await notesOf(order)).toBe(notes);
  const again = await callers.admin.post(`${list}/${id}/redrive`, { reason: 'mended' });
  expect(expectRefusal(again, 'conflict').message).toBe('The operation is succeeded, not parked.');
});

test('a redrive whose record has changed since is refused unless it is forced', async () => {
  const { id, mend, notes, order } = known(stale);
  mend();
  await callers.admin.put(`/api/admin/orders/${order.id}`, { notes: 'newer' });
  const refused = await callers.admin.post(`${list}/${id}/redrive`, { reason: 'again' });
  expect(expectRefusal(refused, 'conflict').message).toMatch(
    /^It stays parked\. orders\/\d+ has moved on since/,
  );
  expect(await notesOf(order)).toBe('newer');
  const forced = await callers.admin.post<Operation>(`${list}/${id}/redrive`, { reason: 'again', force: 1 });
  expect([forced.status, forced.data.status]).toEqual([200, 'succeeded']);
  expect(await notesOf(order)).toBe(notes);
});

test('a discarded operation ends as failed and is never applied', async () => {
  const { id, mend, order } = known(discarded);
  mend();
  const reply = await callers.admin.post<Operation>(`${list}/${id}/discard`, { reason: 'ordered again' });
  expect([reply.status, reply.data.status]).toEqual([200, 'failed']);
  expect(reply.data.error?.message).toMatch(/^Discarded by admin:/);
  expect(await notesOf(order)).toBeNull();
  const refused = await callers.admin.post(
    `${list}/${id}/redrive`,
    { reason: 'x' },
    { 'accept-language': 'ar' },
  );
  expect(expectRefusal(refused, 'conflict').message).toMatch(/^حالة العملية failed/);
  expect(await parkedIds()).toEqual([]);
});
