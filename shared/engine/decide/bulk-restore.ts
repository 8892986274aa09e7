import type { Step } from './bulk-chunk.ts';
import type { BulkNeeds, BulkStep, BulkTables, BulkWork, ChunkBody } from './bulk-operation.ts';
import { recordIn, type State, type Tables } from './handler.ts';
import { rowId, type KeptRow } from './ledger-row.ts';

type Work<T extends Tables> = Pick<BulkWork<T, never>, 'table' | 'step' | 'restore'>;

/** Requests the ledger rows with the changes to revert, and the version that each record had after its change. */
export function rowsToRestore(
  table: string,
  { ids, undoes }: Pick<ChunkBody, 'ids' | 'undoes'>,
): Required<Pick<BulkNeeds, 'ledgerRows' | 'expected'>> {
  const expected = ids.flatMap((id, index) => {
    const version = undoes?.versions[index] ?? null;
    return version === null ? [] : [{ table, id, version }];
  });
  return { ledgerRows: expected.map(({ id, version }) => rowId(`${table}/${id}`, version)), expected };
}

/**
 * Reverts an operation's change of a record, if the record still has the content that the operation left. The
 * record may be at a later version if that version has the same content.
 */
export function restoreStep<T extends Tables & BulkTables>(
  { table, restore }: Work<T>,
  { ids, undoes }: Pick<ChunkBody, 'ids' | 'undoes'>,
): Step<T> {
  const versionById = new Map(ids.map((id, index) => [id, undoes?.versions[index] ?? null]));
  return (state, id, operation, tools) => {
    const version = versionById.get(id) ?? null;
    if (version === null) return refused('conflict');
    const rows = rowsSince(state, `${table}/${id}`, version);
    const [row] = rows;
    const newest = rows.at(-1);
    const record = recordIn(state, table, id);
    const present = record?.version ?? (newest?.kind === 'deleted' ? newest.version : null);
    const stands =
      present !== null && present === newest?.version && sameAs(rows, present) === sameAs(rows, version);
    if (present !== version && !stands)
      return refused(operation.applies === undefined ? 'changed_since' : 'moved_on', since(newest, version));
    // The ledger row is missing, such as after an erasure, or damaged. So the former values are unknown.
    if (row?.version !== version) return refused('conflict');
    return { ...restore(state, row, operation, tools), restores: version - 1 };
  };
}

/** The record's ledger rows from `version` on, oldest first. The list ends at the first later version without a row. */
function rowsSince<T extends Tables & BulkTables>(
  state: State<T>,
  subject: string,
  version: number,
): KeptRow[] {
  const { ledgerRows } = state as unknown as State<BulkTables>;
  const rows: KeptRow[] = [];
  for (let at = version; ; at += 1) {
    const row = ledgerRows.get(rowId(subject, at));
    if (row) rows.push(row);
    else if (at > version) return rows;
  }
}

/** Follows `as` in the ledger rows back to the first version with the same content. */
function sameAs(rows: readonly KeptRow[], version: number): number {
  const as = rows.find((row) => row.version === version)?.as;
  return as === undefined || as >= version ? version : sameAs(rows, as);
}

/** Rejects a record that is no longer at the version that the rehearsal read. */
export function rehearsedStep<T extends Tables>(
  { table, step }: Work<T>,
  expected: ReadonlyMap<number, number | null>,
): Step<T> {
  return (state, id, operation, tools) => {
    const version = recordIn(state, table, id)?.version ?? null;
    if (version !== (expected.get(id) ?? null)) return refused('moved_on');
    return step(state, id, operation, tools);
  };
}

function since(newest: KeptRow | undefined, version: number): Record<string, string> {
  if (!newest || newest.version === version) return {};
  const { by, at } = newest;
  return { at, ...(by && { by: `${by.area}:${by.subject}` }) };
}

function refused<T extends Tables>(
  code: 'conflict' | 'changed_since' | 'moved_on',
  params: Record<string, string> = {},
): BulkStep<T> {
  return { fate: 'refused', error: { code, params }, changes: [], events: [] };
}
