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
  /** A client for the fault's own writes. */
  client: LedgerClient;
  /** A direct connection, without a proxy. */
  database: AuditClient;
  /** How long a pause or a cut lasts. */
  holdMs: number;
  /** Records that the store broke a promise. */
  complain: (what: string) => void;
}

/** Why this machine cannot run the fault. */
export interface NotTried {
  notTried: string;
}

/** One fault, which `strike` also reverts. */
export interface Fault {
  /** `kill -9`, `pause`: the report groups by it. */
  kind: string;
  /** The process, server, link or queue that it strikes. */
  target: string;
  /** Too long for a run of a minute. */
  isLong?: true;
  /** Resolves to false if the moment to strike never came. */
  strike: (context: FaultContext) => Promise<boolean | NotTried>;
}

/** The result of one fault. */
export interface Strike {
  kind: string;
  target: string;
  /** Writes that were under way when it struck. */
  inFlight: number;
  hasStruck: boolean;
  notTried: string | null;
  /** From the end of the fault until a write succeeds again. */
  recoveryMs: number;
}

/** At least `ms` in a long run; in a short run only `holdMs`. */
export function outlasting(ms: number, holdMs: number): number {
  return holdMs < shortHoldMs ? holdMs : Math.max(ms, holdMs);
}

const shortHoldMs = 4000;
