import { Schema, type Model } from 'mongoose';
import { retention } from '../../../contracts/retention.ts';
import { deletionBefore, endsRecord, type LedgerRow } from '../../decide/ledger-row.ts';
import type { Operation } from '../../../platform/mongo/write-statement.ts';
import type { Database } from '../../../platform/mongo/connect.ts';

/** Only the row of a deletion has `forget_at`, the time at which `forgetDeleted` removes the record's whole timeline. */
export type LedgerDocument = LedgerRow & { forget_at?: Date };

const { keptMs } = retention.deletedTimelines;

/** `moment`: the current time of the database's clock. */
export function toLedgerDocument(row: LedgerRow, moment: Date): LedgerDocument {
  return endsRecord(row) ? { ...row, forget_at: new Date(moment.getTime() + keptMs) } : row;
}

/** zstd needs two thirds of the space of MongoDB's default compression, because the documents are similar to each other. */
const denser = { storageEngine: { wiredTiger: { configString: 'block_compressor=zstd' } } };

/** If the row restores a deleted record, returns the update with which the record's timeline no longer expires. */
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
  // For finding the stock moves in the rows of orders.
  ledger.index(
    { 'stock.product_id': 1, 'stock.version': 1 },
    { partialFilterExpression: { stock: { $exists: true } } },
  );
  ledger.index({ forget_at: 1 }, { sparse: true });
  return database.model<LedgerDocument>('Ledger', ledger);
}
