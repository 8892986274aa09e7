import type { Database } from './connect.ts';
import type { FormerIndex } from './index-plan.ts';

/** The position after which the next batch of a migration starts. MongoDB stores it, so it must be a plain value. */
export type Position = string | number;

/** Brings a service's data to the next version, in batches. After a crash a batch may run a second time. */
export interface Migration {
  /** The version of the data after the whole migration. */
  version: number;
  summary: string;
  /** Whether processes of earlier releases may work on the data during and after the migration. */
  runsBeside: boolean;
  /** The migration waits until no worker of an earlier release is alive. Until then, this release works without the migration. */
  mayWait?: true;
  /** The approximate number of documents that the migration reads. */
  estimate: (database: Database) => Promise<number>;
  /** Migrates the documents after this position. Null: from the first document on. Returns null if none are left. */
  batch: (database: Database, after: Position | null) => Promise<MigratedBatch | null>;
}

export interface MigratedBatch {
  position: Position;
  looked: number;
  changed: number;
}

/** The oldest release whose data this release can use, once that release has run all its own migrations. */
export const floorRelease = '0.6.0';

/** Work that only processes of release `floorRelease` can finish. */
export interface FloorWork {
  collection: string;
  /** The id of the document to check. Absent: any document of the collection. */
  id?: string;
  /** Whether the work is unfinished. `isMigrated`: the data is older than `floorRelease`, and was migrated to it. */
  isLeft: (document: Readonly<Record<string, unknown>> | null, isMigrated: boolean) => boolean;
  /** Says what is left to do. In the message, the text follows the words "The data of orders". */
  reason: string;
}

export interface ServiceData {
  service: string;
  /** The data version that release `floorRelease` writes. The present release rejects older data. */
  floor: number;
  floorWork: readonly FloorWork[];
  /** The oldest data version that this release's processes can work on. Older data must be migrated first. */
  readsFrom: number;
  /** The migrations, sorted by version without gaps. The first migration leads to the version after `floor`. */
  migrations: readonly Migration[];
  /** Indexes that earlier releases declared and this release does not. `npm run migrate` drops these indexes. */
  formerIndexes: readonly FormerIndex[];
}

export function newestVersion({ floor, migrations }: Pick<ServiceData, 'floor' | 'migrations'>): number {
  return migrations.at(-1)?.version ?? floor;
}
