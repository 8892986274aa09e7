import { Schema } from 'mongoose';
import type { Model } from 'mongoose';
import { retention } from '../../contracts/retention.ts';
import { deletionBefore, endsRecord } from '../../decide/ledger-row.ts';
import type { LedgerRow } from '../../decide/ledger-row.ts';
import type { Operation } from '../../mongo/write-statement.ts';
import type { Database } from '../../mongo/connect.ts';

/** A row of the ledger. With a deletion's `forget_at` the whole timeline of its record goes: `forgetDeleted`. */
export type LedgerDocument = LedgerRow & { forget_at?: Date };

const { keptMs } = retention.deletedTimelines;

/** A row as it is kept. `moment`: the database's clock. */
export function toLedgerDocument(row: LedgerRow, moment: Date): LedgerDocument {
  return endsRecord(row) ? { ...row, forget_at: new Date(moment.getTime() + keptMs) } : row;
}

/** How a new collection lies on disk: its many like documents take two thirds of what MongoDB's usual compression leaves. */
const denser = { storageEngine: { wiredTiger: { configString: 'block_compressor=zstd' } } };

/** The timeline of a record that comes back is no longer forgotten with its deletion. */
export function rememberedAgain(row: LedgerRow): Operation[] {
  const _id = deletionBefore(row);
  if (_id === null) return [];
  return [{ updateOne: { filter: { _id }, update: { $unset: { forget_at: true } } } }];
}

export function ledgerModel(database: Database): Model<LedgerDocument> {
  return (database.models['Ledger'] as Model<LedgerDocument> | undefined) ?? declareLedger(database);
}

function declareLedger(database: Database): Model<LedgerDocument> {
  const mixed = { type: Schema.Types.Mixed };
  const ledger = new Schema<LedgerDocument>(
    {
      _id: { type: String, required: true },
      at: { type: String, required: true },
      kind: { type: String, required: true },
      by: mixed,
      via: mixed,
      changes: mixed,
      reason: { type: String },
      note: { type: String },
      stock: mixed,
      as: { type: Number },
      last: mixed,
      forget_at: { type: Date },
    },
    { collection: 'ledger', versionKey: false, collectionOptions: denser },
  );
  // A record's rows lie together by their ids. What orders moved of a product's stock is found by its versions.
  ledger.index(
    { 'stock.product_id': 1, 'stock.version': 1 },
    { partialFilterExpression: { stock: { $exists: true } } },
  );
  ledger.index({ forget_at: 1 }, { sparse: true });
  return database.model<LedgerDocument>('Ledger', ledger);
}
