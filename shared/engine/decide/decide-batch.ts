import type { Command } from '../../contracts/kit/define.ts';
import { mapValues } from '../../contracts/kit/json-values.ts';
import { atWrittenRows } from '../../contracts/kit/row-numbers.ts';
import { detail, invalid, Problem, type ProblemDetails } from '../../contracts/errors.ts';
import {
  areErrors,
  type Counter,
  type Change,
  type Decision,
  type EventDraft,
  type Handler,
  type State,
  type Tables,
  type Tools,
  type VersionedRecord,
} from './handler.ts';
import {
  ledgerRows,
  completedEvents,
  withFormers,
  type Before,
  type RecordedStep,
  type Tracked,
} from './ledger.ts';
import type { BulkTables } from './bulk-operation.ts';
import { recordOfRow, type LedgerRow } from './ledger-row.ts';
import { toOutcome, toOutcomeOnce, ownerOf, type InboxRecord, type Outcome } from './outcome.ts';
import { copyOfRecords } from './resource.ts';

/** A command from a queue, or another service's event converted to a command. An event gets no inbox record (`keepsInbox`). */
export interface Delivered {
  command: Command;
  keepsInbox: boolean;
  /** The command changes many records. If it fails, the worker can split it. */
  isDivisible?: boolean;
}

export type Result =
  | {
      kind: 'decided';
      outcome: Outcome;
      replayed: boolean;
      /** The outcome for the waiting caller, if it differs from the stored one. */
      once?: Outcome;
    }
  /** The worker retries the command, and parks it if it keeps failing. `byRule`: the rule threw; otherwise the database did. */
  | { kind: 'threw'; error: unknown; byRule?: true };

/** The results of a batch's commands, and the data to commit in one transaction. */
export interface BatchWork<T extends Tables> {
  results: Result[];
  /** Each changed record, as it was loaded and as it is after the whole batch. Null: the record does not exist. */
  writes: { table: keyof T; before: T[keyof T] | null; after: T[keyof T] | null }[];
  inbox: InboxRecord[];
  /** The ids of parked commands that now have a final outcome. */
  unparked: string[];
  events: { command: Command; draft: EventDraft }[];
  /** The ledger rows: one for each tracked record that a command changed. */
  ledger: LedgerRow[];
}

type AnyHandler<T extends Tables> = Handler<T, unknown, Command>;

/** The tables that this file changes itself: the ids that commands take, and the ledger rows of their changes. */
export type EngineRows = { counters: Counter } & Pick<BulkTables, 'ledgerRows'>;

type MutableState<T extends Tables> = { [Table in keyof T]: Map<T[Table]['_id'], T[Table]> };

/**
 * Runs the commands' rules one after another in memory. Each command sees the changes of the earlier commands. The function is
 * pure: its input is the loaded records, and its result is the changes to commit. `kept`: the stored inbox records.
 */
export function decideBatch<T extends Tables & EngineRows>(
  deliveries: readonly Delivered[],
  loaded: State<T>,
  kept: ReadonlyMap<string, InboxRecord>,
  handlers: Readonly<Record<string, AnyHandler<T>>>,
  { now, tracked }: { now: string; tracked: Tracked<T> },
): BatchWork<T> {
  const state = copyOf(loaded);
  const inbox = new Map<string, InboxRecord>();
  const events: BatchWork<T>['events'] = [];
  const ledger: LedgerRow[] = [];
  const results = deliveries.map((delivery): Result => {
    const { command } = delivery;
    const stored = kept.get(command.id);
    const earlier = inbox.get(command.id) ?? (stored?.state === 'parked' ? undefined : stored);
    // The idempotency key of a parked command cannot be used for another request until the command runs again or is discarded.
    if (delivery.keepsInbox && !earlier && stored && !isSameRequest(stored, command)) return keyReused;
    if (delivery.keepsInbox && earlier) {
      const refused = refusedReplay(state, command, handlers);
      return refused ?? replay(command, earlier, !inbox.has(command.id));
    }
    const counters = copyOfRecords(state.counters);
    try {
      const decision = decideOne(state, command, handlers, toolsFor(state, now));
      // Everything that can throw comes before the first `apply`, so that a failed command changes nothing.
      const outcome = toOutcome(decision.answer);
      const recorded = recordsOf(decision, state, command, { now, tracked });
      for (const { changes } of stepsOf(decision)) for (const change of changes) apply(state, change);
      for (const draft of recorded.events) events.push({ command, draft });
      ledger.push(...recorded.rows);
      applyRows(state, recorded.rows);
      return keep(delivery, outcome, toOutcomeOnce(decision.answer));
    } catch (error) {
      state.counters = counters;
      if (error instanceof Problem)
        return keep(delivery, { problem: asWritten(command, error.details), request_id: command.requestId });
      return { kind: 'threw', error, byRule: true };
    }
  });

  function keep({ command, keepsInbox }: Delivered, outcome: Outcome, once: Outcome | null = null): Result {
    if (keepsInbox) inbox.set(command.id, inboxRecord(command, outcome, now));
    return { kind: 'decided', outcome, replayed: false, ...(once && { once }) };
  }

  const unparked = [...inbox.keys()].filter((id) => kept.get(id)?.state === 'parked');
  return {
    results,
    writes: differences(loaded, state),
    inbox: [...inbox.values()],
    unparked,
    events,
    ledger,
  };
}

function stepsOf<T extends Tables>(decision: Decision<T>): readonly RecordedStep<T>[] {
  return decision.steps ? [...decision.steps, decision] : [decision];
}

/** Returns the ledger rows of a decision, and the events of the decision with fields from these rows. */
function recordsOf<T extends Tables>(
  decision: Decision<T>,
  state: State<T>,
  command: Command,
  known: { now: string; tracked: Tracked<T> },
): { rows: LedgerRow[]; events: EventDraft[] } {
  const recorded: { rows: LedgerRow[]; events: EventDraft[] } = { rows: [], events: [] };
  // Each record as the earlier steps left it, by table and id. Null: a step deleted it.
  const latest = new Map<string, VersionedRecord | null>();
  const before: Before<T> = (table, id) => {
    const left = latest.get(`${String(table)}/${id}`);
    return left === undefined ? (state[table].get(id) ?? null) : left;
  };
  for (const step of stepsOf(decision)) {
    const rows = ledgerRows(step, before, command, known);
    const events = withFormers(completedEvents(step.events, rows, command), step, before, known.tracked);
    recorded.rows.push(...rows);
    recorded.events.push(...events);
    for (const change of step.changes) {
      const id = 'put' in change ? change.put._id : change.remove;
      latest.set(`${String(change.table)}/${id}`, 'put' in change ? change.put : null);
    }
  }
  return recorded;
}

/** Replaces the field names in a problem by the names that the client used. */
function asWritten({ rows }: Command, details: ProblemDetails): ProblemDetails {
  if (details.fields === undefined || rows === undefined) return details;
  return { ...details, fields: atWrittenRows(details.fields, rows) };
}

/** Keeps 72 bits, which suffice, because only requests of one caller with the same idempotency key are compared. */
export function keptFingerprint(fingerprint: string): string {
  return fingerprint.slice(0, 12);
}

/**
 * Returns null if the caller of this retry may receive the stored outcome of the first request. Otherwise returns the problem
 * that the caller receives instead, for example because the shopper was deleted after the first request.
 */
function refusedReplay<T extends Tables>(
  state: State<T>,
  command: Command,
  handlers: Readonly<Record<string, AnyHandler<T>>>,
): Result | null {
  try {
    handlers[command.type]?.admits?.(state, command);
    return null;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { kind: 'decided', outcome: { problem: error.details }, replayed: false };
  }
}

const keyReused: Result = {
  kind: 'decided',
  outcome: { problem: { code: 'idempotency_key_reused' } },
  replayed: false,
};

function isSameRequest(record: InboxRecord, command: Command): boolean {
  return keptFingerprint(record.fingerprint) === keptFingerprint(command.fingerprint);
}

function replay(command: Command, record: InboxRecord, replayed: boolean): Result {
  // If a command was cancelled before it arrived, its record has no fingerprint.
  if (isSameRequest(record, command) || record.fingerprint === '') {
    return { kind: 'decided', outcome: asItReadsNow(record.outcome), replayed };
  }
  return keyReused;
}

/** The outcome that a retry gets. If the stored outcome was erased, the retry gets the same 409 as for a deleted record. */
function asItReadsNow(outcome: Outcome): Outcome {
  if (!('erased' in outcome)) return outcome;
  return { problem: { code: 'conflict', ...detail('created_record_deleted') } };
}

function decideOne<T extends Tables>(
  state: State<T>,
  command: Command,
  handlers: Readonly<Record<string, AnyHandler<T>>>,
  tools: Tools,
): Decision<T> {
  const handler = handlers[command.type];
  if (!handler) throw new Error(`No handler for ${command.type}`);
  const found = handler.check?.(state, command as Command & { body: object }) ?? state;
  if (!areErrors(found)) return handler.decide(found, command, tools);
  if (found.length === 0) throw new Error(`The check of ${command.type} found neither errors nor records`);
  throw invalid(...found);
}

export function inboxRecord(command: Command, outcome: Outcome, now: string): InboxRecord {
  return {
    _id: command.id,
    type: command.type,
    owner: ownerOf(command),
    fingerprint: command.fingerprint,
    state: 'done',
    outcome,
    accepted_at: command.at,
    decided_at: now,
  };
}

function toolsFor(state: MutableState<{ counters: Counter }>, now: string): Tools {
  return {
    now,
    nextId: (sequence) => {
      const id = (state.counters.get(sequence)?.version ?? 0) + 1;
      state.counters.set(sequence, { _id: sequence, version: id });
      return id;
    },
  };
}

/** A copy of the state. `apply` changes only the copy, so a caller can try one change after another. */
export function workingCopy<T extends Tables>(
  loaded: State<T>,
): { state: State<T>; apply: (change: Change<T>) => void } {
  const state = copyOf(loaded);
  return { state, apply: (change) => apply(state, change) };
}

function copyOf<T extends Tables>(loaded: State<T>): MutableState<T> {
  const tables: Readonly<Record<string, ReadonlyMap<unknown, unknown>>> = loaded;
  return mapValues(tables, copyOfRecords) as MutableState<T>;
}

function apply<T extends Tables>(state: MutableState<T>, change: Change<T>): void {
  if ('put' in change) state[change.table].set(change.put._id, change.put);
  else state[change.table].delete(change.remove);
}

/** Later commands of the batch read the ledger rows of the earlier ones, as they read their changes of records. */
function applyRows({ ledgerRows: known }: MutableState<EngineRows>, rows: readonly LedgerRow[]): void {
  for (const row of rows) known.set(row._id, { ...row, version: recordOfRow(row).version });
}

/** Leaves out ledger rows, which `BatchWork` lists separately, in `ledger`. */
function differences<T extends Tables>(loaded: State<T>, state: State<T>): BatchWork<T>['writes'] {
  const writes: BatchWork<T>['writes'] = [];
  for (const table of Object.keys(state) as (keyof T)[]) {
    if (table === 'ledgerRows') continue;
    const before = loaded[table] as ReadonlyMap<unknown, T[keyof T]>;
    const after = state[table] as ReadonlyMap<unknown, T[keyof T]>;
    for (const [id, record] of after) {
      const was = before.get(id) ?? null;
      if (was !== record) writes.push({ table, before: was, after: record });
    }
    for (const [id, record] of before) {
      if (!after.has(id)) writes.push({ table, before: record, after: null });
    }
  }
  return writes;
}
