import type { ClientSession } from 'mongoose';
import type { BulkChunk, BulkNeeds, BulkOperation, Selected } from '../decide/bulk-operation.ts';
import { chunksOfOperation } from '../decide/bulk-operation.ts';
import { recordOfRow, rowsOfRecord } from '../decide/ledger-row.ts';
import type { KeptRow, LedgerRow } from '../decide/ledger-row.ts';
import type { SelectRecords } from './select-records.ts';
import { ids, wanted } from '../mongo/load-records.ts';
import { driverCollection } from '../mongo/driver-collection.ts';
import type { BatchModels } from './batch-models.ts';
import type { BulkModels } from './bulk-models.ts';

type Models = Pick<BulkModels, 'bulk' | 'bulkChunks'>;

const maxTimeMs = 10_000;

/** What bulk work of a batch needs, by ids. */
export function wantedBulk(needs: BulkNeeds[], models: Models, batch: Pick<BatchModels, 'ledger'>) {
  return {
    bulk: wanted<BulkOperation>(models.bulk, ids(needs, 'bulk')),
    bulkChunks: wanted<BulkChunk>(models.bulkChunks, ids(needs, 'bulkChunks')),
    ledgerRows: wanted<LedgerRow>(batch.ledger, ids(needs, 'ledgerRows')),
  };
}

interface FoundBulk {
  bulk: Map<string, BulkOperation>;
  bulkChunks: Map<string, BulkChunk>;
  ledgerRows: Map<string, LedgerRow>;
}

/** The tables of bulk work as rules read them, with all chunks of the operations that are about another one. */
export async function bulkState(
  { bulk, bulkChunks, ledgerRows }: FoundBulk,
  needs: BulkNeeds[],
  {
    bulkChunks: chunks,
    ledger,
    select = unableToSelect,
  }: Pick<BulkModels, 'bulkChunks'> & Pick<BatchModels, 'ledger'> & { select?: SelectRecords | undefined },
  session: ClientSession | null,
) {
  const all = new Map(bulkChunks);
  const options = { ...(session && { session }), maxTimeMS: maxTimeMs };
  for (const operation of ids(needs, 'bulkChunksOf')) {
    const found = driverCollection<BulkChunk>(chunks).find({ _id: chunksOfOperation(operation) }, options);
    for (const chunk of await found.toArray()) all.set(chunk._id, chunk);
  }
  const moved = ids(needs, 'laterRows').filter((id) => ledgerRows.has(id));
  const later = moved.length === 0 ? [] : await rowsAfter(ledger, moved, options);
  const rows = [...ledgerRows.values(), ...later].map((row): [string, KeptRow] => [
    row._id,
    { ...row, version: recordOfRow(row).version },
  ]);
  const asked = ids(needs, 'selections');
  const selected = asked.length === 0 ? new Map<string, Selected>() : await select(asked);
  const bulkPreviews = new Map<string, never>();
  return { bulk, bulkChunks: all, ledgerRows: new Map(rows), bulkPreviews, selected };
}

/** Of processes that begin no bulk work. */
const unableToSelect: SelectRecords = () => Promise.reject(new Error('Only a worker selects records'));

/** All rows of the same records that came after these, without notes. */
function rowsAfter(
  ledger: BatchModels['ledger'],
  rows: readonly string[],
  options: { session?: ClientSession; maxTimeMS: number },
): Promise<LedgerRow[]> {
  const ranges = rows.map((_id) => ({
    _id: { $gt: _id, $lt: rowsOfRecord(recordOfRow({ _id }).subject).$lt },
  }));
  return driverCollection<LedgerRow>(ledger)
    .find({ $or: ranges, kind: { $ne: 'noted' } }, options)
    .toArray();
}
