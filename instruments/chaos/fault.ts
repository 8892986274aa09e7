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
  /** A client for requests that the fault itself sends. */
  client: LedgerClient;
  /** A direct connection, without a proxy. */
  database: AuditClient;
  /** How long a process stays paused, or a connection stays cut. */
  holdMs: number;
  /** Records that the store broke a promise. */
  complain: (what: string) => void;
}

/** The result for a fault that this machine cannot run, with the reason. */
interface NotTried {
  notTried: string;
}

/** A fault, which `strike` injects and then reverts. */
export interface Fault {
  /** The name by which the report groups faults, such as `kill -9` or `pause`. */
  kind: string;
  /** The process, server, connection or queue that the fault affects. */
  target: string;
  /** Whether the fault is too long for a run of one minute. */
  isLong?: true;
  /** Resolves to false if the condition for the fault never occurred. */
  strike: (context: FaultContext) => Promise<boolean | NotTried>;
}

/** The result of one fault. */
export interface Strike {
  kind: string;
  target: string;
  /** Number of writes in flight when the fault began. */
  inFlight: number;
  hasStruck: boolean;
  notTried: string | null;
  /** Time from the end of the fault until a write succeeds. */
  recoveryMs: number;
}

/** The duration of a fault: at least `ms` in a long run, but only `holdMs` in a short run. */
export function outlasting(ms: number, holdMs: number): number {
  return holdMs < shortHoldMs ? holdMs : Math.max(ms, holdMs);
}

const shortHoldMs = 4000;
