import type { ClientSession } from 'mongoose';
import {
  chunksOfOperation,
  type BulkChunk,
  type BulkNeeds,
  type BulkOperation,
  type ExpectedVersion,
  type Selected,
} from '../decide/bulk-operation.ts';
import { recordOfRow, rowId, rowsOfRecord, type KeptRow, type LedgerRow } from '../decide/ledger-row.ts';
import type { VersionedRecord } from '../decide/handler.ts';
import type { SelectRecords } from './select-records.ts';
import { ids, wanted } from '../../platform/mongo/load-records.ts';
import { driverCollection } from '../../platform/mongo/driver-collection.ts';
import type { EngineModels } from './engine-models.ts';
import type { BulkModels } from './bulk-models.ts';

type Models = Pick<BulkModels, 'bulk' | 'bulkChunks'>;

const maxTimeMs = 10_000;

export function wantedBulk(needs: BulkNeeds[], models: Models, batch: Pick<EngineModels, 'ledger'>) {
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
  records: Readonly<Record<string, unknown>>;
}

/** Adds all chunks of the operations in `bulkChunksOf`, and the operations to which those operations refer. */
export async function bulkState(
  { bulk, bulkChunks, ledgerRows, records }: FoundBulk,
  needs: BulkNeeds[],
  {
    bulk: operations,
    bulkChunks: chunks,
    ledger,
    select = unableToSelect,
  }: Models & Pick<EngineModels, 'ledger'> & { select?: SelectRecords | undefined },
  session: ClientSession | null,
) {
  const all = new Map(bulkChunks);
  const options = { ...(session && { session }), maxTimeMS: maxTimeMs };
  for (const operation of ids(needs, 'bulkChunksOf')) {
    const found = driverCollection<BulkChunk>(chunks).find({ _id: chunksOfOperation(operation) }, options);
    for (const chunk of await found.toArray()) all.set(chunk._id, chunk);
  }
  const known = new Map(bulk);
  // Two steps: a rehearsal refers to the operation that it would undo, and that one to the operation that has undone it.
  for (let from = ids(needs, 'bulkChunksOf'), step = 0; from.length > 0 && step < 2; step += 1) {
    const named = from.flatMap((id) => namedBy(known.get(id))).filter((id) => !known.has(id));
    const found = driverCollection<BulkOperation>(operations).find({ _id: { $in: named } }, options);
    for (const operation of named.length > 0 ? await found.toArray() : [])
      known.set(operation._id, operation);
    from = named;
  }
  const moved = ids(needs, 'expected').filter(({ table, id, version }) => {
    const record = (records[table] as ReadonlyMap<number, Partial<VersionedRecord>> | undefined)?.get(id);
    return record?.version !== version;
  });
  const later = moved.length === 0 ? [] : await rowsAfter(ledger, moved, options);
  const rows = [...ledgerRows.values(), ...later].map((row): [string, KeptRow] => [
    row._id,
    { ...row, version: recordOfRow(row).version },
  ]);
  const asked = ids(needs, 'selections');
  const selected = asked.length === 0 ? new Map<string, Selected>() : await select(asked);
  const bulkPreviews = new Map<string, never>();
  return { bulk: known, bulkChunks: all, ledgerRows: new Map(rows), bulkPreviews, selected };
}

function namedBy(operation: BulkOperation | undefined): string[] {
  const { applied_by: applied, undoes, undone_by: undone } = operation ?? {};
  return [applied, undoes, undone].filter((id) => id !== undefined);
}

/** For processes that start no bulk work. */
const unableToSelect: SelectRecords = () => Promise.reject(new Error('Only a worker selects records'));

function rowsAfter(
  ledger: EngineModels['ledger'],
  moved: readonly ExpectedVersion[],
  options: { session?: ClientSession; maxTimeMS: number },
): Promise<LedgerRow[]> {
  const ranges = moved.map(({ table, id, version }) => {
    const subject = `${table}/${id}`;
    return { _id: { $gte: rowId(subject, version + 1), $lt: rowsOfRecord(subject).$lt } };
  });
  return driverCollection<LedgerRow>(ledger)
    .find({ $or: ranges, kind: { $ne: 'noted' } }, options)
    .toArray();
}
