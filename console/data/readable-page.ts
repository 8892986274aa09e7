import type { UnreadableRecord } from '#clients/typescript/src/main.ts';

interface Page<Item> {
  data: Item[];
  unreadable?: readonly number[];
}

/**
 * Separates the damaged records from a page's rows. The API lists a damaged record only by its id, but the columns of a list need
 * the record's fields.
 */
export function readablePage<Item, Read extends Page<Item>>(
  page: Read,
): Read & { unreadable: readonly number[] } {
  const data = page.data.filter((row) => !isUnreadable(row));
  const unreadable = page.data.flatMap((row) => (isUnreadable(row) ? [row.id] : []));
  return { ...page, data, unreadable: [...(page.unreadable ?? []), ...unreadable] };
}

function isUnreadable(row: unknown): row is UnreadableRecord {
  return typeof row === 'object' && row !== null && 'unreadable' in row;
}
