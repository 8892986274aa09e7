import type { ListContract, ListQuery } from './list-query.ts';

/** From this offset on, the database takes long to skip the records before a page. */
const farRow = 1000;
const manyRows = 100;

/**
 * How much the reading of a list costs its service. `page`: an index finds the records. `scan`: the service may visit every
 * record, or returns very many. `all`: every match at once.
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
