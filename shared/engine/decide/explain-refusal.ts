import { unreadableTag, type Command, type Caller } from '../../contracts/kit/define.ts';
import type { ProblemDetails } from '../../contracts/errors.ts';
import type { BatchWork, Delivered } from './decide-batch.ts';
import type { Tables, AddressedBy, Addressed } from './handler.ts';
import { isPassing, recordOfRow, topLevel, type LedgerRow, type Versions } from './ledger-row.ts';
import type { Outcome } from './outcome.ts';
import type { Tracked, TrackedTable } from './ledger.ts';
import { declaredField, entryOf, stockEntryOf, type TimelineEntry } from './timeline-entry.ts';
import { shownChangesLimit, type ShownChange } from './versioned-record.ts';

/** The data from which a 412 for `If-Match` lists the changes since the caller's version. */
export interface ChangesView<T extends Tables> {
  tracked: Tracked<T>;
  addressed: AddressedBy;
  /** Decimals of the shop's currency. */
  decimals: number;
}

interface Refused {
  version: number;
  changes: ShownChange[];
  /** The record that the command changes. Set if the command's path does not have the record's id. */
  addressed?: Addressed;
}

/** The versions whose changes a 412 lists, at most `shownChangesLimit`. Null for other problems and for an unreadable tag. */
export function refusedVersions({ code, extra }: ProblemDetails, ifMatch: number | null): Versions | null {
  if (code !== 'precondition_failed' || ifMatch === null || ifMatch === unreadableTag) return null;
  const { version: upTo } = extra as unknown as Refused;
  return { above: Math.max(ifMatch, upTo - shownChangesLimit, 0), upTo };
}

/**
 * Adds the changes since the caller's version, from the ledger. Shoppers see neither authors nor fields for staff, and of the
 * changes until the record got its present owner only the names of the fields.
 */
export function withChangesSince<T extends Tables>(
  problem: ProblemDetails,
  rows: readonly LedgerRow[],
  of: { collection: string; id: number | string; caller: Caller; versions: Versions },
  { tracked, decimals }: Omit<ChangesView<T>, 'addressed'>,
): ProblemDetails {
  const { changes: known } = problem.extra as unknown as Refused;
  const table = (tracked as Record<string, TrackedTable<never> | undefined>)[of.collection];
  const shown = new Map(known.map((change) => [change.version, change]));
  const subject = `${of.collection}/${of.id}`;
  const passings = of.caller.area === 'client' ? rows.filter(isPassing) : [];
  const passedAt = Math.max(0, ...passings.map((row) => recordOfRow(row).version));
  for (const row of rows) {
    const isOwn = recordOfRow(row).subject === subject;
    const entry = isOwn ? entryOf(row, table ?? {}, decimals) : stockEntryOf(row, Number(of.id));
    const isSince = entry && entry.version > of.versions.above && entry.version <= of.versions.upTo;
    if (!isSince) continue;
    const change = changeOf(entry, isOwn ? table : undefined, of.caller);
    shown.set(entry.version, entry.version > passedAt ? change : { ...change, values: {} });
  }
  const changes = [...shown.values()].sort((a, b) => a.version - b.version).slice(-shownChangesLimit);
  return { ...problem, extra: { ...problem.extra, changes } };
}

function changeOf(
  entry: TimelineEntry,
  table: TrackedTable<never> | undefined,
  { area }: Caller,
): ShownChange {
  const { version, by, at } = entry;
  const isShopper = area === 'client';
  const values = Object.entries(entry.changes).filter(
    ([field]) => !(isShopper && table?.staffOnly?.has(declaredField(field)) === true),
  );
  const named = topLevel(values.map(([field]) => field));
  // Every change of an order's status also adds an entry to `history`, which the ledger leaves out.
  if (table?.without?.has('history') && named.includes('status')) named.push('history');
  const isWhole = named.length === 0 && (entry.kind === 'created' || entry.kind === 'restored');
  const author = by ? { by: `${by.area}:${by.subject}` } : {};
  return {
    version,
    ...(!isShopper && author),
    at,
    fields: isWhole ? ['*'] : named,
    values: Object.fromEntries(values),
  };
}

/**
 * Reads the ledger rows of the record, or of the parent that `addressed.within` names. Resolves with null if the record or its
 * parent does not exist.
 */
export type ReadRows = (addressed: Addressed, versions: Versions) => Promise<FoundRows | null>;
interface FoundRows {
  collection: string;
  id: number | string;
  rows: LedgerRow[];
}

/**
 * Adds the values that changed since the client's version to a 412 for `If-Match`. Returns any other problem unchanged.
 * `decided`: ledger rows of the same batch, which are not written yet.
 */
export async function explainRefusal<T extends Tables>(
  problem: ProblemDetails,
  command: Command,
  { addressed, ...view }: ChangesView<T>,
  { read, decided = [] }: { read: ReadRows; decided?: readonly LedgerRow[] },
): Promise<ProblemDetails> {
  const versions = refusedVersions(problem, command.ifMatch);
  const { addressed: named } = (problem.extra ?? {}) as Partial<Refused>;
  const to = versions && (named ?? addressed(command));
  const found = to && (await read(to, versions));
  if (!found) return problem;
  const { collection, id, rows } = found;
  const fresh = decided.filter((row) => isOf(row, found) && row.kind !== 'noted');
  return withChangesSince(
    problem,
    [...rows, ...fresh],
    { collection, id, caller: command.caller, versions },
    view,
  );
}

function isOf(row: LedgerRow, { collection, id }: FoundRows): boolean {
  if (recordOfRow(row).subject === `${collection}/${id}`) return true;
  return collection === 'inventory' && row.stock?.some((move) => move.product_id === id) === true;
}

/** Applies `explainRefusal` to each outcome of the batch. */
export async function withExplainedRefusals<T extends Tables>(
  work: BatchWork<T>,
  deliveries: readonly Delivered[],
  from: ChangesView<T>,
  read: ReadRows,
): Promise<BatchWork<T>> {
  const explainedOutcomes = new Map<Outcome, Outcome>();
  for (const [index, result] of work.results.entries()) {
    const command = deliveries[index]?.command;
    if (result.kind !== 'decided' || result.replayed || !command || !('problem' in result.outcome)) continue;
    const { problem } = result.outcome;
    const explained = await explainRefusal(problem, command, from, { read, decided: work.ledger });
    if (explained !== problem)
      explainedOutcomes.set(result.outcome, { ...result.outcome, problem: explained });
  }
  if (explainedOutcomes.size === 0) return work;
  const as = <R extends { outcome: Outcome }>(one: R): R => ({
    ...one,
    outcome: explainedOutcomes.get(one.outcome) ?? one.outcome,
  });
  const results = work.results.map((result) => (result.kind === 'decided' ? as(result) : result));
  return { ...work, results, inbox: work.inbox.map(as) };
}
