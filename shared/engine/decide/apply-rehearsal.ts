import type { Command } from '../../contracts/kit/define.ts';
import { detail, Problem, type Detail } from '../../contracts/errors.ts';
import type { Step } from './bulk-chunk.ts';
import {
  chunkId,
  isFinal,
  applicableUntil,
  refusedStep,
  type BulkChunk,
  type BulkOperation,
  type BulkTables,
  type BulkWork,
  type FollowUpBody,
} from './bulk-operation.ts';
import { begun } from './bulk-start.ts';
import { recordIn, type Decision, type State, type Tables, type Tools } from './handler.ts';

/**
 * Starts to apply a dry run (a rehearsal), which is possible only once. The work changes only records that still have the version
 * that the dry run read.
 */
export function startApply(
  { bulk, bulkChunks }: State<BulkTables>,
  command: Command,
  { now }: Pick<Tools, 'now'>,
): Decision<BulkTables> {
  const { operation: id } = command.body as FollowUpBody;
  const rehearsal = bulk.get(id);
  if (!rehearsal) throw new Problem('not_found');
  refuseToApply(rehearsal, bulk, now);
  const parts = chunksOf(rehearsal, bulkChunks).map(({ ids, versions, expected, source }) => {
    if (!versions) throw conflict(detail('rehearsal_without_versions'));
    return { ids, expected: expected ?? versions, ...(source !== undefined && { source }) };
  });
  const { asked, work = rehearsal.type, undoes, frozen_at: frozenAt } = rehearsal;
  const of = {
    asked,
    work,
    dry_run: false,
    applies: id,
    ...(undoes !== undefined && { undoes }),
    ...(frozenAt !== undefined && { frozen_at: frozenAt }),
  };
  const applied = { ...rehearsal, version: rehearsal.version + 1, applied_by: command.id };
  const undone = undoes === undefined ? [] : undoneBy(bulk, undoes, command);
  return begun(command, of, parts, now, [applied, ...undone]);
}

/** If the work applies a dry run, rejects a record that no longer has the version that the dry run read. */
export function rehearsedStep<T extends Tables>(table: keyof T, step: BulkWork<T, never>['step']): Step<T> {
  return (state, id, operation, tools, expected) => {
    if (expected !== undefined && expected !== (recordIn(state, table, id)?.version ?? null))
      return refusedStep('moved_on');
    return step(state, id, operation, tools);
  };
}

/**
 * Returns operation `id` marked as undone by this command, or an empty list if the operation is unknown. Throws a 409 while an
 * earlier undo still runs, because both would revert the same records.
 */
export function undoneBy(
  bulk: ReadonlyMap<string, BulkOperation>,
  id: string,
  command: Command,
): BulkOperation[] {
  const done = bulk.get(id);
  if (!done) return [];
  const earlier = done.undone_by === undefined ? undefined : bulk.get(done.undone_by);
  if (earlier && !isFinal(earlier.status)) throw conflict(detail('undo_unfinished'), earlier);
  return [{ ...done, version: done.version + 1, undone_by: command.id }];
}

function refuseToApply(
  rehearsal: BulkOperation,
  bulk: ReadonlyMap<string, BulkOperation>,
  now: string,
): void {
  const { dry_run: isRehearsal, status, applied_by: appliedBy, counts } = rehearsal;
  if (!isRehearsal) throw conflict(detail('only_rehearsals'));
  if (appliedBy !== undefined) throw conflict(detail('rehearsal_applied'), bulk.get(appliedBy));
  if (!isFinal(status)) throw conflict(detail('rehearsal_unfinished'));
  const until = applicableUntil(rehearsal);
  if (counts.changed === 0) throw conflict(detail('rehearsal_without_changes'));
  if (until === null) throw conflict(detail('rehearsal_incomplete'));
  if (until < now) throw conflict(detail('rehearsal_expired'));
}

/** The operation's completed chunks, in order. Throws `work_lost` if one is missing. */
export function chunksOf(
  { _id, next_chunk: done }: Pick<BulkOperation, '_id' | 'next_chunk'>,
  chunks: ReadonlyMap<string, BulkChunk>,
): BulkChunk[] {
  return Array.from({ length: done }, (_, index) => {
    const chunk = chunks.get(chunkId(_id, index));
    if (!chunk) throw new Problem('work_lost');
    return chunk;
  });
}

/** A 409. `first`: the operation that was first to apply the dry run or to start the undo. */
export function conflict(why: Detail, first?: BulkOperation): Problem {
  if (!first) return new Problem('conflict', why);
  const { _id: commandId, type, owner, created_at: at } = first;
  return new Problem('conflict', { ...why, extra: { first: { commandId, type, owner, at } } });
}
