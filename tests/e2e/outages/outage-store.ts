import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from '@jest/globals';

import type { ProcessName } from '#deploy/processes.ts';
import { eventually } from '../../support/eventually.ts';
import type { Operation, Order } from '../../support/resources.ts';
import { sharedServers, temporaryFolder } from '../../support/servers.ts';
import { startTestStore, type TestStore } from '../../support/store.ts';
import { startTcpProxy, throughProxy, type TcpProxy } from '../../support/tcp-proxy.ts';
import { openPage as openInBrowser, type ConsoleOptions, type ConsolePage } from '../console/console-page.ts';
import { callersOf, type Callers } from '../support/callers.ts';
import { makersFor, uniqueWord } from '../support/records.ts';

/** The store that all outage tests share. A test can make its commands fail, kill its processes, or cut it from its broker. */
export let store: TestStore;
export let callers: Callers;
export let make: ReturnType<typeof makersFor>;
/** The proxy between the store and its broker. */
export let broker: TcpProxy;

const folder = join(temporaryFolder(), 'faults');

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  const servers = sharedServers();
  broker = await startTcpProxy(servers.rabbitmqUrl);
  store = await startTestStore({
    servers: { ...servers, rabbitmqUrl: throughProxy(servers.rabbitmqUrl, broker) },
    env: { CHAOS: '1', CHAOS_FOLDER: folder, CHAOS_SHORT_WAITS: '1', WEBHOOK_ALLOW_HOSTS: 'localhost' },
  });
  callers = callersOf(store);
  make = makersFor(callers);
});
afterAll(async () => {
  await store.stop();
  await broker.close();
});

/** Opens a page of the console of this store. */
export const openPage = (options: ConsoleOptions): Promise<ConsolePage> =>
  openInBrowser({ store, ...options });

/** Kills a process, and waits until it has ended. */
export async function kill(name: ProcessName): Promise<void> {
  store.kill(name, 'SIGKILL');
  const hasEnded = () => store.processes().every((one) => one.name !== name || one.pid === undefined);
  await eventually(`the end of ${name}`, hasEnded);
}

export interface Parked {
  order: Order;
  id: string;
  /** The notes that the operation sets in the order. */
  notes: string;
  repair: () => void;
}

/** Creates an order update that fails until `repair` is called. */
async function failing(): Promise<Parked> {
  const order = await make.newOrder();
  const notes = uniqueWord();
  const file = join(folder, `fail.${notes}`);
  writeFileSync(file, '');
  // On a busy machine the broker may confirm too late. The gateway then responds with 503, and a retry sends
  // the same command.
  const headers = { 'x-request-id': notes, 'idempotency-key': notes, prefer: 'respond-async' };
  const accepted = await eventually('an accepted update', async () => {
    const sent = await callers.admin.put<Operation>(`/api/admin/orders/${order.id}`, { notes }, headers);
    return sent.status === 503 ? null : sent;
  });
  expect(accepted.status).toBe(202);
  return { order, id: accepted.data.id, notes, repair: () => rmSync(file) };
}

/** Creates order updates that fail, and waits until they are parked. */
export async function newParked(count: number): Promise<Parked[]> {
  const parked = await Promise.all(Array.from({ length: count }, failing));
  await eventually('the parked commands', async () => {
    const ids = await parkedIds();
    return parked.every(({ id }) => ids.includes(id));
  });
  return parked;
}

export async function parkedIds(): Promise<string[]> {
  const path = '/api/admin/operations?filters[status]=parked';
  return (await callers.auditor.get<Operation[]>(path)).page.data.map(({ id }) => id);
}

export async function notesOf({ order }: Parked): Promise<string | null> {
  const path = `/api/admin/orders/${order.id}`;
  return (await callers.admin.get<Order & { notes: string | null }>(path)).data.notes;
}
