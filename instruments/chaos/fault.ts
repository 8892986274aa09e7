import type { AuditClient } from '#tools/operate/audit/audit-client.ts';
import type { ChaosStore } from './chaos-store.ts';
import type { Ledger } from './ledger.ts';
import type { LedgerClient } from './ledger-client.ts';
import type { Random } from '#tests/support/seeded-random.ts';
import type { Shop } from './shop.ts';

export interface FaultContext {
  store: ChaosStore;
  ledger: Ledger;
  random: Random;
  shop: Shop;
  /** For writes of the fault's own. */
  client: LedgerClient;
  /** Straight at the database. */
  database: AuditClient;
  /** How long what is paused or cut off stays so. */
  holdMs: number;
  /** The store did otherwise than it promises while it was struck. */
  complain: (what: string) => void;
}

/** What is not to be had on this machine, and why. */
export interface NotTried {
  notTried: string;
}

/** Something that goes wrong and is put right again. */
export interface Fault {
  /** `kill -9`, `pause`: the table counts by it. */
  kind: string;
  /** What it strikes. */
  target: string;
  /** Too long for a run of a minute. */
  isLong?: true;
  /** Answers false when the moment that it waits for did not come. */
  strike: (context: FaultContext) => Promise<boolean | NotTried>;
}

/** What became of one fault. */
export interface Strike {
  kind: string;
  target: string;
  /** Writes that were under way at the moment. */
  inFlight: number;
  hasStruck: boolean;
  notTried: string | null;
  /** From its end until a write went through again. */
  recoveryMs: number;
}

/** At least this long in a long run; in a short one no longer than its other faults. */
export function outlasting(ms: number, holdMs: number): number {
  return holdMs < shortHoldMs ? holdMs : Math.max(ms, holdMs);
}

const shortHoldMs = 4000;
