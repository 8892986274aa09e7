import { Problem, type ProblemDetails } from '../../contracts/errors.ts';
import { mapValues } from '../../contracts/kit/json-values.ts';
import {
  chunkId,
  isFinal,
  refusedStep,
  shownErrors,
  shownProducts,
  summedProducts,
  type BulkChunk,
  type BulkError,
  type BulkFate,
  type BulkOperation,
  type BulkStatus,
  type BulkStep,
  type BulkSums,
  type BulkTables,
  type ChunkBody,
  type UndoneWork,
} from './bulk-operation.ts';
import { workingCopy } from './decide-batch.ts';
import {
  recordIn,
  type Change,
  type Decision,
  type State,
  type Tables,
  type Tools,
  type VersionedRecord,
} from './handler.ts';
import type { LedgerRow } from './ledger-row.ts';

const nothing = { answer: { status: 200 as const }, changes: [], events: [] };

/** The work on one record of a chunk. `expected`: the record's entry in the chunk's `expected`; undefined without this list. */
export type Step<T extends Tables> = (
  state: State<T>,
  id: number,
  operation: BulkOperation,
  tools: Tools,
  expected: number | null | undefined,
) => BulkStep<T>;

/**
 * The operation, if the chunk is its next one. Null if the chunk is already processed, or the operation is missing or has ended.
 */
function operationAt(state: State<BulkTables>, { operation: id, index }: ChunkBody): BulkOperation | null {
  const operation = state.bulk.get(id);
  return operation && !isFinal(operation.status) && operation.next_chunk === index ? operation : null;
}

/** A chunk without its list of ids is damaged, and is treated as missing. */
export function hasIds(chunk: BulkChunk | null | undefined): chunk is BulkChunk {
  return Array.isArray(chunk?.ids);
}

export interface ChunkWork<T extends Tables> extends Omit<UndoneWork<T, never>, 'needs' | 'restore'> {
  step: Step<T>;
  /** The ledger rows of a step, which is the work on one record. A dry run writes them to its preview, and not to the ledger. */
  rowsOf: (step: BulkStep<T>, before: State<T>) => LedgerRow[];
}

/** Processes a chunk if it is the operation's next chunk, and advances `next_chunk`. Does nothing for any other chunk. */
export function doChunk<T extends Tables & BulkTables>(
  state: State<T>,
  body: ChunkBody,
  { table, step: doStep, rowsOf, addSums, changesSoFar }: ChunkWork<T>,
  tools: Tools,
): Decision<T> {
  const { bulkChunks }: State<BulkTables> = state;
  const operation = operationAt(state, body);
  if (!operation) return nothing;
  const chunk = bulkChunks.get(chunkId(body.operation, body.index));
  if (!hasIds(chunk)) return { ...nothing, changes: putBulk(workLost(operation, tools.now)) as Change<T>[] };
  const working = workingCopy(state);
  const rehearsed: LedgerRow[] = [];
  const versions: (number | null)[] = [];
  // The later chunks of a rehearsal need the stock of all products.
  const most = operation.dry_run && changesSoFar ? summedProducts : shownProducts;
  let sums = addSums && sumsSoFar(operation);
  if (operation.dry_run && changesSoFar && sums)
    for (const change of changesSoFar(sums, state)) working.apply(change);
  const stepTools = operation.dry_run ? withoutSequences(tools) : tools;
  const steps = chunk.ids.map((id, index) => {
    const expected = chunk.expected && (chunk.expected[index] ?? null);
    const step = stepOrRefusal(() => doStep(working.state, id, operation, stepTools, expected));
    if (operation.dry_run) {
      versions.push(expected === undefined ? versionOf(working.state, table, id) : expected);
      rehearsed.push(...rowsOf(step, working.state));
    } else versions.push(versionLeft(step, working.state, table, id));
    if (addSums && sums) sums = firstProducts(addSums(sums, step, working.state), most);
    for (const change of step.changes) working.apply(change);
    return step;
  });
  const errors = steps.flatMap((step, index) => errorOf(step, chunk.ids[index] ?? 0));
  const fates = steps.map((step) => step.fate);
  const former = steps.some((step) => step.former !== undefined) && steps.map((step) => step.former ?? null);
  const done = { ...chunk, version: chunk.version + 1, fates, errors, versions, ...(former && { former }) };
  const after = advanced(operation, steps, errors, tools.now);
  const next = {
    ...after,
    ...(sums && { sums: isFinal(after.status) ? firstProducts(sums, shownProducts) : sums }),
  };
  const changes = putBulk(next, done);
  if (operation.dry_run) {
    changes.push({ table: 'bulkPreviews', put: { _id: chunk._id, version: 1, rows: rehearsed } });
    return { ...nothing, changes: changes as Change<T>[] };
  }
  const undone = chunk.ids.filter((_id, index) => fates[index] === 'changed');
  changes.push(...markUndone(bulkChunks, chunk, undone));
  return { ...nothing, steps, changes: changes as Change<T>[] };
}

/** A dry run stores no record, so its new records get ids below 0 instead of ids from a sequence. */
function withoutSequences(tools: Tools): Tools {
  let last = 0;
  return { ...tools, nextId: () => (last -= 1) };
}

function firstProducts(sums: BulkSums, most: number): BulkSums {
  return { ...sums, products: sums.products.slice(0, most) };
}

const noSums: BulkSums = { total: 0, stock: 0, products: [] };

/** The sums of the earlier chunks. Undefined if an earlier release, which stored no sums, processed some of these chunks. */
function sumsSoFar({ sums, next_chunk: next }: BulkOperation): BulkSums | undefined {
  return next === 0 ? noSums : sums;
}

/** The version of a record. Null if the record is missing, or damaged, because its version is then unreliable. */
function versionOf<T extends Tables>(state: State<T>, table: keyof T, id: number): number | null {
  try {
    return recordIn(state, table, id)?.version ?? null;
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

/** The record's version after the step. Null if the step does not change it. A deletion counts as a version. */
function versionLeft<T extends Tables>(
  { changes }: Pick<BulkStep<T>, 'changes'>,
  state: State<T>,
  table: keyof T,
  id: number,
): number | null {
  for (const change of changes) {
    if (change.table !== table) continue;
    if ('put' in change) {
      const put: VersionedRecord = change.put;
      if (put._id === id) return put.version;
    } else if (change.remove === id) return (versionOf(state, table, id) ?? 0) + 1;
  }
  return null;
}

/** In the chunk of the undone operation, marks the records whose changes are now reverted. */
function markUndone(
  bulkChunks: State<BulkTables>['bulkChunks'],
  { source: sourceId }: BulkChunk,
  ids: readonly number[],
): Change<BulkTables>[] {
  const source = sourceId === undefined ? undefined : bulkChunks.get(sourceId);
  if (!source || ids.length === 0) return [];
  const put = { ...source, version: source.version + 1, undone: [...(source.undone ?? []), ...ids] };
  return [{ table: 'bulkChunks', put }];
}

/** If the step throws a `Problem`, such as for a damaged record, only this record is rejected. */
function stepOrRefusal<T extends Tables>(step: () => BulkStep<T>): BulkStep<T> {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return refusedStep(error.code, explained(error.details));
  }
}

/**
 * The parameters of a refused record's error: the products that are out of stock (as JSON), or the code and the parameters of the
 * sentence that explains the refusal.
 */
function explained({ coded, extra }: ProblemDetails): Record<string, string> | undefined {
  if (extra?.['products']) return { products: JSON.stringify(extra['products']) };
  if (!coded) return undefined;
  return { ...mapValues(coded.params ?? {}, String), sentence: coded.code };
}

/** The second half becomes a new chunk at the operation's end, so that a worker of any release processes it like the others. */
export function splitChunk(state: State<BulkTables>, body: ChunkBody, now: string): Decision<BulkTables> {
  const operation = operationAt(state, body);
  const chunk = state.bulkChunks.get(chunkId(body.operation, body.index));
  if (!operation || !hasIds(chunk) || chunk.ids.length < 2) return nothing;
  const middle = Math.ceil(chunk.ids.length / 2);
  const [first, second] = [partOf(chunk, 0, middle), partOf(chunk, middle)];
  const { version, chunks } = operation;
  const longer = { ...operation, version: version + 1, chunks: chunks + 1, updated_at: now };
  const last = { ...chunk, _id: chunkId(operation._id, chunks), version: 1, ...second };
  return { ...nothing, changes: putBulk(longer, { ...chunk, version: chunk.version + 1, ...first }, last) };
}

function partOf({ ids, expected }: BulkChunk, from: number, to?: number) {
  return { ids: ids.slice(from, to), ...(expected && { expected: expected.slice(from, to) }) };
}

export function putBulk(operation: BulkOperation, ...chunks: BulkChunk[]): Change<BulkTables>[] {
  const puts = chunks.map((put) => ({ table: 'bulkChunks' as const, put }));
  return [{ table: 'bulk', put: operation }, ...puts];
}

/** Ends an operation whose chunk is missing or damaged. Records that were not processed yet are counted as rejected. */
function workLost(operation: BulkOperation, now: string): BulkOperation {
  const { counts, total, errors_total: known } = operation;
  const left = total - (counts.changed + counts.unchanged + counts.not_found + counts.refused);
  return {
    ...operation,
    version: operation.version + 1,
    status: 'failed',
    counts: { ...counts, refused: counts.refused + left },
    errors_total: known + left,
    problem: { code: 'work_lost' },
    finished_at: now,
    updated_at: now,
  };
}

type Ended = Pick<BulkStep<Tables>, 'fate' | 'error'>;

function errorOf(step: Ended, id: number): BulkError[] {
  if (step.fate === 'not_found') return [{ id, code: 'not_found' }];
  return step.fate === 'refused' ? [{ id, ...(step.error ?? { code: 'conflict' }) }] : [];
}

function advanced(
  operation: BulkOperation,
  steps: readonly Ended[],
  errors: BulkError[],
  now: string,
): BulkOperation {
  const counts = { ...operation.counts };
  for (const step of steps) counts[step.fate] += 1;
  const next = operation.next_chunk + 1;
  const isDone = next >= operation.chunks;
  return {
    ...operation,
    version: operation.version + 1,
    status: isDone ? finalStatus(counts) : 'running',
    next_chunk: next,
    counts,
    errors: [...operation.errors, ...errors].slice(0, shownErrors),
    errors_total: operation.errors_total + errors.length,
    started_at: operation.started_at ?? now,
    finished_at: isDone ? now : null,
    updated_at: now,
  };
}

function finalStatus(counts: Record<BulkFate, number>): BulkStatus {
  if (counts.not_found + counts.refused === 0) return 'succeeded';
  return counts.changed + counts.unchanged === 0 ? 'failed' : 'partly_succeeded';
}
