import type { Command } from '../../contracts/kit/define.ts';
import { detail, Problem } from '../../contracts/errors.ts';
import { chunksOf, conflict, undoneBy } from './apply-rehearsal.ts';
import type { Step } from './bulk-chunk.ts';
import {
  isFinal,
  refusedStep,
  undoableUntil,
  type BulkChunk,
  type BulkOperation,
  type BulkTables,
  type FollowUpBody,
  type BulkNeeds,
  type UndoneWork,
  type ChunkBody,
} from './bulk-operation.ts';
import { begun } from './bulk-start.ts';
import { type Decision, type State, type Tables, type Tools, recordIn } from './handler.ts';
import { rowId, type KeptRow } from './ledger-row.ts';

/**
 * Starts to undo an operation. The work reverts only records that are still as the operation left them. It skips records that an
 * earlier undo reverted, and retries the records that the earlier undo could not revert.
 */
export function startUndo(
  { bulk, bulkChunks }: State<BulkTables>,
  command: Command,
  { now }: Pick<Tools, 'now'>,
): Decision<BulkTables> {
  const { operation: id, dry_run: isRehearsal } = command.body as FollowUpBody;
  const done = bulk.get(id);
  if (!done) throw new Problem('not_found');
  refuseToUndo(done, now);
  const undone = isRehearsal === true ? [] : undoneBy(bulk, id, command);
  const parts = chunksOf(done, bulkChunks)
    .map(leftToUndo)
    .filter(({ ids }) => ids.length > 0);
  if (parts.length === 0) throw conflict(detail('operation_undone'));
  const of = { asked: done.asked, work: done.work ?? done.type, dry_run: isRehearsal === true, undoes: id };
  return begun(command, of, parts, now, undone);
}

function refuseToUndo(operation: BulkOperation, now: string): void {
  const { dry_run: isRehearsal, status, counts } = operation;
  if (isRehearsal) throw conflict(detail('undo_of_rehearsal'));
  if (!isFinal(status)) throw conflict(detail('operation_unfinished'));
  if (counts.changed === 0) throw conflict(detail('operation_without_changes'));
  const until = undoableUntil(operation);
  if (until === null || until < now) throw conflict(detail('operation_expired'));
}

/** The changed records of a chunk that were not undone yet, with their versions after the change. */
function leftToUndo(
  chunk: BulkChunk,
): Pick<BulkChunk, 'ids'> & Required<Pick<BulkChunk, 'expected' | 'source'>> {
  const { _id: source, ids, fates, versions, undone = [] } = chunk;
  if (!versions) throw conflict(detail('operation_without_versions'));
  const given = new Set(undone);
  const left = ids.flatMap((id, index) => {
    const version = versions[index] ?? null;
    return fates?.[index] === 'changed' && version !== null && !given.has(id) ? [{ id, version }] : [];
  });
  return { ids: left.map(({ id }) => id), expected: left.map(({ version }) => version), source };
}

/** The needs of an undo: the ledger rows with the changes to revert, and the version that each record had after its change. */
export function rowsToRestore(
  table: string,
  { ids, undoes }: Required<Pick<ChunkBody, 'ids' | 'undoes'>>,
): Required<Pick<BulkNeeds, 'ledgerRows' | 'expected'>> {
  const expected = ids.flatMap((id, index) => {
    const version = undoes.versions[index] ?? null;
    return version === null ? [] : [{ table, id, version }];
  });
  return { ledgerRows: expected.map(({ id, version }) => rowId(`${table}/${id}`, version)), expected };
}

/**
 * Reverts the change only if the record still has the content that the change left. A later version may have it too. `source`: the
 * id of the chunk that made the change.
 */
export function restoreStep<T extends Tables & BulkTables>(
  { table, restore }: Pick<UndoneWork<T, never>, 'table' | 'restore'>,
  source: string | undefined,
): Step<T> {
  return (state, id, operation, tools, version) => {
    if (version === undefined || version === null) return refusedStep('conflict');
    const rows = rowsSince(state, `${table}/${id}`, version);
    const [row] = rows;
    const newest = rows.at(-1);
    const record = recordIn(state, table, id);
    const present = record?.version ?? (newest?.kind === 'deleted' ? newest.version : null);
    const stands =
      present !== null && present === newest?.version && sameAs(rows, present) === sameAs(rows, version);
    if (present !== version && !stands)
      return refusedStep(
        operation.applies === undefined ? 'changed_since' : 'moved_on',
        since(newest, version),
      );
    // The former values are unknown if the ledger row is damaged or missing, for example after an erasure.
    if (row?.version !== version) return refusedStep('conflict');
    const former = formerOf(state, id, source);
    return { ...restore(state, row, operation, tools, former), restores: version - 1 };
  };
}

/** The data that the undone operation stored for the undo of this record. */
function formerOf({ bulkChunks }: State<BulkTables>, id: number, source: string | undefined): unknown {
  const chunk = source === undefined ? undefined : bulkChunks.get(source);
  return chunk?.former?.[chunk.ids.indexOf(id)];
}

/** The record's ledger rows from `version` on, oldest first, up to the first later version without a row. */
function rowsSince({ ledgerRows }: State<BulkTables>, subject: string, version: number): KeptRow[] {
  const rows: KeptRow[] = [];
  for (let at = version; ; at += 1) {
    const row = ledgerRows.get(rowId(subject, at));
    if (row) rows.push(row);
    else if (at > version) return rows;
  }
}

/** The first version with the same content as `version`. A ledger row's `as` is the earlier version whose content it restored. */
function sameAs(rows: readonly KeptRow[], version: number): number {
  const as = rows.find((row) => row.version === version)?.as;
  return as === undefined || as >= version ? version : sameAs(rows, as);
}

function since(newest: KeptRow | undefined, version: number): Record<string, string> {
  if (!newest || newest.version === version) return {};
  const { by, at } = newest;
  return { at, ...(by && { by: `${by.area}:${by.subject}` }) };
}
