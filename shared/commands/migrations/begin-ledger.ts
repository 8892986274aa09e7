import type { mongo } from 'mongoose';
import type { StoredRecord } from '../../decide/first-rows.ts';
import type { Tables } from '../../decide/handler.ts';
import type { LedgerRow } from '../../decide/ledger-row.ts';
import type { Tracked, TrackedTable } from '../../decide/ledger.ts';
import type { Migration, Position } from '../../mongo/service-data.ts';
import { ledgerModel } from '../ledger/ledger-model.ts';
import { fieldsOfRows, missingRows } from '../ledger/missing-rows.ts';
import { scanCollection } from './scan-collection.ts';
import { scanCollections } from './scan-collections.ts';

type Stored = StoredRecord & { _id: Position };

/**
 * Releases before 0.6.0 kept no ledger: their records get the rows that their own logs provide. It waits for
 * workers of such releases to stop, because they move versions without rows.
 */
export function beginLedger<T extends Tables>(version: number, tracked: Tracked<T>): Migration {
  const tables = Object.entries(tracked) as [string, TrackedTable<never>][];
  const { estimate, batch } = scanCollections(
    tables.map(([collection, table]) =>
      scanCollection<Stored>({
        collection,
        matching: {},
        projection: fieldsOfRows,
        change: async (records, db) => {
          const rows = await missingRows({ db }, collection, records, table);
          return rows.length === 0 ? 0 : addRows(db, rows);
        },
      }),
    ),
  );
  return {
    version,
    summary: 'timelines show the known changes of releases that kept no ledger',
    runsBeside: true,
    mayWait: true,
    estimate,
    batch: async (database, after) => {
      if (after === null) {
        // The model declares the indexes that the following queries need.
        const ledger = ledgerModel(database);
        await ledger.createCollection();
        await ledger.createIndexes();
      }
      return batch(database, after);
    },
  };
}

const duplicateKey = 11000;

/** A worker of this release may have written the same version meanwhile; its row, which has values, stays. */
async function addRows(db: mongo.Db, rows: readonly LedgerRow[]): Promise<number> {
  try {
    const added = rows.map((document) => ({ insertOne: { document } }));
    return (await db.collection<LedgerRow>('ledger').bulkWrite(added, { ordered: false })).insertedCount;
  } catch (error) {
    const { code, result } = error as Partial<mongo.MongoBulkWriteError>;
    if (code !== duplicateKey) throw error;
    return result?.insertedCount ?? 0;
  }
}
