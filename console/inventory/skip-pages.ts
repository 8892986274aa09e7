import type { ListMeta } from '#clients/typescript/src/main.ts';

interface Page<Row> {
  data: Row[];
  meta?: ListMeta;
}

type Cursor = string | number | undefined;

/** Limits the requests of one read, because an open page repeats the read every 15 to 60 seconds. */
const mostPages = 5;

/**
 * Reads pages, beginning at `from`, until `convert` returns rows for a page. Returns these rows. After `mostPages` pages without
 * such rows, the result is empty, and its cursor continues after these pages.
 */
export async function skipPages<Row, Converted>(
  from: Cursor,
  read: (cursor: Cursor) => Promise<Page<Row>>,
  convert: (row: Row) => Converted[],
): Promise<Page<Converted>> {
  let page = await read(from);
  const before = page.meta?.prev_cursor;
  for (let pages = 1; ; pages += 1) {
    const data = page.data.flatMap(convert);
    const next = page.meta?.next_cursor ?? undefined;
    if (data.length > 0 || next === undefined || pages === mostPages)
      return {
        data,
        ...(page.meta !== undefined && { meta: { ...page.meta, prev_cursor: before ?? null } }),
      };
    page = await read(next);
  }
}
