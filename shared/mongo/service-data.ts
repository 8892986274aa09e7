import type { Database } from './connect.ts';
import type { FormerIndex } from './index-plan.ts';

/** The progress of a migration: its next batch starts after this. Stored in the database, so plain values only. */
export type Position = string | number;

/** One step of a service's data towards a later release. It is done in batches, each of which may run twice. */
export interface Migration {
  /** The version of the data after the whole migration. */
  version: number;
  /** A summary for operators. */
  summary: string;
  /** Whether processes of earlier releases may work on the data during and after the migration. */
  runsBeside: boolean;
  /** While a worker of an earlier release is alive, it is left for a later run; this release's processes work without it. */
  mayWait?: true;
  /** The approximate number of documents that it looks at. */
  estimate: (database: Database) => Promise<number>;
  /** Migrates the documents after this position, or from the first on; null if none are left. */
  batch: (database: Database, after: Position | null) => Promise<MigratedBatch | null>;
}

export interface MigratedBatch {
  position: Position;
  looked: number;
  changed: number;
}

/** This release's knowledge of a service's data. */
export interface ServiceData {
  service: string;
  /** The oldest version that its processes can work on; older data must be migrated first. */
  readsFrom: number;
  /** In ascending order of version, without gaps. */
  migrations: readonly Migration[];
  /** Indexes that earlier releases declared and this one does not: `npm run migrate` drops them. */
  formerIndexes: readonly FormerIndex[];
}

/** The version of data of releases before 0.4.0, which stored none. */
export const unversioned = 1;

/** The version that this release writes. */
export function newestVersion({ migrations }: Pick<ServiceData, 'migrations'>): number {
  return migrations.at(-1)?.version ?? unversioned;
}
