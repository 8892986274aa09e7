import type { AuditClient } from '#tools/operate/audit/audit-client.ts';
import type { ChaosStore } from './chaos-store.ts';
import type { Fault } from './fault.ts';
import type { FeedReader } from './feed/feed-reader.ts';
import type { LedgerClient } from './ledger-client.ts';
import type { Ledger } from './ledger.ts';
import { untilQuiet } from './quiet.ts';
import type { EventSubscriber } from './register/event-subscriber.ts';
import type { Register } from './register/register.ts';
import type { Random } from '#tests/support/seeded-random.ts';
import type { Shop } from './shop.ts';
import type { WebhookFollowers } from './webhooks/follow-by-webhooks.ts';
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
  /** Receivers of webhooks, five of which fail. */
  webhooks: number;
  /** Whether shoppers write through clients/typescript, its own retries on. */
  isThroughClient?: boolean;
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
  /** Of the feed over HTTP. */
  readers: FeedReader[];
  webhooks: WebhookFollowers;
  random: Random;
  ledger: Ledger;
  register: Register;
  shop: Shop;
  pace: Pace;
  clientOf: (name: string) => LedgerClient;
  shopperClientOf: (name: string) => LedgerClient;
  /** What the store did otherwise than it promises while it was struck. */
  complaints: string[];
}

const quietWithin = 120_000;

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
