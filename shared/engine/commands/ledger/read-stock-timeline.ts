import { entryOf, stockEntryOf, type TimelineEntry } from '../../decide/timeline-entry.ts';
import { invalid, Problem } from '../../../contracts/errors.ts';
import type { ReadAnswer } from '../../reads/read-answer.ts';
import { rowsAtCursor, type ListCursor } from '../../lists/cursor.ts';
import { findMoves, findVersions, type LedgerCollection, type Versions } from './find-rows.ts';
import { pageAnswer, pageOf, type AskedPage } from './read-timeline.ts';

const mostMoves = 1000;

/**
 * Reads manual changes and moves by orders. A page is a range of versions, because versions are consecutive. If some versions
 * have no row, such as those from before the ledger existed, the range is extended. `newest`: the stock's version; null if there
 * is no such product.
 */
export async function readStockTimeline(
  ledger: LedgerCollection,
  productId: number,
  newest: number | null,
  asked: AskedPage,
): Promise<ReadAnswer> {
  if (newest === null) throw new Problem('not_found');
  const { at, perPage } = pageOf(asked);
  const from = at && versionAt(at);
  const isBackwards = at?.pointsToNext === false;
  const all: Versions = isBackwards
    ? { above: from ?? 0, upTo: newest }
    : { above: 0, upTo: from === null ? newest : from - 1 };
  const found = await nearest(all, perPage + 1, isBackwards, (range) => entriesIn(ledger, productId, range));
  const { rows, ...cursors } = rowsAtCursor(found, { at, perPage }, ({ version }) => [version]);
  return pageAnswer(asked, { rows, ...cursors });
}

/** Reads `wanted` or more entries, if there are as many. Begins at the newest version or, with `isUpwards`, at the oldest. */
async function nearest(
  { above, upTo }: Versions,
  wanted: number,
  isUpwards: boolean,
  read: (range: Versions) => Promise<TimelineEntry[] | null>,
): Promise<TimelineEntry[]> {
  const found: TimelineEntry[] = [];
  let [low, high, size] = [above, upTo, wanted];
  while (found.length < wanted && low < high) {
    const range = isUpwards
      ? { above: low, upTo: Math.min(low + size, high) }
      : { above: Math.max(high - size, low), upTo: high };
    const entries = await read(range);
    if (entries === null) {
      size = Math.ceil(size / 8);
      continue;
    }
    found.push(...(isUpwards ? entries.reverse() : entries));
    if (isUpwards) low = range.upTo;
    else high = range.above;
    size *= 2;
  }
  return found;
}

/** Newest first. Null if there are too many to read at once. */
async function entriesIn(
  ledger: LedgerCollection,
  productId: number,
  range: Versions,
): Promise<TimelineEntry[] | null> {
  const moves = await findMoves(ledger, productId, range, { limit: mostMoves + 1 });
  if (moves.length > mostMoves) return null;
  const own = await findVersions(ledger, `inventory/${productId}`, range);
  const entries = [
    ...own.map((row) => entryOf(row, {}, 0)),
    ...moves.flatMap((row) => stockEntryOf(row, productId) ?? []),
  ];
  return entries.sort((a, b) => b.version - a.version);
}

function versionAt({ values: [version] }: ListCursor): number {
  if (typeof version === 'number' && Number.isSafeInteger(version)) return version;
  throw invalid({ field: 'cursor', rule: 'cursor' });
}
