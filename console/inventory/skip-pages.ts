import { readablePage, type ListPage } from '../data/readable-page.ts';

/** Limits the requests of one read, because an open page repeats the read every 15 to 60 seconds. */
const mostPages = 5;

/** Marks a cursor of pages that are read backwards. */
const before = 'before ';

/**
 * Reads pages, beginning at `from`, until `convert` returns rows for a page or the page has damaged records. Returns these rows.
 * After `mostPages` pages without such rows, the result is empty, and its cursor continues after these pages. From the result's
 * `prev_cursor` on, the pages are read backwards, because the pages in between have no rows to show.
 */
export async function skipPages<Row, Converted>(
  from: string | undefined,
  read: (cursor: string | undefined) => Promise<ListPage<Row>>,
  convert: (row: Row) => Converted[],
): Promise<ListPage<Converted>> {
  const isBackwards = from?.startsWith(before) === true;
  const converted = async (cursor: string | undefined) => {
    const page = readablePage(await read(cursor));
    return { ...page, data: page.data.flatMap(convert) };
  };
  const start = await converted(isBackwards ? from.slice(before.length) : from);
  let end = start;
  for (let pages = 1; end.data.length + end.unreadable.length === 0 && pages < mostPages; pages += 1) {
    const beyond = isBackwards ? end.meta?.prev_cursor : end.meta?.next_cursor;
    if (typeof beyond !== 'string') break;
    end = await converted(beyond);
  }
  const [earliest, latest] = isBackwards ? [end, start] : [start, end];
  const previous = earliest.meta?.prev_cursor;
  const cursors = { prev_cursor: typeof previous === 'string' ? before + previous : null };
  const { data, unreadable } = end;
  return { data, unreadable, ...(latest.meta !== undefined && { meta: { ...latest.meta, ...cursors } }) };
}
