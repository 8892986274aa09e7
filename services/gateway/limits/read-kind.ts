import type { Caller, ReadRequest } from '#shared/contracts/schema-kit/define.ts';
import type { ListContract, ListQuery } from '#shared/contracts/schema-kit/list-query.ts';

/**
 * What a read may cost. A `whole` list lasts as long as its client likes; a `scan` may look at every record of its list, or answers
 * with very many; what is `brief` is neither. An `export` is a whole list as a file, which takes more to make. An admin's reads of
 * these kinds do not hold up the shoppers'.
 */
export type ReadKind = 'export' | 'whole' | 'clientWhole' | 'scan' | 'clientScan' | 'brief';

/** Rows before a page, from which on they are counted one by one. */
const farRow = 1000;
const manyRows = 100;

/** The kind of a list's read. */
export function readKind(
  { searchable }: Pick<ListContract<unknown>, 'searchable'>,
  { query, export: file }: Pick<ReadRequest, 'query' | 'export'>,
  area: Caller['area'],
): ReadKind {
  const isClient = area === 'client';
  if (query.paging.kind === 'all' && file) return 'export';
  if (query.paging.kind === 'all') return isClient ? 'clientWhole' : 'whole';
  if (!isTextOrRange(query, searchable) && !isLargeOrFar(query.paging)) return 'brief';
  return isClient ? 'clientScan' : 'scan';
}

/** Whether a part of a text is looked for, which no index finds, or a range, which much of the list may be in. */
function isTextOrRange({ search, filters }: ListQuery, searchable: readonly string[]): boolean {
  const isPartOfText = ([name, value]: [string, unknown]) =>
    typeof value === 'string' && name !== 'created_at' && searchable.includes(name);
  const isRange = ([name, value]: [string, unknown]) =>
    typeof value === 'object' && !Array.isArray(value) && name !== 'created_at';
  return search !== null || Object.entries(filters).some((filter) => isPartOfText(filter) || isRange(filter));
}

function isLargeOrFar(paging: Exclude<ListQuery['paging'], { kind: 'all' }>): boolean {
  const { perPage } = paging;
  return perPage > manyRows || (paging.kind === 'pages' && (paging.page - 1) * perPage >= farRow);
}
