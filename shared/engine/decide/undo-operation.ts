import type { Command } from '../../contracts/kit/define.ts';
import { detail, Problem } from '../../contracts/errors.ts';
import { chunksOf, conflict, undoneBy } from './apply-rehearsal.ts';
import { putBulk } from './bulk-chunk.ts';
import {
  isFinal,
  undoableUntil,
  type BulkChunk,
  type BulkOperation,
  type BulkTables,
  type FollowUpBody,
} from './bulk-operation.ts';
import { begun, newOperation } from './bulk-start.ts';
import type { Decision, State, Tables, Tools } from './handler.ts';

/**
 * Starts to undo an operation. The undo reverts only records that are still as the operation left them. It skips
 * records that an earlier undo reverted, and retries records that the earlier undo could not revert.
 */
export function startUndo<T extends Tables & BulkTables>(
  state: State<T>,
  command: Command,
  { now }: Pick<Tools, 'now'>,
): Decision<T> {
  const { bulk, bulkChunks } = state as unknown as State<BulkTables>;
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
  const decision = begun<T>(newOperation(command, of, parts, now), parts);
  return {
    ...decision,
    changes: [...decision.changes, ...undone.flatMap((operation) => putBulk<T>(operation))],
  };
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
