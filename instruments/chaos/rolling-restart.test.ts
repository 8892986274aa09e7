import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';

import { processNames, type ProcessName } from '#deploy/processes.ts';
import { eventually } from '#tests/support/eventually.ts';
import { startTestStore, type TestStore } from '#tests/support/store.ts';
import { countStates } from './ledger.ts';
import type { LedgerClient } from './ledger-client.ts';
import { openShop } from './shop.ts';
import { startShoppers } from './start-shoppers.ts';
import type { Pace } from './workload.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
}, 120_000);
afterAll(() => store.stop(), 60_000);

async function restart(name: ProcessName): Promise<void> {
  const isRunning = () =>
    store.processes().some((process) => process.name === name && process.pid !== undefined);
  store.kill(name, 'SIGTERM');
  await eventually(`${name} to be away`, () => !isRunning(), 30_000);
  await store.start(name);
}

test('a client that retries refused connections and 503 responses sees no failed request during a rolling restart', async () => {
  const shop = await openShop(store.url, await store.adminToken(), { shoppers: 6 });
  const { ledger, pace, clientOf, end } = await startShoppers(store.url, shop, (userId) =>
    store.clientToken(userId),
  );
  const failedReads: number[] = [];
  const reader = readOn(clientOf('reader'), shop.shoppers[0]?.userId ?? 0, pace, failedReads);

  for (const name of processNames) {
    await sleep(500);
    await restart(name);
  }
  await sleep(500);
  await Promise.all([end(), reader]);

  const counts = countStates(ledger.entries);
  process.stderr.write(`rolling restart: ${JSON.stringify(counts)}\n`);
  expect(ledger.defects).toEqual([]);
  expect(failedReads).toEqual([]);
  expect(counts.ok).toBeGreaterThan(100);
  expect({ unknown: counts.unknown, refused: counts.refused, open: counts.open }).toEqual({
    unknown: 0,
    refused: 0,
    open: 0,
  });
  const refusals = ledger.entries.filter(({ state }) => state === 'failed').flatMap(({ answers }) => answers);
  expect(refusals.filter(({ code }) => code !== 'out_of_stock' && code !== 'empty_cart')).toEqual([]);
  for (const name of processNames) expect(store.log(name)).not.toContain('not stopped in time');
}, 180_000);

/** Sends reads like a client that retries refused connections, reset connections and 503 responses. */
async function readOn(client: LedgerClient, userId: number, pace: Pace, failed: number[]): Promise<void> {
  while (!pace.isOver) {
    const answer = await client.read('/api/client/cart', userId).catch(() => null);
    if (answer && answer.status !== 200 && answer.status !== 503) failed.push(answer.status);
    await sleep(answer?.status === 200 ? 5 : 100);
  }
}
