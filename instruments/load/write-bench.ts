import { setTimeout as sleep } from 'node:timers/promises';

import type { Order } from '#services/orders/records/tables.ts';
import type { BenchStore } from './bench-store.ts';
import { closedLoop, type LoadAnswer, type LoadRequest } from './closed-loop.ts';
import { measured, type Measured } from './measured.ts';
import { watchFigures } from './process-figures.ts';
import type { Shop } from '#tests/support/seed/seed-shop.ts';

/** Creates orders of two lines each as an admin. */
export async function createOrders(
  bench: BenchStore,
  shop: Shop,
  callers: number,
  count: number,
): Promise<Measured> {
  const token = await bench.token(null);
  const requests = Array.from({ length: count }, (_, index): LoadRequest => {
    const [user, address] = [shop.users[index % 500], shop.addresses[index % 500]];
    const body = {
      user_id: user?._id,
      address_id: address?._id,
      payment_method: 1,
      status: 'pending',
      total: 100,
      items: [
        { product_id: 1 + (index % 50), amount: 1 },
        { product_id: 51 + (index % 50), amount: 2 },
      ],
    };
    return { method: 'POST', path: '/api/admin/orders', token, body };
  });
  return measured(bench, () => closedLoop(bench.store.url, callers, requests, answers(201)));
}

export async function updateSubscriptions(
  bench: BenchStore,
  ids: readonly number[],
  callers: number,
): Promise<Measured> {
  const token = await bench.token(null);
  const price = Math.round(Math.random() * 10_000) / 100;
  const requests = ids.map((id): LoadRequest => ({
    method: 'PUT',
    path: `/api/admin/subscriptions/${id}`,
    token,
    body: { price },
  }));
  return measured(bench, () => closedLoop(bench.store.url, callers, requests, answers(200)));
}

/** Writes notes of orders, one order per request. */
export async function updateOrders(
  bench: BenchStore,
  orders: readonly Pick<Order, '_id'>[],
  callers: number,
  notes: string,
): Promise<Measured> {
  const token = await bench.token(null);
  const requests = orders.map(({ _id: id }): LoadRequest => ({
    method: 'PUT',
    path: `/api/admin/orders/${id}`,
    token,
    body: { notes },
  }));
  return measured(bench, () => closedLoop(bench.store.url, callers, requests, answers(200)));
}

/** Changes the amount of each order's first item by a change set. */
export async function changeOrders(
  bench: BenchStore,
  orders: readonly Pick<Order, '_id' | 'items'>[],
  callers: number,
  amount: number,
): Promise<Measured> {
  const token = await bench.token(null);
  const requests = orders.map(({ _id: id, items: [item] }): LoadRequest => ({
    method: 'POST',
    path: `/api/admin/orders/${id}/changes`,
    token,
    body: { lines: [{ item_id: item?.id, amount }] },
  }));
  return measured(bench, () => closedLoop(bench.store.url, callers, requests, answers(200)));
}

export interface BulkRun {
  records: number;
  seconds: number;
  /** Peak memory in MiB, keyed by process. */
  rss: Record<string, number>;
}

/** Runs one bulk update of these subscriptions, which must change each of them. */
export async function bulkUpdate(bench: BenchStore, ids: readonly number[], status: 0 | 1): Promise<BulkRun> {
  const watched = watchFigures(bench.figures);
  const path = '/api/admin/subscriptions/bulk-update';
  const { ended } = await beginBulk(bench, ids.length, path, { ids, status });
  return { records: ids.length, seconds: await ended, rss: watched().peak };
}

interface Operation {
  id: string;
  status: string;
  result: { changed: number } | null;
}

export interface RunningBulk {
  id: string;
  /** Resolves to the duration in seconds. */
  ended: Promise<number>;
}

/** Starts a bulk operation, which must change this number of records. */
export async function beginBulk(
  bench: BenchStore,
  records: number,
  path: string,
  body: object = {},
): Promise<RunningBulk> {
  const startedAt = performance.now();
  const { id } = await operationFrom(bench, path.startsWith('/api/admin') ? 'PUT' : 'POST', path, body);
  const end = async (): Promise<number> => {
    for (;;) {
      const { status, result } = await operationFrom(bench, 'GET', `/api/operations/${id}`);
      if (status === 'succeeded' && result?.changed === records)
        return (performance.now() - startedAt) / 1000;
      if (!['queued', 'running'].includes(status))
        throw new Error(`${path} ended ${status}: ${JSON.stringify(result)}`);
      await sleep(250);
    }
  };
  return { id, ended: end() };
}

async function operationFrom(
  bench: BenchStore,
  method: string,
  path: string,
  body?: object,
): Promise<Operation> {
  const response = await fetch(`${bench.store.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${await bench.token(null)}`,
      'content-type': 'application/json',
      prefer: 'respond-async',
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok)
    throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { data: Operation }).data;
}

function answers(status: number): (answer: LoadAnswer) => void {
  return (answer) => {
    if (answer.status !== status)
      throw new Error(`A write request returned ${answer.status}: ${answer.text}`);
  };
}
