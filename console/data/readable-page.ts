import type { ListMeta, UnreadableRecord } from '#clients/typescript/src/main.ts';

export interface ListPage<Item> {
  data: Item[];
  meta?: ListMeta;
  /** The ids of damaged records, which `data` leaves out. */
  unreadable?: readonly number[];
}

/**
 * Separates the damaged records from a page's rows. The API lists a damaged record only by its id, but the columns of a list need
 * the record's fields.
 */
export function readablePage<Item>(page: ListPage<Item>): ListPage<Item> & { unreadable: readonly number[] } {
  const data = page.data.filter((row) => !isUnreadable(row));
  const unreadable = page.data.flatMap((row) => (isUnreadable(row) ? [row.id] : []));
  return { ...page, data, unreadable: [...(page.unreadable ?? []), ...unreadable] };
}

function isUnreadable(row: unknown): row is UnreadableRecord {
  return typeof row === 'object' && row !== null && 'unreadable' in row;
}
