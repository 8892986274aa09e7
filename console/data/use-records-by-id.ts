import { adminOrdersList, adminUsersList, type Order, type User } from '#clients/typescript/src/main.ts';
import { useList, type ListState, type ReadPage } from './use-list.ts';

/**
 * The size of the largest page of a list. So the rows of a page refer to at most this many records. The hooks read no more
 * records than this.
 */
export const mostRecords = 100;

interface AskedRecords {
  'filters[id]': string;
  paginate: 'cursor';
  per_page: number;
}

/** `records` has no deleted records. `isLoading` is also true while `records` still belong to earlier ids. */
interface RecordsById<Row> extends Pick<ListState<Row>, 'problem' | 'isLoading' | 'refresh'> {
  records: ReadonlyMap<number, Row>;
}

/** The orders with these ids. Returns, for example, have only an order's id, but staff know an order by its number. */
export function useOrdersById(ids: readonly number[]): RecordsById<Order> {
  return useRecordsById('orders', ids, adminOrdersList);
}

export function useCustomersById(ids: readonly number[]): RecordsById<User> {
  return useRecordsById('users', ids, adminUsersList);
}

function useRecordsById<Row extends { id: number }>(
  resource: string,
  ids: readonly number[],
  read: ReadPage<AskedRecords, Row>,
): RecordsById<Row> {
  const asked = [...new Set(ids)].sort((a, b) => a - b).slice(0, mostRecords);
  const enabled = asked.length > 0;
  const query = { 'filters[id]': asked.join(','), paginate: 'cursor', per_page: mostRecords } as const;
  const { rows, problem, isLoading, isPrevious, refresh } = useList([resource], query, read, { enabled });
  const records = new Map(rows.map((row) => [row.id, row]));
  return { records, problem, isLoading: enabled && (isLoading || isPrevious), refresh };
}
