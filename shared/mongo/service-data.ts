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

/** The oldest release whose data this release takes, after that release has migrated all of it. */
export const floorRelease = '0.6.0';

/** Work that only processes of the floor's release can finish, in data of its version. */
export interface FloorWork {
  collection: string;
  /** The id of the document that shows it; absent: any document. */
  id?: string;
  /** Whether it is unfinished. `isMigrated`: the data is of an older release; otherwise it began with the floor's. */
  isLeft: (document: Readonly<Record<string, unknown>> | null, isMigrated: boolean) => boolean;
  /** Continues the sentence "The data of orders". */
  reason: string;
}

/** This release's knowledge of a service's data. */
export interface ServiceData {
  service: string;
  /** The version that the floor's release writes; older data is refused. */
  floor: number;
  floorWork: readonly FloorWork[];
  /** The oldest version that its processes can work on; older data must be migrated first. */
  readsFrom: number;
  /** In ascending order of version, without gaps, from the one after the floor on. */
  migrations: readonly Migration[];
  /** Indexes that earlier releases declared and this one does not: `npm run migrate` drops them. */
  formerIndexes: readonly FormerIndex[];
}

/** The version that this release writes. */
export function newestVersion({ floor, migrations }: Pick<ServiceData, 'floor' | 'migrations'>): number {
  return migrations.at(-1)?.version ?? floor;
}
