import type { Shown } from '../contracts/schema-kit/resource-schema.ts';
import type { recordChangeSchema } from '../contracts/endpoints/problem.ts';
import type { Caller } from '../contracts/schema-kit/define.ts';
import type { ProblemDetails } from '../errors.ts';
import type { Tables } from './handler.ts';
import type { Tracked, TrackedTable } from './ledger.ts';
import { recordOfRow, type LedgerRow } from './ledger-row.ts';
import { entryOf, stockEntryOf, type TimelineEntry } from './timeline-entry.ts';
import { isHiddenFromShoppers, keptChanges, type LoggedChange } from './versioned-record.ts';

/** The data needed to read a service's ledger. */
export interface LedgerView<T extends Tables> {
  tracked: Tracked<T>;
  /** Decimals of the shop's currency. */
  decimals: number;
}

/** One change since the version in `If-Match`, as the 412 shows it. */
export type ShownChange = Shown<typeof recordChangeSchema>;

/** The details of a 412 for `If-Match`. */
interface Refused {
  version: number;
  changes: Partial<LoggedChange>[];
}

/** The range of versions that a 412 for `If-Match` covers; null for any other problem. */
export function refusedVersions(
  { code, extra }: ProblemDetails,
  ifMatch: number | null,
): { above: number; upTo: number } | null {
  if (code !== 'precondition_failed' || ifMatch === null) return null;
  const { version: upTo } = extra as unknown as Refused;
  return { above: Math.max(ifMatch, upTo - keptChanges, 0), upTo };
}

/**
 * Adds every change since the caller's version to a refusal by `If-Match`, with old and new values from the ledger. A change that
 * the ledger lacks (an earlier release made it) keeps the entry of the record's own log. Shoppers see neither authors nor costs.
 */
export function withChangesSince<T extends Tables>(
  problem: ProblemDetails,
  rows: readonly LedgerRow[],
  of: { collection: string; id: number | string; caller: Caller; versions: { above: number; upTo: number } },
  { tracked, decimals }: LedgerView<T>,
): ProblemDetails {
  const { changes: logged } = problem.extra as unknown as Refused;
  const table = (tracked as Record<string, TrackedTable<never> | undefined>)[of.collection];
  const shown = new Map(logged.map((change) => [change.version, change as ShownChange]));
  const subject = `${of.collection}/${of.id}`;
  for (const row of rows) {
    const isOwn = recordOfRow(row).subject === subject;
    const entry = isOwn ? entryOf(row, table ?? {}, decimals) : stockEntryOf(row, Number(of.id));
    const isSince = entry && entry.version > of.versions.above && entry.version <= of.versions.upTo;
    if (isSince) shown.set(entry.version, changeOf(entry, shown.get(entry.version), of.caller));
  }
  const changes = [...shown.values()].sort((a, b) => a.version - b.version).slice(-keptChanges);
  return { ...problem, extra: { ...problem.extra, changes } };
}

function changeOf(entry: TimelineEntry, logged: ShownChange | undefined, { area }: Caller): ShownChange {
  const { version, by, at } = entry;
  const isShopper = area === 'client';
  const values = Object.entries(entry.changes).filter(
    ([field]) => !(isShopper && isHiddenFromShoppers(field)),
  );
  const named = values.map(([field]) => field.split('.')[0] ?? field);
  const author = by ? { by: `${by.area}:${by.subject}` } : {};
  return {
    version,
    ...(!isShopper && author),
    at,
    fields: logged?.fields ?? (entry.kind === 'created' ? ['*'] : [...new Set(named)]),
    values: Object.fromEntries(values),
  };
}
