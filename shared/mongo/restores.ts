import type { mongo } from 'mongoose';
import { PlainError } from '../process/plain-error.ts';

/** Small documents about the data itself. */
export const metaCollection = 'meta';

export interface MetaDocument {
  _id: string;
}

/** The document `restores` of `meta`: what restores have been, and the one that has not ended. */
export interface Restores extends MetaDocument {
  _id: 'restores';
  /** Rises with every restore, also where the one before was lost with its database. */
  epoch: number;
  list: PastRestore[];
  under_way?: RestoreUnderWay;
}

export interface PastRestore {
  epoch: number;
  at: string;
  backup: string;
  /** The moment that the data is of. */
  moment: string;
  release: string;
  /** What was added to the version of each record and, by sequence, to the last id. */
  jumped: { versions: number; sequences: Record<string, number> };
  /** Webhook endpoints are paused when the store starts. Restores by releases before 0.6.0 left them as they were. */
  pauses_endpoints?: true;
}

/** `loading`: the data from before is whole still, beside what is restored. `swapping`: some collections are of each. */
export interface RestoreUnderWay {
  backup: string;
  since: string;
  phase: 'loading' | 'swapping';
  /** The last ids that the restored sequences must not fall below. */
  sequences: Record<string, number>;
  /** Likewise what is added to versions; releases before 0.5.0 did not say. */
  versions?: number;
  /** Likewise the ids of people who were erased after the backup's moment; releases before 0.6.0 did not say. */
  erased?: number[];
}

export const restoresId = 'restores';

export async function readRestores(database: Pick<mongo.Db, 'collection'>): Promise<Restores | null> {
  return database.collection<Restores>(metaCollection).findOne({ _id: restoresId });
}

/** Throws when a restore of this database was begun and has not ended: what is here is not to be worked on. */
export async function refuseHalfRestored(database: Pick<mongo.Db, 'collection'>): Promise<void> {
  refuseUnderWay(await readRestores(database));
}

/** As `refuseHalfRestored`, by what is known of the restores already. */
export function refuseUnderWay(restores: Pick<Restores, 'under_way'> | null): void {
  const restore = restores?.under_way;
  if (restore === undefined) return;
  throw new PlainError(
    `The restore of ${restore.backup} into this database, begun at ${restore.since}, has not ended. ` +
      'Run `npm run restore` again until it says that the store is restored.',
  );
}
