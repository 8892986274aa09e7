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
  /** The faults of the run, one after the other. The run ends after the last fault or when the time is up. */
  faults: (random: Random) => Iterable<Fault>;
  forMs: number;
  /** How long a process stays paused, or a connection stays cut. */
  holdMs: number;
  /**
   * Whether to send some commands that always fail, which are then parked and redriven. They add at least 40
   * s to the run.
   */
  withPoison: boolean;
  /** Whether to prepare for long faults. They need orders with many lines, many subscriptions, and a small disk for MongoDB. */
  isLong: boolean;
  /** Whether the caller chose only some kinds of faults. */
  isPartial: boolean;
  /** The number of webhook receivers to start. The last five of them fail. */
  webhooks: number;
  /** Whether shoppers write through the client in clients/typescript, with its own retries. */
  isThroughClient?: boolean;
  say: (line: string) => void;
}

/** The state that all parts of one run share. */
export interface ChaosRun {
  options: ChaosOptions;
  startedAt: number;
  store: ChaosStore;
  /** A direct connection, without a proxy. */
  database: AuditClient;
  subscriber: EventSubscriber;
  readers: FeedReader[];
  webhooks: WebhookFollowers;
  random: Random;
  ledger: Ledger;
  register: Register;
  shop: Shop;
  pace: Pace;
  clientOf: (name: string) => LedgerClient;
  shopperClientOf: (name: string) => LedgerClient;
  /** The promises that the store broke during the faults. */
  complaints: string[];
}

const quietWithin = 120_000;

/** Waits until no work is in progress, then reads every written record. Returns the work that was unfinished at the deadline. */
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
