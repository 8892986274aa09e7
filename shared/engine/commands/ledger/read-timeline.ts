import type { ReadRequest } from '../../../contracts/kit/define.ts';
import type { VersionedRecord } from '../../decide/handler.ts';
import type { TrackedTable } from '../../decide/ledger.ts';
import { recordOfRow, type LedgerRow, type Versions } from '../../decide/ledger-row.ts';
import {
  createdChanges,
  entryOf,
  shownChanges,
  stockEntryOf,
  type TimelineEntry,
} from '../../decide/timeline-entry.ts';
import { invalid, Problem } from '../../../contracts/errors.ts';
import type { ReadAnswer } from '../../reads/read-answer.ts';
import { decodeCursor, rowsAtCursor, type ListCursor, type RowsAtCursor } from '../../lists/cursor.ts';
import { cursorPage } from '../../lists/laravel-page.ts';
import { findRows, findMoves, findVersions, type LedgerCollection } from './ledger-model.ts';

interface TimelineOf {
  /** The first part of the records' subjects: `orders` in `orders/12`. */
  path: string;
  table: Pick<TrackedTable<never>, 'without' | 'money'>;
  /** Reads the record. Null if it does not exist. */
  read: (id: number) => Promise<VersionedRecord | null>;
}

type AskedPage = Pick<ReadRequest<unknown, unknown>, 'query' | 'url' | 'parameters'>;

export function createShowRows(ledger: LedgerCollection, decimals: number) {
  const madeWith = async ({ table, read }: TimelineOf, id: number, row: LedgerRow) => {
    const { subject } = recordOfRow(row);
    const later = await findRows(ledger, subject, { after: row._id, limit: mostRows, oldestFirst: true });
    const last = later.findLast(({ last: form }) => form)?.last ?? (await read(id));
    return shownChanges(createdChanges(later, last, table), table, decimals);
  };

  return async (of: TimelineOf, id: number, rows: readonly LedgerRow[]): Promise<TimelineEntry[]> => {
    const entries: TimelineEntry[] = [];
    for (const row of rows) {
      const entry = entryOf(row, of.table, decimals);
      const isMade = row.kind === 'created' && row.changes === undefined;
      entries.push(isMade ? { ...entry, changes: await madeWith(of, id, row) } : entry);
    }
    return entries;
  };
}

export function createReadTimeline(ledger: LedgerCollection, decimals: number) {
  const show = createShowRows(ledger, decimals);
  /** Reads a page of a record's timeline. Throws `not_found` if the record never existed or its timeline has expired. */
  return async (of: TimelineOf, id: number, asked: AskedPage): Promise<ReadAnswer> => {
    const subject = `${of.path}/${id}`;
    const { at, perPage } = pageOf(asked);
    const from = at && rowAt(at, subject);
    const isBackwards = at?.pointsToNext === false;
    const range = from === null ? {} : isBackwards ? { after: from } : { before: from };
    const found = await findRows(ledger, subject, { ...range, limit: perPage + 1, oldestFirst: isBackwards });
    if (found.length === 0 && (await isUnknown(of, id))) throw new Problem('not_found');
    const page = rowsAtCursor(found, { at, perPage }, ({ _id }) => [_id]);
    return pageAnswer(asked, perPage, { ...page, rows: await show(of, id, page.rows) });
  };

  async function isUnknown({ path, read }: TimelineOf, id: number): Promise<boolean> {
    const [row] = await findRows(ledger, `${path}/${id}`, { limit: 1 });
    return !row && (await read(id)) === null;
  }
}

/** Initial values are derived from later ledger rows. If there are more rows than this, some initial values are missing. */
const mostRows = 10_000;

function pageOf({ query: { paging } }: Pick<AskedPage, 'query'>): { at: ListCursor | null; perPage: number } {
  if (paging.kind !== 'cursor') throw new Error('A timeline is read in pages by cursor');
  const { cursor, perPage } = paging;
  return { at: cursor === null ? null : decodeCursor(cursor, 1), perPage };
}

/** The ledger row at which a cursor points. Throws a 422 if the cursor belongs to another timeline. */
function rowAt({ values: [id] }: ListCursor, subject: string): string {
  if (typeof id === 'string' && id.startsWith(`${subject}:`)) return id;
  throw invalid({ field: 'cursor', rule: 'cursor' });
}

function pageAnswer(
  { url, parameters }: AskedPage,
  perPage: number,
  { rows: data, ...cursors }: RowsAtCursor<TimelineEntry>,
): ReadAnswer {
  return {
    kind: 'page',
    body: { data, ...cursorPage({ baseUrl: url, query: parameters, perPage, ...cursors }) },
  };
}

const mostMoves = 1000;

/**
 * Reads the timeline of a product's stock: manual changes, and moves by orders. A page is a range of versions. Some versions have
 * no ledger row, for example versions from before the ledger existed. The range is then extended until the page is full.
 * `newest`: the stock's current version, or null if the product does not exist.
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
  return pageAnswer(asked, perPage, { rows, ...cursors });
}

/** Reads at least `wanted` timeline entries if they exist. Begins at the newest version or, with `isUpwards`, at the oldest. */
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

/** The timeline entries for these versions of a product's stock, newest first. Null if there are too many to read at once. */
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
