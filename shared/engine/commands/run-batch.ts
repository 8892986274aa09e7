import { failPoint, killPoint } from '../../platform/process/kill-point.ts';
import type { LogEntry } from '../events/event-log.ts';
import type { Log } from '../../platform/process/log.ts';
import {
  isOwnFault,
  isServerFault,
  isTimeExceeded,
  isTooLarge,
  isWriteConflict,
} from '../../platform/mongo/faults.ts';
import { batchRetries } from '../../platform/telemetry/metrics.ts';
import { inClientSpan } from '../../platform/telemetry/spans.ts';
import { withExplainedRefusals, type ReadRows, type ChangesView } from '../decide/explain-refusal.ts';
import {
  decideBatch,
  type BatchWork,
  type Delivered,
  type EngineRows,
  type Result,
} from '../decide/decide-batch.ts';
import type { Handler, State, Tables } from '../decide/handler.ts';
import { isBackground, type InboxRecord } from '../decide/outcome.ts';
import type { Command } from '../../contracts/kit/define.ts';
import { Problem } from '../../contracts/errors.ts';
import { storeNow } from '../../platform/mongo/store-clock.ts';
import { createBulkPaces, type BulkPace } from './bulk-pace.ts';

export interface BatchStore<T extends Tables, Needs> {
  /** Loads the records in the needs of commands, outside a transaction. */
  load: (needs: Needs[]) => Promise<State<T>>;
  /** Reads ledger rows outside a transaction. */
  rowsOf: ReadRows;
  /**
   * Runs `run` in a transaction. Calls it again if another writer has changed a record that `run` loaded and writes. A record
   * that `run` only reads may change meanwhile.
   */
  inTransaction: <R>(run: (transaction: BatchTransaction<T, Needs>) => Promise<R>) => Promise<R>;
}

interface BatchTransaction<T extends Tables, Needs> {
  load: (needs: Needs[], commandIds: string[]) => Promise<Loaded<T>>;
  /** Reads ledger rows from the same snapshot as the loaded records. */
  rowsOf: ReadRows;
  /** Returns the entries that were added to the event log. With `pace`, writes more slowly while other clients write. */
  write: (work: BatchWork<T>, now: string, pace?: BulkPace | null) => Promise<LogEntry[]>;
}

export interface Loaded<T extends Tables> {
  state: State<T>;
  kept: ReadonlyMap<string, InboxRecord>;
}

export type RunBatch = (deliveries: readonly Delivered[]) => Promise<Result[]>;

interface RunnerDeps<T extends Tables, Needs> {
  store: BatchStore<T, Needs>;
  handlers: Readonly<Record<string, Handler<T, Needs, Command>>>;
  /** The tracked tables, and the data for the list of changes in a 412 response to `If-Match`. */
  changesView: ChangesView<T>;
  /** Called after each commit, with the entries that the commit added to the event log, if any. */
  committed: (entries: readonly LogEntry[]) => void;
  log: Log;
  signal: AbortSignal;
  longestPauseMs?: number;
}

const conflictsBeforeHalving = 8;
/** After this many read timeouts the batch is halved, because it may be too large. */
const timeoutsBeforeHalving = 3;
/** The batch is halved after this many waits (about 4 s) if it is unknown whether the server or a command caused the error. */
const doubtsBeforeHalving = 5;
const longestPauseMs = 2000;

const again = {
  conflict: { 'store.retry.reason': 'conflict' },
  databaseAway: { 'store.retry.reason': 'database_away' },
  halved: { 'store.retry.reason': 'halved' },
};
for (const reason of Object.values(again)) batchRetries.add(0, reason);

const mongodb = { 'db.system.name': 'mongodb' };
const transacting = { ...mongodb, 'db.operation.name': 'commitTransaction' };
const loading = { ...mongodb, 'db.operation.name': 'aggregate' };

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Runs each batch until it is committed or has failed for good. After a conflict, a batch runs again on fresh data. While the
 * database is unavailable, the batch waits without limit. If one command prevents the commit, halving the batch isolates it,
 * and the other commands proceed. A command that makes a document too large is rejected. If a single command meets an unknown
 * database error, it ends as `threw`, and `isOwnFault` returns false for the error.
 */
export function createBatchRunner<T extends Tables & EngineRows, Needs>(
  deps: RunnerDeps<T, Needs>,
): RunBatch {
  const { log, signal, longestPauseMs: longest = longestPauseMs } = deps;
  const paces = createBulkPaces();

  /** Whether the batch may succeed if it runs again. If so, waits before it returns. */
  const mayTryAgain = async (
    error: unknown,
    tries: Tries,
    deliveries: readonly Delivered[],
  ): Promise<boolean> => {
    if (isTimeExceeded(error)) tries.timeouts += 1;
    if (tries.timeouts >= timeoutsBeforeHalving && isDivisible(deliveries)) return false;
    const isInDoubt = !isOwnFault(error) && !isWriteConflict(error) && tries.outages < doubtsBeforeHalving;
    if (isServerFault(error) || isInDoubt) {
      tries.outages += 1;
      batchRetries.add(1, again.databaseAway);
      log.warn({ err: error, waiting: deliveries.length }, 'the database is unavailable: the batch waits');
      await pause(Math.min(100 * 2 ** tries.outages, longest) * (0.5 + Math.random() / 2));
      return true;
    }
    if (!isWriteConflict(error) || tries.conflicts >= conflictsBeforeHalving) return false;
    tries.conflicts += 1;
    batchRetries.add(1, again.conflict);
    await pause(Math.random() * 5 * tries.conflicts);
    return true;
  };

  /** `outages`: how often the batch has already waited for an unavailable database. */
  const run = async (
    deliveries: readonly Delivered[],
    { handlers = deps.handlers, outages = 0 }: { handlers?: typeof deps.handlers; outages?: number } = {},
  ): Promise<Result[]> => {
    const tries: Tries = { conflicts: 0, outages, timeouts: 0 };
    for (;;) {
      try {
        const pace = deliveries.some((one) => one.isDivisible) ? paces.next() : null;
        const results = await decideAndCommit(
          { ...deps, handlers },
          deliveries,
          tries.conflicts === 0 ? pace : null,
        );
        if (results.some((result, index) => isOfCaller(result, deliveries[index]))) paces.othersWrite();
        await pace?.rest();
        return results;
      } catch (error) {
        // On shutdown the batch is not acked, and the next worker runs it.
        if (signal.aborted) throw error;
        if (await mayTryAgain(error, tries, deliveries)) continue;
        const [alone, ...others] = deliveries;
        if (others.length > 0) return runHalves(deliveries, isOwnFault(error) ? 0 : tries.outages);
        const isRefusable = alone?.keepsInbox === true && handlers === deps.handlers && isTooLarge(error);
        if (!isRefusable) return [{ kind: 'threw', error }];
        log.error({ err: error, command_id: alone.command.id }, 'command refused: its record is too large');
        return run(deliveries, { handlers: { [alone.command.type]: refusesAsTooLarge } });
      }
    }
  };

  /** `outages`: how often the batch has waited. The halves count on from there, so that they do not wait again. */
  const runHalves = async (deliveries: readonly Delivered[], outages: number): Promise<Result[]> => {
    batchRetries.add(1, again.halved);
    const middle = Math.ceil(deliveries.length / 2);
    const first = await run(deliveries.slice(0, middle), { outages });
    return [...first, ...(await run(deliveries.slice(middle), { outages }))];
  };
  return (deliveries) => run(deliveries);
}

interface Tries {
  conflicts: number;
  outages: number;
  timeouts: number;
}

/** Whether the result belongs to a caller's command that does not start bulk work. */
function isOfCaller(result: Result, delivered: Delivered | undefined): boolean {
  return delivered?.keepsInbox === true && result.kind === 'decided' && !isBackground(result.outcome);
}

function isDivisible(deliveries: readonly Delivered[]): boolean {
  return deliveries.length > 1 || deliveries[0]?.isDivisible === true;
}

/** Replaces the handler of a command whose changes would make a document too large. Only this outcome is then stored. */
const refusesAsTooLarge = {
  needs: () => ({}) as never,
  decide: () => {
    throw new Problem('record_too_large');
  },
};

async function decideAndCommit<T extends Tables & EngineRows, Needs>(
  { store, handlers, changesView, committed }: RunnerDeps<T, Needs>,
  deliveries: readonly Delivered[],
  pace: BulkPace | null,
): Promise<Result[]> {
  const needs = deliveries.flatMap(({ command }) => {
    const handler = handlers[command.type];
    return handler ? [handler.needs(command as Command & { body: object })] : [];
  });
  const ids = deliveries.filter((delivery) => delivery.keepsInbox).map(({ command }) => command.id);
  let tries = 0;
  killPoint('worker.before-transaction');
  const { results, entries } = await inClientSpan('batch transaction', transacting, () =>
    store.inTransaction(async (transaction) => {
      tries += 1;
      if (tries > 1) batchRetries.add(1, again.conflict);
      const now = storeNow().toISOString();
      const { state, kept } = await inClientSpan('load batch', loading, () => transaction.load(needs, ids));
      const decided = decideBatch(deliveries, state, kept, handlers, { now, tracked: changesView.tracked });
      const work = await withExplainedRefusals(decided, deliveries, changesView, transaction.rowsOf);
      for (const { command } of deliveries) failPoint(command.requestId);
      const writing = { ...mongodb, 'db.operation.batch.size': work.writes.length + work.inbox.length };
      const entries = await inClientSpan('write batch', writing, () =>
        // After a conflict, writes at full speed, because a slow write would probably conflict again.
        transaction.write(work, now, tries === 1 ? pace : null),
      );
      return { results: work.results, entries };
    }),
  );
  if (entries.length > 0) committed(entries);
  return results;
}
