import type { Database } from './connect.ts';
import type { FormerIndex } from './index-plan.ts';

/** How far a migration has come: what its next batch begins after. Kept in the database, so plain values only. */
export type Position = string | number;

/** One step of a service's data to what a later release writes. It is done in batches, each of which may run twice. */
export interface Migration {
  /** Of the data, once all of it is done. */
  version: number;
  /** What it does, for an operator. */
  summary: string;
  /** Whether processes of earlier releases may work on the data while it runs and after it. */
  runsBeside: boolean;
  /** While a worker of an earlier release is alive it is left for a later run, and the processes of this release work without it. */
  mayWait?: true;
  /** About how many documents it looks at. */
  estimate: (database: Database) => Promise<number>;
  /** Does the documents after this position, from the first on where there is none; null when there are none left. */
  batch: (database: Database, after: Position | null) => Promise<MigratedBatch | null>;
}

export interface MigratedBatch {
  position: Position;
  looked: number;
  changed: number;
}

/** What this release knows of a service's data. */
export interface ServiceData {
  service: string;
  /** The oldest version that its processes can work on; older data is to be migrated first. */
  readsFrom: number;
  /** By rising version, without gaps. */
  migrations: readonly Migration[];
  /** Indexes that earlier releases declared and this one does not: `npm run migrate` drops them. */
  formerIndexes: readonly FormerIndex[];
}

/** Data of the releases before 0.4.0, which wrote no version. */
export const unversioned = 1;

/** The version that this release writes. */
export function newestVersion({ migrations }: Pick<ServiceData, 'migrations'>): number {
  return migrations.at(-1)?.version ?? unversioned;
}
