import type { Shown } from '../contracts/schema-kit/resource-schema.ts';
import type { recordChangeSchema } from '../contracts/endpoints/problem.ts';
import type { Caller } from '../contracts/schema-kit/define.ts';
import type { ProblemDetails } from '../errors.ts';
import type { Tables } from './handler.ts';
import type { Tracked, TrackedTable } from './ledger.ts';
import { recordOfRow } from './ledger-row.ts';
import type { LedgerRow } from './ledger-row.ts';
import { entryOf, stockEntryOf } from './timeline-entry.ts';
import type { TimelineEntry } from './timeline-entry.ts';
import { isHiddenFromShoppers, keptChanges } from './versioned-record.ts';
import type { LoggedChange } from './versioned-record.ts';

/** How the ledger of a service is read. */
export interface LedgerView<T extends Tables> {
  tracked: Tracked<T>;
  /** Of the store's currency. */
  decimals: number;
}

/** One change since the version of `If-Match`, as a refusal tells it. */
export type ToldChange = Shown<typeof recordChangeSchema>;

/** What a refusal by `If-Match` says of its record. */
interface Refused {
  version: number;
  changes: Partial<LoggedChange>[];
}

/** The versions that a refusal tells of; null: it is no refusal by `If-Match`. */
export function refusedVersions(
  { code, extra }: ProblemDetails,
  ifMatch: number | null,
): { above: number; upTo: number } | null {
  if (code !== 'precondition_failed' || ifMatch === null) return null;
  const { version: upTo } = extra as unknown as Refused;
  return { above: Math.max(ifMatch, upTo - keptChanges, 0), upTo };
}

/**
 * A refusal by `If-Match` with every change since, from what to what, where the ledger has it; else, as of changes by earlier
 * releases, with what the record's own log says. Shoppers are told neither who made a change nor of costs.
 */
export function withChangesSince<T extends Tables>(
  problem: ProblemDetails,
  rows: readonly LedgerRow[],
  of: { collection: string; id: number | string; caller: Caller; versions: { above: number; upTo: number } },
  { tracked, decimals }: LedgerView<T>,
): ProblemDetails {
  const { changes: logged } = problem.extra as unknown as Refused;
  const table = (tracked as Record<string, TrackedTable<never> | undefined>)[of.collection];
  const told = new Map(logged.map((change) => [change.version, change as ToldChange]));
  const subject = `${of.collection}/${of.id}`;
  for (const row of rows) {
    const isOwn = recordOfRow(row).subject === subject;
    const entry = isOwn ? entryOf(row, table ?? {}, decimals) : stockEntryOf(row, Number(of.id));
    const isSince = entry && entry.version > of.versions.above && entry.version <= of.versions.upTo;
    if (isSince) told.set(entry.version, changeOf(entry, told.get(entry.version), of.caller));
  }
  const changes = [...told.values()].sort((a, b) => a.version - b.version).slice(-keptChanges);
  return { ...problem, extra: { ...problem.extra, changes } };
}

function changeOf(entry: TimelineEntry, logged: ToldChange | undefined, { area }: Caller): ToldChange {
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
