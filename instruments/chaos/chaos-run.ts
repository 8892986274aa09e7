import { setTimeout as sleep } from 'node:timers/promises';

import { openAuditClient } from '#tools/operate/audit/audit-client.ts';
import { startChaosStore } from './chaos-store.ts';
import type { ChaosReport } from './chaos-report.ts';
import { quiet, type ChaosOptions, type ChaosRun } from './chaos-context.ts';
import { drawReport } from './chaos-verdict.ts';
import { startFeedReaders } from './feed/feed-readers.ts';
import { newLedger } from './ledger.ts';
import { isUnfinished, unknownAfterMs } from './oracle.ts';
import { createLedgerClient, type LedgerClient } from './ledger-client.ts';
import { createPublishedClient } from './published-client.ts';
import { sendPoison } from './poison.ts';
import { poisonFaults } from './poison-faults.ts';
import { subscribeToEvents } from './register/event-subscriber.ts';
import { createRegister } from './register/register.ts';
import { resolveAll } from './resolve.ts';
import { seededRandom } from '#tests/support/seeded-random.ts';
import { openShop } from './shop.ts';
import { startWork } from './start-work.ts';
import { strikeAll } from './strike-all.ts';
import { followByWebhooks } from './webhooks/follow-by-webhooks.ts';
import type { Pace } from './workload.ts';

const shoppers = 6;
const longSize = { subscriptions: 1500, crowd: 20_000, wideOrders: 500 };

/**
 * Runs a store under load through the faults, waits until the store has recovered, and compares the responses to clients with
 * the data.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const startedAt = Date.now();
  options.say(`seed ${options.seed}`);
  const store = await startChaosStore(options);
  const database = await openAuditClient(store.servers.mongodbUri);
  const subscriber = await subscribeToEvents(store.servers.rabbitmqUrl, store.namespace);
  const token = await store.token(null);
  const readers = startFeedReaders({ url: store.url, token }, options.forMs);
  const webhooks = await followByWebhooks(store, { database, token, count: options.webhooks });
  try {
    const run = await prepare({ options, startedAt, store, database, subscriber, readers, webhooks });
    const work = startWork(run);
    const poisoned = options.withPoison ? await sendPoison(run) : null;
    const strikes = await strikeAll(run);
    run.pace.isOver = true;
    await work;
    const healedAt = Date.now();
    options.say('healed; waiting until it is quiet');
    const stuck = await quiet(run);
    const poison = poisoned ? await poisonFaults(run, poisoned) : [];
    // Redriven commands are new work. Without them, a second wait would only repeat the first.
    if (poisoned) stuck.push(...(await quiet(run)));
    if (options.isLong || options.isPartial) await untilFatesAreKnown(run, healedAt);
    return await drawReport(run, { strikes, stuck, poison });
  } finally {
    await Promise.all(readers.map((reader) => reader.close()));
    await webhooks.close();
    await subscriber.close();
    await database.close();
    await store.stop();
  }
}

async function prepare(
  begun: Pick<
    ChaosRun,
    'options' | 'startedAt' | 'store' | 'database' | 'subscriber' | 'readers' | 'webhooks'
  >,
): Promise<ChaosRun> {
  const { options, store } = begun;
  const random = seededRandom(options.seed);
  const ledger = newLedger();
  const adminToken = await store.token(null);
  const shop = await openShop(store.url, adminToken, { shoppers, ...(options.isLong && longSize) });
  const tokens = new Map<number | null, string>([[null, adminToken]]);
  for (const { userId } of shop.shoppers) tokens.set(userId, await store.token(userId));
  const pace: Pace = { isFast: false, isHeld: false, isOver: false };
  const named = (name: string) => ({
    url: store.url,
    ledger,
    name,
    random: random.fork(),
    token: (userId: number | null) => tokens.get(userId) ?? '',
    isEnding: () => pace.isOver,
    polledShare: 0.4,
  });
  const clientOf = (name: string): LedgerClient => createLedgerClient(named(name));
  const shopperClientOf = options.isThroughClient
    ? (name: string) => createPublishedClient(named(name))
    : clientOf;
  const register = createRegister(ledger, random.fork().below);
  return { ...begun, random, ledger, register, shop, pace, clientOf, shopperClientOf, complaints: [] };
}

/**
 * A worker knows which commands its queues contain only after it has run for this long. Until then, commands that seem lost can
 * still reappear.
 */
const workerKnowsAfterMs = 60_000;

/**
 * Waits until the store knows whether the command of each write without a response still exists, but not longer than the store
 * may take to find out.
 */
async function untilFatesAreKnown({ ledger, store }: ChaosRun, healedAt: number): Promise<void> {
  const open = ledger.entries.filter(({ answers }) => answers.length === 0);
  const last = Math.max(0, ...open.map(({ lastSentAt }) => lastSentAt));
  const deadline = Math.max(last + unknownAfterMs + 1000, healedAt + workerKnowsAfterMs);
  while (Date.now() < deadline) {
    const fates = await resolveAll(store, open);
    if (![...fates.values()].some(isUnfinished)) return;
    await sleep(1000);
  }
}
