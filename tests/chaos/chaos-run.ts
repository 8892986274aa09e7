import { setTimeout as sleep } from 'node:timers/promises';

import { openAuditClient } from '#tools/operate/audit/audit-client.ts';
import type { AuditClient } from '#tools/operate/audit/audit-client.ts';
import { startChaosStore } from './chaos-store.ts';
import type { ChaosStore } from './chaos-store.ts';
import type { ChaosReport } from './chaos-report.ts';
import { drawReport } from './chaos-verdict.ts';
import type { Fault } from './fault.ts';
import { newLedger } from './ledger.ts';
import type { Ledger } from './ledger.ts';
import { nobodyHasItMs } from './oracle.ts';
import { createLedgerClient } from './ledger-client.ts';
import type { LedgerClient } from './ledger-client.ts';
import { sendPoison } from './poison.ts';
import { poisonFaults } from './poison-faults.ts';
import { untilQuiet } from './quiet.ts';
import { subscribeToEvents } from './register/event-subscriber.ts';
import type { EventSubscriber } from './register/event-subscriber.ts';
import { createRegister } from './register/register.ts';
import type { Register } from './register/register.ts';
import { seededRandom } from './seeded-random.ts';
import type { Random } from './seeded-random.ts';
import { openShop } from './shop.ts';
import type { Shop } from './shop.ts';
import { startWork } from './start-work.ts';
import { strikeAll } from './strike-all.ts';
import type { Pace } from './workload.ts';

export interface ChaosOptions {
  seed: number;
  /** Struck one after the other, until they end or the time is up. */
  faults: (random: Random) => Iterable<Fault>;
  forMs: number;
  /** How long a pause or a cut lasts. */
  holdMs: number;
  /** Whether some commands are made to fail alone, to be parked and redriven: takes 40 s at least. */
  withPoison: boolean;
  /** Whether what long faults need is prepared: wide orders, many subscriptions, a small disk. */
  isLong: boolean;
  /** Whether just some kinds of faults were chosen. */
  isPartial: boolean;
  say: (line: string) => void;
}

/** Everything that a run has in hand. */
export interface ChaosRun {
  options: ChaosOptions;
  startedAt: number;
  store: ChaosStore;
  /** Straight at the database. */
  database: AuditClient;
  subscriber: EventSubscriber;
  random: Random;
  ledger: Ledger;
  register: Register;
  shop: Shop;
  pace: Pace;
  clientOf: (name: string) => LedgerClient;
  /** What the store did otherwise than it promises while it was struck. */
  complaints: string[];
}

const shoppers = 6;
const longSize = { subscriptions: 1500, wideOrders: 500 };
const quietWithin = 120_000;

/** A store under load, one fault after the other; then everything is healed, and what clients were told is compared with the data. */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const startedAt = Date.now();
  options.say(`seed ${options.seed}`);
  const store = await startChaosStore(options);
  const database = await openAuditClient(store.servers.mongodbUri);
  const subscriber = await subscribeToEvents(store.servers.rabbitmqUrl, store.namespace);
  try {
    const run = await prepare({ options, startedAt, store, database, subscriber });
    const work = startWork(run);
    const poisoned = options.withPoison ? await sendPoison(run) : null;
    const strikes = await strikeAll(run);
    run.pace.isOver = true;
    await work;
    options.say('healed; waiting until it is quiet');
    const stuck = await quiet(run);
    const poison = poisoned ? await poisonFaults(run, poisoned) : [];
    stuck.push(...(await quiet(run)));
    if (options.isLong || options.isPartial) await untilKnownToNobody(run.ledger);
    return await drawReport(run, { strikes, stuck, poison });
  } finally {
    await subscriber.close();
    await database.close();
    await store.stop();
  }
}

async function prepare(
  begun: Pick<ChaosRun, 'options' | 'startedAt' | 'store' | 'database' | 'subscriber'>,
): Promise<ChaosRun> {
  const { options, store } = begun;
  const random = seededRandom(options.seed);
  const ledger = newLedger();
  const adminToken = await store.token(null);
  const shop = await openShop(store.url, adminToken, { shoppers, ...(options.isLong && longSize) });
  const tokens = new Map<number | null, string>([[null, adminToken]]);
  for (const { userId } of shop.shoppers) tokens.set(userId, await store.token(userId));
  const pace: Pace = { isFast: false, isHeld: false, isOver: false };
  const clientOf = (name: string): LedgerClient =>
    createLedgerClient({
      ...{ url: store.url, ledger, name, random: random.fork() },
      token: (userId) => tokens.get(userId) ?? '',
      isEnding: () => pace.isOver,
    });
  const register = createRegister(ledger, random.fork().below);
  return { ...begun, random, ledger, register, shop, pace, clientOf, complaints: [] };
}

/** Waits until the store must know of every write that has no answer whether anybody has it. */
async function untilKnownToNobody({ entries }: Ledger): Promise<void> {
  const open = entries.filter(({ answers }) => answers.length === 0);
  const last = Math.max(0, ...open.map(({ lastSentAt }) => lastSentAt));
  await sleep(Math.max(0, last + nobodyHasItMs + 1000 - Date.now()));
}

/** Waits until nothing is under way, then reads every record that was written; gives what still was under way. */
export async function quiet({
  store,
  database,
  subscriber,
  register,
  clientOf,
}: ChaosRun): Promise<string[]> {
  const place = { ...store, alsoQueues: [subscriber.queue] };
  const unquiet = await untilQuiet(place, database, quietWithin);
  await register.readAll(clientOf('reader'));
  return unquiet;
}
