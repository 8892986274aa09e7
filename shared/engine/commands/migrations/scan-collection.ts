import type { mongo } from 'mongoose';
import { driverDatabase, type Database } from '../../../platform/mongo/connect.ts';
import type { MigratedBatch, Position } from '../../../platform/mongo/service-data.ts';

const atOnce = 1000;

interface Scan<D> {
  collection: string;
  /** Must match every document that may have to be changed. */
  matching: Record<string, unknown>;
  /** The fields to read; all fields if missing. */
  projection?: Record<string, 1>;
  /** Changes these documents and returns how many it changed. Must be idempotent. */
  change: (documents: D[], database: mongo.Db) => Promise<number>;
}

/** Scans by ascending `_id`. Each batch reads the same number of documents, whether they match or not, so no query takes long. */
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
      // Lists the ids, because a range matches ids of only one type. A damaged id may be of another type.
      const within = { _id: { $in: ids.map(({ _id }) => _id) } };
      const found = (await all
        .find({ $and: [within, matching] }, { projection })
        .toArray()) as unknown as D[];
      const changed = found.length === 0 ? 0 : await change(found, db);
      return { position: last._id, looked: ids.length, changed };
    },
  };
}

type Part = ReturnType<typeof scanCollection>;

/** Combines scans of several collections, which run one after the other. */
export function scanCollections(parts: readonly Part[]): Part {
  return {
    estimate: async (database: Database): Promise<number> => {
      const counts = await Promise.all(parts.map((part) => part.estimate(database)));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    batch: async (database: Database, after: Position | null): Promise<MigratedBatch | null> => {
      const [first, position] =
        after === null ? [0, null] : (JSON.parse(String(after)) as [number, Position]);
      for (const [index, part] of parts.entries()) {
        if (index < first) continue;
        const batch = await part.batch(database, index === first ? position : null);
        if (batch) return { ...batch, position: JSON.stringify([index, batch.position]) };
      }
      return null;
    },
  };
}
