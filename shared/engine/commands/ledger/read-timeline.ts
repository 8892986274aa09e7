import type { ReadRequest } from '../../../contracts/kit/define.ts';
import type { VersionedRecord } from '../../decide/handler.ts';
import type { TrackedTable } from '../../decide/ledger.ts';
import { recordOfRow, type LedgerRow } from '../../decide/ledger-row.ts';
import { createdChanges, entryOf, shownChanges, type TimelineEntry } from '../../decide/timeline-entry.ts';
import { invalid, Problem } from '../../../contracts/errors.ts';
import type { ReadAnswer } from '../../reads/read-answer.ts';
import { decodeCursor, rowsAtCursor, type ListCursor } from '../../lists/cursor.ts';
import { cursorPage } from '../../lists/laravel-page.ts';
import { findRows, type LedgerCollection } from './find-rows.ts';

export interface TimelineOf {
  /** Such as `orders`. */
  path: string;
  table: Pick<TrackedTable<never>, 'without' | 'money'>;
  /** Null if the record does not exist. */
  read: (id: number) => Promise<VersionedRecord | null>;
}

export type AskedPage = Pick<ReadRequest<unknown, unknown>, 'query' | 'url' | 'parameters'>;

/** Throws `not_found` if the record never existed or its timeline has expired. */
export type ReadTimeline = (of: TimelineOf, id: number, asked: AskedPage) => Promise<ReadAnswer>;

export type ShowRows = (of: TimelineOf, id: number, rows: readonly LedgerRow[]) => Promise<TimelineEntry[]>;

export function createShowRows(ledger: LedgerCollection, decimals: number): ShowRows {
  const madeWith = async ({ table, read }: TimelineOf, id: number, row: LedgerRow) => {
    const { subject } = recordOfRow(row);
    const later = await findRows(ledger, subject, { after: row._id, limit: mostRows, oldestFirst: true });
    const last = later.findLast(({ last: form }) => form)?.last ?? (await read(id));
    return shownChanges(createdChanges(later, last, table), table, decimals);
  };

  return async (of, id, rows) => {
    const entries: TimelineEntry[] = [];
    for (const row of rows) {
      const entry = entryOf(row, of.table, decimals);
      const isMade = row.kind === 'created' && row.changes === undefined;
      entries.push(isMade ? { ...entry, changes: await madeWith(of, id, row) } : entry);
    }
    return entries;
  };
}

export function createReadTimeline(ledger: LedgerCollection, decimals: number): ReadTimeline {
  const show = createShowRows(ledger, decimals);
  return async (of, id, asked) => {
    const subject = `${of.path}/${id}`;
    const { at, perPage } = pageOf(asked);
    const from = at && rowAt(at, subject);
    const isBackwards = at?.pointsToNext === false;
    const range = from === null ? {} : isBackwards ? { after: from } : { before: from };
    const found = await findRows(ledger, subject, { ...range, limit: perPage + 1, oldestFirst: isBackwards });
    if (found.length === 0 && (await isUnknown(of, id))) throw new Problem('not_found');
    const page = rowsAtCursor(found, { at, perPage }, ({ _id }) => [_id]);
    return pageAnswer(asked, { ...page, rows: await show(of, id, page.rows) });
  };

  async function isUnknown({ path, read }: TimelineOf, id: number): Promise<boolean> {
    const [row] = await findRows(ledger, `${path}/${id}`, { limit: 1 });
    return !row && (await read(id)) === null;
  }
}

/** If a record has more later rows than this, its initial values are incomplete. */
const mostRows = 10_000;

export function pageOf({ query: { paging } }: Pick<AskedPage, 'query'>): {
  at: ListCursor | null;
  perPage: number;
} {
  if (paging.kind !== 'cursor') throw new Error('A timeline is read in pages by cursor');
  const { cursor, perPage } = paging;
  return { at: cursor === null ? null : decodeCursor(cursor, 1), perPage };
}

/** Throws a 422 if the cursor belongs to another timeline. */
function rowAt({ values: [id] }: ListCursor, subject: string): string {
  if (typeof id === 'string' && id.startsWith(`${subject}:`)) return id;
  throw invalid({ field: 'cursor', rule: 'cursor' });
}

export function pageAnswer(
  { url, parameters, query: { paging } }: AskedPage,
  page: { rows: TimelineEntry[]; nextCursor: string | null; prevCursor: string | null },
): ReadAnswer {
  const { rows: data, ...cursors } = page;
  const perPage = paging.kind === 'cursor' ? paging.perPage : data.length;
  return {
    kind: 'page',
    body: { data, ...cursorPage({ baseUrl: url, query: parameters, perPage, ...cursors }) },
  };
}
