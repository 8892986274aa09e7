import type { ChaosStore } from './chaos-store.ts';
import type { Ledger } from './ledger.ts';
import type { Random } from './seeded-random.ts';

export interface FaultContext {
  store: ChaosStore;
  ledger: Ledger;
  random: Random;
  /** How long what is paused or cut off stays so. */
  holdMs: number;
}

/** Something that goes wrong and is put right again. */
export interface Fault {
  /** `kill -9`, `pause`: the table counts by it. */
  kind: string;
  /** What it strikes. */
  target: string;
  /** Answers false when the moment that it waits for did not come. */
  strike: (context: FaultContext) => Promise<boolean>;
}

/** What became of one fault. */
export interface Strike {
  kind: string;
  target: string;
  /** Writes that were under way at the moment. */
  inFlight: number;
  hasStruck: boolean;
  /** From its end until a write went through again. */
  recoveryMs: number;
}
