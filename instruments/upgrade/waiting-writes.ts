import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

import type { RunningRelease } from '../releases/running-release.ts';
import { createHttpClient, type HttpClient, type Operation } from './http-client.ts';
import { prepareCheckout, type OldData } from './old-data.ts';

/** Writes that the earlier release accepted but did not finish. */
export interface WaitingWrites {
  /** Paths of operations that each create one order. They are checkouts and an order by an admin. */
  newOrders: string[];
  confirmation: { operation: string; orderId: number };
  bulk: { operation: string; ids: number[]; doneBefore: number };
  /** The expected prices. The first product already has its price, and only the event about it is still queued. */
  prices: { operation: string | null; productId: number; price: number }[];
}

const workers = { orders: 'services/orders/worker.ts', catalog: 'services/catalog/worker.ts' };
const bulkTries = 5;

/**
 * Suspends one worker after the other, so that each leaves unfinished work: queued commands, a half-done bulk
 * operation, and queued events.
 */
export async function leaveWaitingWrites(release: RunningRelease, data: OldData): Promise<WaitingWrites> {
  const admin = createHttpClient(release.url, data.adminToken);
  const checkouts = [];
  for (const place of [1, 2, 3]) {
    checkouts.push(await prepareCheckout(release.url, data, place, `waiting-${place}`));
  }
  suspendProcess(release.pid, workers.orders);
  const newOrders: string[] = [];
  for (const { client, write } of checkouts) newOrders.push(await client.submit(write));
  newOrders.push(await submitAdminOrder(admin, data));
  const confirmation = await submitConfirmation(admin, data);
  const [followed, queued] = data.products.slice(-2);
  if (followed === undefined || queued === undefined) throw new Error('Two products are needed');
  await admin.write(priceChange(followed, 77.25));
  const bulk = await leaveBulkHalfDone(admin, data.subscriptions.slice(100), () =>
    suspendProcess(release.pid, workers.catalog),
  );
  const operation = await admin.submit(priceChange(queued, 88.5));
  const prices = [
    { operation: null, productId: followed, price: 77.25 },
    { operation, productId: queued, price: 88.5 },
  ];
  return { newOrders, confirmation, bulk, prices };
}

function submitAdminOrder(admin: HttpClient, { shoppers, products }: OldData): Promise<string> {
  const shopper = shoppers[4];
  const body = {
    user_id: shopper?.userId,
    address_id: shopper?.addressId,
    payment_method: 2,
    status: 'pending',
    total: 100,
    items: [{ product_id: products[0], amount: 3 }],
  };
  return admin.submit({ method: 'POST', path: '/api/admin/orders', key: 'waiting-order', body });
}

async function submitConfirmation(admin: HttpClient, { orders }: OldData) {
  const orderId = orders.find(({ status }) => status === 'pending')?.id ?? 0;
  const path = `/api/admin/orders/${orderId}`;
  const body = { status: 'confirmed' };
  return {
    orderId,
    operation: await admin.submit({ method: 'PUT', path, key: 'waiting-confirmation', body }),
  };
}

function priceChange(product: number, price: number) {
  const path = `/api/admin/products/${product}`;
  return { method: 'PUT', path, key: `price-${product}`, body: { price } } as const;
}

/**
 * Suspends the worker when only some chunks of a bulk update are done. If the worker was too fast, retries with
 * another bulk update.
 */
async function leaveBulkHalfDone(
  admin: HttpClient,
  ids: number[],
  suspend: () => void,
): Promise<WaitingWrites['bulk']> {
  for (let tries = 1; tries <= bulkTries; tries += 1) {
    const body = { ids, status: tries % 2 === 1 ? 'inactive' : 'active' };
    const key = `waiting-bulk-${tries}`;
    const operation = await admin.submit({
      method: 'PUT',
      path: '/api/admin/subscriptions/bulk-update',
      key,
      body,
    });
    if (await isHalfDone(admin, operation)) {
      suspend();
      // The suspended worker cannot write its chunk in progress.
      await sleep(500);
      const { progress } = await admin.operation(operation);
      if (progress.done < ids.length) return { operation, ids, doneBefore: progress.done };
      throw new Error('The bulk update ended before its worker was suspended: run this again');
    }
  }
  throw new Error(`No bulk update was seen half done in ${bulkTries} tries`);
}

async function isHalfDone(admin: HttpClient, path: string): Promise<boolean> {
  let operation: Operation;
  do {
    operation = await admin.operation(path);
    const { done } = operation.progress;
    if (done > 0 && operation.status === 'running') return true;
  } while (operation.status === 'queued' || operation.status === 'running' || operation.status === 'unknown');
  return false;
}

/**
 * Suspends the process that runs `program` among the descendants of `ancestor`. The process keeps its messages and
 * does no work.
 */
function suspendProcess(ancestor: number, program: string): void {
  const all = runningProcesses();
  const found = all.filter(({ pid, command }) => command.includes(program) && isBelow(pid, ancestor, all));
  if (found.length !== 1) throw new Error(`${found.length} processes run ${program}`);
  for (const { pid } of found) process.kill(pid, 'SIGSTOP');
}

interface Running {
  pid: number;
  parent: number;
  command: string;
}

function runningProcesses(): Running[] {
  const lines = execFileSync('ps', ['-axo', 'pid=,ppid=,command='], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => {
    const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return command === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

function isBelow(pid: number, ancestor: number, all: readonly Running[]): boolean {
  const parent = all.find((one) => one.pid === pid)?.parent;
  return parent !== undefined && (parent === ancestor || isBelow(parent, ancestor, all));
}
