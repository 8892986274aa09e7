import type { Caller } from '../../contracts/kit/define.ts';
import type { ProblemDetails } from '../../contracts/errors.ts';
import type { Tables } from './handler.ts';
import type { Tracked, TrackedTable } from './ledger.ts';
import { recordOfRow, topLevel, type LedgerRow } from './ledger-row.ts';
import { entryOf, stockEntryOf, type TimelineEntry } from './timeline-entry.ts';
import { shownChangesLimit, type ShownChange } from './versioned-record.ts';

export interface LedgerView<T extends Tables> {
  tracked: Tracked<T>;
  /** Decimals of the shop's currency. */
  decimals: number;
}

interface Refused {
  version: number;
  changes: ShownChange[];
}

/** The versions whose changes a 412 for `If-Match` lists, at most `shownChangesLimit`. Null for any other problem. */
export function refusedVersions(
  { code, extra }: ProblemDetails,
  ifMatch: number | null,
): { above: number; upTo: number } | null {
  if (code !== 'precondition_failed' || ifMatch === null) return null;
  const { version: upTo } = extra as unknown as Refused;
  return { above: Math.max(ifMatch, upTo - shownChangesLimit, 0), upTo };
}

/**
 * Adds to a 412 for `If-Match` the changes since the caller's version, with old and new values from the ledger.
 * Shoppers see neither authors nor costs.
 */
export function withChangesSince<T extends Tables>(
  problem: ProblemDetails,
  rows: readonly LedgerRow[],
  of: { collection: string; id: number | string; caller: Caller; versions: { above: number; upTo: number } },
  { tracked, decimals }: LedgerView<T>,
): ProblemDetails {
  const { changes: known } = problem.extra as unknown as Refused;
  const table = (tracked as Record<string, TrackedTable<never> | undefined>)[of.collection];
  const shown = new Map(known.map((change) => [change.version, change]));
  const subject = `${of.collection}/${of.id}`;
  for (const row of rows) {
    const isOwn = recordOfRow(row).subject === subject;
    const entry = isOwn ? entryOf(row, table ?? {}, decimals) : stockEntryOf(row, Number(of.id));
    const isSince = entry && entry.version > of.versions.above && entry.version <= of.versions.upTo;
    if (isSince) shown.set(entry.version, changeOf(entry, isOwn ? table : undefined, of.caller));
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
    ([field]) => !(isShopper && isHiddenFromShoppers(field)),
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

/** Also matches nested fields, such as `items.12.manufacturing_price`. */
function isHiddenFromShoppers(field: string): boolean {
  return /(^|\.)manufacturing_price$/.test(field);
}
