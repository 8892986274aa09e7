import { isDeepStrictEqual } from 'node:util';

import { createHttpClient, resourceOf, resourcesOf, type HttpClient } from './http-client.ts';
import { readCart, readRecords, type OldData, type Records } from './old-data.ts';
import type { WaitingWrites } from './waiting-writes.ts';

interface Upgraded {
  url: string;
  data: OldData;
  waiting: WaitingWrites;
  /** The records before the unfinished writes, as the earlier release returned them. */
  before: Records;
  /** The cart of the shopper who never checks out, as the earlier release returned it. */
  cart: string;
}

const finishedWithinMs = 60_000;

/** Lists data that the later release lost, doubled or changed. */
export async function upgradeFaults(upgraded: Upgraded): Promise<string[]> {
  const admin = createHttpClient(upgraded.url, upgraded.data.adminToken);
  const newOrders = await newOrderFaults(admin, upgraded.waiting);
  const checks = [
    await changeFaults(admin, upgraded.waiting),
    await bulkFaults(admin, upgraded.waiting),
    await replayFaults(upgraded),
    await cartFaults(upgraded),
  ];
  const after = await readRecords(admin);
  return [
    ...newOrders.faults,
    ...checks.flat(),
    ...recordFaults(upgraded, after, newOrders.ids),
    ...(await filterFaults(admin, after)),
  ];
}

async function newOrderFaults(admin: HttpClient, { newOrders }: WaitingWrites) {
  const faults: string[] = [];
  const ids = new Set<number>();
  for (const path of newOrders) {
    const { status, result } = await admin.finished(path, finishedWithinMs);
    if (status === 'succeeded' && result?.status === 201) ids.add(result.data.id);
    else faults.push(`${path} of a new order is ${status}`);
  }
  if (ids.size !== newOrders.length) faults.push(`${newOrders.length} writes made ${ids.size} orders`);
  return { faults, ids };
}

async function changeFaults(admin: HttpClient, { confirmation, prices }: WaitingWrites): Promise<string[]> {
  const faults: string[] = [];
  for (const path of [confirmation.operation, ...prices.flatMap(({ operation }) => operation ?? [])]) {
    const { status } = await admin.finished(path, finishedWithinMs);
    if (status !== 'succeeded') faults.push(`${path} of a change is ${status}`);
  }
  const order = resourceOf(await admin.read(`/api/admin/orders/${confirmation.orderId}`));
  if (order.status !== 'confirmed') faults.push(`order ${order.id} is ${order.status ?? ''}`);
  for (const { productId, price } of prices) {
    const { body } = await admin.read(`/api/admin/products/${productId}`);
    const found = (body as { data: { price: number } }).data.price;
    if (found !== price) faults.push(`product ${productId} costs ${found}, not ${price}`);
  }
  return faults;
}

async function bulkFaults(admin: HttpClient, { bulk }: WaitingWrites): Promise<string[]> {
  const { status, progress } = await admin.finished(bulk.operation, finishedWithinMs);
  const faults = status === 'succeeded' ? [] : [`the bulk update is ${status}`];
  if (progress.done !== bulk.ids.length || progress.failed > 0)
    faults.push(`the bulk update did ${progress.done} of ${bulk.ids.length}, ${progress.failed} failed`);
  return faults;
}

export async function cartFaults({
  url,
  data,
  cart,
}: Pick<Upgraded, 'url' | 'data' | 'cart'>): Promise<string[]> {
  const found = await readCart(url, data);
  return readsAs(JSON.parse(found), JSON.parse(cart)) ? [] : [`the cart is ${found}, not ${cart}`];
}

/** Checks that a repeated write gets its earlier response and is not executed again. */
async function replayFaults({ url, data }: Upgraded): Promise<string[]> {
  const shopper = createHttpClient(url, data.shoppers[0]?.token ?? '');
  const faults: string[] = [];
  for (const { write, answer } of data.answered) {
    const again = await shopper.write(write);
    if (again.status !== answer.status || !isDeepStrictEqual(again.body, answer.body))
      faults.push(`${write.key} got another response the second time`);
  }
  return faults;
}

/** Checks that no record is missing and that only the unfinished writes added or changed a record. */
export function recordFaults(
  { before, data, waiting }: Pick<Upgraded, 'before' | 'data'> & { waiting?: WaitingWrites },
  after: Records,
  newOrders: ReadonlySet<number> = new Set(),
): string[] {
  const mayChange: Record<keyof Records, ReadonlySet<number>> = {
    users: new Set(),
    addresses: new Set(),
    products: new Set(waiting?.prices.map(({ productId }) => productId)),
    subscriptions: new Set(waiting?.bulk.ids),
    orders: new Set(waiting ? [waiting.confirmation.orderId] : []),
  };
  const faults: string[] = [];
  for (const list of Object.keys(mayChange) as (keyof Records)[]) {
    for (const [id, record] of before[list]) {
      const found = after[list].get(id);
      if (found === undefined) faults.push(`${list} ${id} is missing`);
      else if (!mayChange[list].has(id) && !readsAs(JSON.parse(found), comparable(record)))
        faults.push(`${list} ${id} has other values`);
    }
    const added = [...after[list].keys()].filter((id) => !before[list].has(id));
    const expected = list === 'orders' ? newOrders : new Set();
    if (added.some((id) => !expected.has(id)) || added.length !== expected.size)
      faults.push(`${list}: ${added.length} records were added instead of ${expected.size}`);
  }
  if (before.orders.size !== data.orders.length) faults.push('orders were made twice before the upgrade');
  return faults;
}

/** Whether a response still contains everything that an earlier release's response contained. Further fields are allowed. */
export function readsAs(after: unknown, before: unknown): boolean {
  if (typeof before !== 'object' || before === null) return after === before;
  if (typeof after !== 'object' || after === null) return false;
  if (Array.isArray(before) && (!Array.isArray(after) || after.length !== before.length)) return false;
  const found = after as Record<string, unknown>;
  return Object.entries(before).every(
    ([name, value]) => Object.hasOwn(found, name) && readsAs(found[name], value),
  );
}

/**
 * A record without the number of available units of its product. Unfinished orders reduce this number, so it
 * may differ.
 */
export function comparable(record: string): object {
  const { available: _available, ...compared } = JSON.parse(record) as { available?: number };
  return compared;
}

/** Checks the list filtered by each state, and its total, against the whole list. */
async function filterFaults(admin: HttpClient, { orders }: Records): Promise<string[]> {
  const all = [...orders.values()].map((text) => JSON.parse(text) as { id: number; status: string });
  const faults: string[] = [];
  for (const state of new Set(all.map(({ status }) => status))) {
    const path = `/api/admin/orders?paginate=true&per_page=100&filters[status]=${state}`;
    const answer = await admin.read(path);
    const found = resourcesOf(answer).map(({ id }) => id);
    const { total } = (answer.body as { meta: { total: number } }).meta;
    const expected = all.filter(({ status }) => status === state).map(({ id }) => id);
    if (!isDeepStrictEqual(new Set(found), new Set(expected)))
      faults.push(`the list of ${state} orders is ${found.join(', ')}, not ${expected.join(', ')}`);
    if (total !== expected.length)
      faults.push(`${total} orders are counted as ${state}, not ${expected.length}`);
  }
  return faults;
}
