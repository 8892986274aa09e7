import { mapValues } from '../../contracts/kit/json-values.ts';
import { hasIds } from '../decide/bulk-chunk.ts';
import { chunkId, type BulkChunk, type BulkOperation, type BulkPreview } from '../decide/bulk-operation.ts';
import type { TrackedTable } from '../decide/ledger.ts';
import {
  deletionBefore,
  idOfRow,
  rowId,
  flatten,
  type LedgerRow,
  type FieldChange,
} from '../decide/ledger-row.ts';
import { shownChanges } from '../decide/timeline-entry.ts';
import { byId } from '../../platform/mongo/load-records.ts';
import type { EngineModels } from './engine-models.ts';

type ShownTable = Pick<TrackedTable<never>, 'without' | 'money'> & { initial?: unknown };

export interface ShownRecords {
  tracked: Readonly<Record<string, ShownTable>>;
  decimals: number;
}

export interface ReportLine {
  id: number;
  /** The outcome of the record. Null if the record was not processed yet. */
  outcome: string | null;
  code: string | null;
  params?: Record<string, string>;
  /** The changed fields, by dotted name, with money in major units. Null if the record did not exist then. */
  before: Values | null;
  after: Values | null;
}

type Values = Record<string, unknown>;
type Models = Pick<EngineModels, 'bulk' | 'bulkChunks' | 'bulkPreviews' | 'ledger'>;

/** Yields one array of lines per chunk, in the order of the request, also for chunks that the work has not reached. */
export async function* reportLines(
  models: Models,
  { tracked, decimals }: ShownRecords,
  command: string,
): AsyncGenerator<ReportLine[]> {
  const operation = await models.bulk.findById(command).lean<BulkOperation>();
  if (!operation) return;
  const kind = operation.work ?? operation.type;
  const path = kind.slice(0, kind.indexOf('.'));
  const table = tracked[path] ?? {};
  for await (const chunk of reportedChunks(models, operation)) {
    const rows = await rowsOf(models, operation, chunk, path);
    const restored = [...rows.values()].flatMap((row) => deletionBefore(row) ?? []);
    const deletions = await byId<LedgerRow>(models.ledger, restored);
    const errors = new Map(chunk.errors.map((error) => [error.id, error]));
    yield chunk.ids.map((id, index) => {
      const { code = null, params } = errors.get(id) ?? {};
      const row = rows.get(id);
      const shown = row ? shownRow(row, deletions, table, decimals) : { before: null, after: null };
      return { id, outcome: chunk.fates?.[index] ?? null, code, ...(params && { params }), ...shown };
    });
  }
}

export async function* reportedIds(
  models: Pick<Models, 'bulk' | 'bulkChunks'>,
  command: string,
): AsyncGenerator<readonly number[]> {
  const operation = await models.bulk.findById(command).lean<BulkOperation>();
  if (!operation) return;
  for await (const { ids } of reportedChunks(models, operation)) yield ids;
}

async function* reportedChunks(
  { bulkChunks }: Pick<Models, 'bulkChunks'>,
  { _id, chunks }: BulkOperation,
): AsyncGenerator<BulkChunk> {
  for (let index = 0; index < chunks; index += 1) {
    const chunk = await bulkChunks.findById(chunkId(_id, index)).lean<BulkChunk>();
    if (hasIds(chunk)) yield chunk;
  }
}

/** Returns the ledger rows of the chunk's changes, by record id. A dry run writes no ledger, so its rows are in its previews. */
async function rowsOf(
  { ledger, bulkPreviews }: Pick<Models, 'ledger' | 'bulkPreviews'>,
  { dry_run: isRehearsal }: BulkOperation,
  { _id, ids, versions = [] }: BulkChunk,
  path: string,
): Promise<Map<number, LedgerRow>> {
  const changed = ids.flatMap((id, index) => {
    const version = versions[index] ?? null;
    return version === null ? [] : [rowId(`${path}/${id}`, version)];
  });
  const rows = isRehearsal
    ? ((await bulkPreviews.findById(_id).lean<BulkPreview>())?.rows ?? [])
    : (await byId<LedgerRow>(ledger, changed)).values();
  return new Map(Array.from(rows, (row) => [idOfRow(row), row]));
}

/**
 * `deletions`: the ledger rows of the deletions that bulk work reverted. A restored record is equal to the record before its
 * deletion.
 */
function shownRow(
  row: LedgerRow,
  deletions: ReadonlyMap<string, LedgerRow>,
  table: ShownTable,
  decimals: number,
): Pick<ReportLine, 'before' | 'after'> {
  const whole = (record: LedgerRow['last']): Values => {
    const fields = record ? flatten(record, table.without) : [];
    const changes = [...fields].map(([field, to]): FieldChange => ({ field, from: null, to }));
    return valuesOf(shownChanges(changes, table, decimals), 'to');
  };
  if (row.last) return { before: whole(row.last), after: null };
  const deletion = deletionBefore(row);
  if (deletion !== null) return { before: null, after: whole(deletions.get(deletion)?.last) };
  const changes = shownChanges(row.changes ?? [], table, decimals);
  return { before: valuesOf(changes, 'from'), after: valuesOf(changes, 'to') };
}

function valuesOf(changes: ReturnType<typeof shownChanges>, side: 'from' | 'to'): Values {
  return mapValues(changes, (change) => change[side]);
}
