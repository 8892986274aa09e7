import type { Caller, ReadRequest } from '#shared/contracts/schema-kit/define.ts';
import type { ListContract, ListQuery } from '#shared/contracts/schema-kit/list-query.ts';

/**
 * `whole`: a full list, which takes as long as the client needs to receive it. `export`: a full list as a file, which costs more.
 * `scan`: may visit every record in the list, or returns very many records. `brief`: any cheaper read. Shoppers' lists and scans
 * have their own classes, so that admins' reads don't delay them.
 */
export type ReadKind = 'export' | 'whole' | 'clientWhole' | 'scan' | 'clientScan' | 'brief';

/** From this offset on, the database takes long to skip the records before a page. */
const farRow = 1000;
const manyRows = 100;

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

/** Whether the query searches for part of a text, which no index supports, or for a range, which may match much of the list. */
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
