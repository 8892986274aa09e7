import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';

import { processNames, type ProcessName } from '#deploy/processes.ts';
import { eventually } from '#tests/support/eventually.ts';
import { startTestStore, type TestStore } from '#tests/support/store.ts';
import { countStates, newLedger } from './ledger.ts';
import { createLedgerClient } from './ledger-client.ts';
import { seededRandom } from '#tests/support/seeded-random.ts';
import { openShop } from './shop.ts';
import { runShopper } from './workload.ts';

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
  const tokens = new Map<number | null, string>();
  for (const { userId } of shop.shoppers) tokens.set(userId, await store.clientToken(userId));
  const ledger = newLedger();
  const pace = { isFast: true, isHeld: false, isOver: false };
  const random = seededRandom(1);
  const failedReads: number[] = [];
  const client = (name: string) =>
    createLedgerClient({
      url: store.url,
      ledger,
      name,
      random: random.fork(),
      token: (userId) => tokens.get(userId) ?? '',
      // True, because then the client never gives up.
      isEnding: () => true,
    });
  const shoppers = shop.shoppers.map((shopper, index) =>
    runShopper({ client: client(`shopper-${index}`), random: random.fork(), shop, pace }, shopper),
  );
  const reader = readOn(client('reader'), shop.shoppers[0]?.userId ?? 0, pace, failedReads);

  for (const name of processNames) {
    await sleep(500);
    await restart(name);
  }
  await sleep(500);
  pace.isOver = true;
  await Promise.all([...shoppers, reader]);

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
async function readOn(
  client: ReturnType<typeof createLedgerClient>,
  userId: number,
  pace: { isOver: boolean },
  failed: number[],
): Promise<void> {
  while (!pace.isOver) {
    const answer = await client.read('/api/client/cart', userId).catch(() => null);
    if (answer && answer.status !== 200 && answer.status !== 503) failed.push(answer.status);
    await sleep(answer?.status === 200 ? 5 : 100);
  }
}
