import type { mongo } from 'mongoose';
import { driverDatabase } from '../../mongo/connect.ts';
import type { Database } from '../../mongo/connect.ts';
import type { MigratedBatch, Position } from '../../mongo/service-data.ts';

const atOnce = 1000;

export interface Scan<D> {
  collection: string;
  /** Of the documents that may have to be changed. */
  matching: Record<string, unknown>;
  /** The fields of them that are read; all without it. */
  projection?: Record<string, 1>;
  /** Changes these documents, as often as it is called; gives how many it changed. */
  change: (documents: D[], database: mongo.Db) => Promise<number>;
}

/**
 * The parts of a migration that goes through a collection by rising `_id`, so many documents at a time whether they match or
 * not: no query takes long, however rare the matches are.
 */
export function scanCollection<D extends { _id: Position }>({
  collection,
  matching,
  projection = {},
  change,
}: Scan<D>) {
  return {
    estimate: (database: Database): Promise<number> =>
      driverDatabase(database).collection(collection).estimatedDocumentCount(),
    batch: async (database: Database, after: Position | null): Promise<MigratedBatch | null> => {
      const db = driverDatabase(database);
      const all = db.collection<{ _id: Position }>(collection);
      const further = after === null ? {} : { _id: { $gt: after } };
      const ids = await all
        .find(further, { projection: { _id: 1 } })
        .sort({ _id: 1 })
        .limit(atOnce)
        .toArray();
      const last = ids.at(-1);
      if (!last) return null;
      // By each id: a range meets ids of one type, and a damaged one may be of another.
      const within = { _id: { $in: ids.map(({ _id }) => _id) } };
      const found = (await all
        .find({ $and: [within, matching] }, { projection })
        .toArray()) as unknown as D[];
      const changed = found.length === 0 ? 0 : await change(found, db);
      return { position: last._id, looked: ids.length, changed };
    },
  };
}
