import type { mongo } from 'mongoose';
import { PlainError } from '../settings/plain-error.ts';

export const metaCollection = 'meta';

export interface MetaDocument {
  _id: string;
}

/** The document `restores` in the collection `meta`: past restores, and a restore that has not ended. */
export interface Restores extends MetaDocument {
  _id: 'restores';
  /** The number of the last restore. The number rises even if the database with the previous number was lost. */
  epoch: number;
  list: PastRestore[];
  under_way?: RestoreUnderWay;
}

export interface PastRestore {
  epoch: number;
  at: string;
  backup: string;
  moment: string;
  release: string;
  /** How much was added to each record's version and to the last id of each sequence. */
  jumped: { versions: number; sequences: Record<string, number> };
  /** Present if the store has to pause all webhook endpoints when it starts. Releases before 0.6.0 left the endpoints active. */
  pauses_endpoints?: true;
}

/** `loading`: the old data is still complete, next to the restored data. `swapping`: old and restored collections are mixed. */
export interface RestoreUnderWay {
  backup: string;
  since: string;
  phase: 'loading' | 'swapping';
  /** For each sequence of ids, the last id that the restore sets, so that no id of the lost data is assigned again. */
  sequences: Record<string, number>;
  /** The number to add to versions; absent in releases before 0.5.0. */
  versions?: number;
  /** Ids of people who were erased after the backup's moment; absent in releases before 0.6.0. */
  erased?: number[];
}

export const restoresId = 'restores';

export async function readRestores(database: Pick<mongo.Db, 'collection'>): Promise<Restores | null> {
  return database.collection<Restores>(metaCollection).findOne({ _id: restoresId });
}

/** Throws a PlainError if a restore of this database was started but not finished, because the data must not be used. */
export async function refuseHalfRestored(database: Pick<mongo.Db, 'collection'>): Promise<void> {
  refuseUnderWay(await readRestores(database));
}

export function refuseUnderWay(restores: Pick<Restores, 'under_way'> | null): void {
  const restore = restores?.under_way;
  if (restore === undefined) return;
  throw new PlainError(
    `The restore of ${restore.backup} into this database, begun at ${restore.since}, has not finished. ` +
      'Run `npm run restore` again until it reports that the store is restored.',
  );
}
