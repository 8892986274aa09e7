import type { ListQuery, SortKey } from '../../contracts/kit/list-query.ts';
import { operator, type MongoFilter } from '../../platform/mongo/operator.ts';
import { askedFilters } from './filters.ts';
import { foldedTerm, holdsAny } from './search-text.ts';
import {
  maxTimeMs,
  type Among,
  type ListAccess,
  type ListSource,
  type LookedUp,
  type SearchIndex,
} from './source.ts';
import type { Count, TotalPlan } from './totals.ts';

export interface ListPlan<D> {
  model: ListSource<D, never>['model'];
  filter: MongoFilter;
  /** Identifies the query in a short form. `filter` may contain thousands of ids. */
  asked: string;
  access: ListAccess;
  /** The caller's sort order, completed with the id so that it is unambiguous. */
  order: SortKey[];
  /** The search, if the search index alone can find the ids of a page. Null otherwise. */
  search: { term: string; page: SearchIndex['page'] } | null;
  /** The ids of all matches, if known. */
  ids: readonly number[] | null;
  /** Finds out which of the records that `filter` finds belong to the list. */
  among: Among | null;
  total: TotalPlan;
}

/**
 * `scope`: the rows that the caller may see; nothing in the request widens it. `mayPick` allows a plan whose `filter` finds too
 * many records, of which `among` finds the matches. Set `mayPick` only if `someRows` reads the page, because only `someRows`
 * calls `among`.
 */
export async function planList<D, Filters>(
  source: ListSource<D, Filters>,
  query: ListQuery<Filters>,
  scope: MongoFilter,
  { mayPick = false }: { mayPick?: boolean } = {},
): Promise<ListPlan<D>> {
  const picked = mayPick && isWhole(scope) ? ((await source.pick?.(query)) ?? null) : null;
  const lookedUp = picked ?? (await source.lookUp?.(query, scope)) ?? null;
  const asked = JSON.stringify([scope, query.search, query.filters]);
  const inScope = { scope, lookedUp, ids: null, asked };
  if (!isWhole(scope)) return planFor(source, query, inScope, source.scopedAccess ?? {});
  // Null if too many records match the search, or if the search index itself finds the page.
  const few =
    query.search === null || isPageOfMatches(query)
      ? null
      : ((await source.searchIndex?.few(query.search)) ?? null);
  const ids =
    few && lookedUp?.ids ? [...new Set(few).intersection(new Set(lookedUp.ids))] : (few ?? lookedUp?.ids);
  if (!ids) return planFor(source, query, inScope, (await source.access?.(query)) ?? {});
  const [first] = query.sort;
  const keysFirst = first !== undefined && first.field !== 'id';
  return planFor(
    source,
    few ? { ...query, search: null } : query,
    { ...inScope, ids },
    { hint: { _id: 1 }, keysFirst },
  );
}

/** The limits of a list, in addition to the query's filters. */
interface Within {
  scope: MongoFilter;
  lookedUp: LookedUp | null;
  ids: readonly number[] | null;
  /** Identifies the query in a short form. Includes the search term even if the term's matches are already in `ids`. */
  asked: string;
}

function planFor<D, Filters>(
  source: ListSource<D, Filters>,
  query: ListQuery<Filters>,
  within: Within,
  access: ListAccess,
): ListPlan<D> {
  const { search: term } = query;
  // Index hints, stored totals and the search index cover the whole collection, so they would be wrong for a part of it.
  const whole = isWhole(within.scope) && within.ids === null ? source : null;
  const index = whole?.searchIndex;
  const filter = listFilter(source, query, within, access.filter ?? {});
  return {
    model: source.model,
    filter,
    access,
    order: totalOrder(source, query.sort),
    asked: within.asked,
    search: index && term !== null && isPageOfMatches(query) ? { term, page: index.page } : null,
    ids: within.lookedUp && isNothingElse(query, within, within.lookedUp) ? within.ids : null,
    among: within.lookedUp?.among ?? null,
    total: planTotal(query, whole, within, countOf(source, query, within, access)),
  };
}

function countOf<D, Filters>(
  source: ListSource<D, Filters>,
  query: ListQuery<Filters>,
  within: Within,
  access: ListAccess,
): Count {
  const { lookedUp } = within;
  if (lookedUp && isNothingElse(query, within, lookedUp)) return lookedUp.count;
  const { within: more, by } = access.count ?? { within: {}, by: access.hint };
  const filterIn = (place: Within) => ({
    $and: [listFilter(source, query, place, access.filter ?? {}), more],
  });
  if (lookedUp?.countOf && within.ids === null) {
    return lookedUp.countOf(filterIn({ ...within, lookedUp: null }), by);
  }
  const hint = by === 'looked-up' ? access.hint : by;
  const options = { ...(hint && { hint }), maxTimeMS: maxTimeMs };
  const filter = filterIn(within);
  return (limit) => source.model.countDocuments(filter, { ...options, ...(limit !== null && { limit }) });
}

/** Whether the list consists of exactly the records that `lookUp` found: the query has no further filter and no search. */
function isNothingElse<Filters>(
  query: ListQuery<Filters>,
  { scope, ids }: Within,
  { of, ids: found }: LookedUp,
) {
  const isAsked = askedFilters(query).some(([name]) => !of.includes(name)) || query.search !== null;
  return !isAsked && isWhole(scope) && ids === found;
}

function isWhole(scope: MongoFilter): boolean {
  return Object.keys(scope).length === 0;
}

function isPageOfMatches<Filters>(query: ListQuery<Filters>): boolean {
  const [first] = query.sort;
  const isById = !first || first.field === 'id';
  return query.search !== null && query.paging.kind !== 'all' && isById && askedFilters(query).length === 0;
}

function listFilter<D, Filters>(
  source: ListSource<D, Filters>,
  query: ListQuery<Filters>,
  { scope, lookedUp, ids }: Within,
  more: MongoFilter,
): MongoFilter {
  const read = source.filters as Readonly<Record<string, (value: unknown) => MongoFilter>>;
  const filters = askedFilters(query).map(([name, value]) => read[name]?.(value) ?? {});
  const spellings = source.spellings ?? ((term: string) => [foldedTerm(term)]);
  const search = query.search === null ? [] : [holdsAny('search', spellings(query.search))];
  const among = ids ? [{ _id: operator({ $in: ids }) }] : [];
  const meant = lookedUp && !(ids && lookedUp.ids) ? [lookedUp.filter] : [];
  return { $and: [scope, ...among, ...meant, more, ...filters, ...search] };
}

/** The sort order, completed with the id. Without a sort order, the newest records come first. */
function totalOrder<D, Filters>(source: ListSource<D, Filters>, asked: SortKey[]): SortKey[] {
  const pathOf = (field: string) => (field === 'id' ? '_id' : (source.sortPaths?.[field] ?? field));
  const keys = asked.map((key) => ({ ...key, field: pathOf(key.field) }));
  const unique = ['_id', ...(source.uniqueFields ?? [])];
  const last = keys.findIndex((key) => unique.includes(key.field));
  if (last >= 0) return keys.slice(0, last + 1);
  return [...keys, { field: '_id', descending: keys.at(-1)?.descending ?? true }];
}

/** The total is exact for the whole list or a single filter value; otherwise it is exact up to ten thousand. */
function planTotal<D, Filters>(
  query: ListQuery<Filters>,
  whole: ListSource<D, Filters> | null,
  { lookedUp, ids }: Within,
  count: Count,
): TotalPlan {
  const { search } = query;
  const asked = askedFilters(query);
  const isRange = asked.some(([, value]) => typeof value === 'object');
  const isOfOneValue = asked.length <= 1 && !isRange && (lookedUp === null || ids !== null);
  const matches = search !== null && asked.length === 0 ? whole?.searchIndex?.count(search) : undefined;
  return {
    stored: whole?.keptTotal?.(query) ?? null,
    isExact: search === null && isOfOneValue,
    count: matches ?? count,
  };
}
