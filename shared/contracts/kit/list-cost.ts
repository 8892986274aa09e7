import type { ListContract, ListQuery } from './list-query.ts';

/** From this offset on, the database takes long to skip the records before a page. */
const farRow = 1000;
const manyRows = 100;

/**
 * How expensive a query of a list is for the service. `page`: an index finds the records. `scan`: the service
 * may read every record, or return very many. `all`: one response with every match.
 */
export function costOf(
  { costs }: Pick<ListContract<unknown>, 'costs'>,
  { search, filters, paging }: ListQuery,
): 'page' | 'scan' | 'all' {
  if (paging.kind === 'all') return 'all';
  const { perPage } = paging;
  const isFar = paging.kind === 'pages' && (paging.page - 1) * perPage >= farRow;
  if (search !== null || isFar || perPage > manyRows) return 'scan';
  const isScan = ([name, value]: [string, unknown]) =>
    costs[name] === 'scan' ? value !== undefined : costs[name] === 'ranges' && typeof value === 'object';
  return Object.entries(filters).some(isScan) ? 'scan' : 'page';
}
