import type { ListQuery, SortKey } from '../contracts/schema-kit/list-query.ts';
import { operator } from '../mongo/operator.ts';
import type { MongoFilter } from '../mongo/operator.ts';
import { askedFilters } from './filters.ts';
import { holdsTerm } from './search-text.ts';
import type { ListAccess, ListSource, SearchIndex } from './source.ts';
import type { Count, TotalPlan } from './totals.ts';

/** How a list request is read from its collection, decided before any of its rows is. */
export interface ListPlan<D> {
  model: ListSource<D, never>['model'];
  filter: MongoFilter;
  access: ListAccess;
  /** The caller's order, made total by the id. */
  order: SortKey[];
  /** Finds the ids of each page, where the search index alone can. */
  search: { term: string; page: SearchIndex['page'] } | null;
  total: TotalPlan;
}

/** A query that takes longer is ended: it would hold up the others. */
export const maxTimeMs = 30_000;

/** `scope` narrows to what the caller may see; nothing in the request widens it. */
export async function planList<D, Filters>(
  source: ListSource<D, Filters>,
  query: ListQuery<Filters>,
  scope: MongoFilter,
): Promise<ListPlan<D>> {
  const few = isWhole(scope) && query.search !== null ? await fewMatches(source, query, query.search) : null;
  if (few)
    return planFor(source, { ...query, search: null }, { _id: operator({ $in: few }) }, { hint: { _id: 1 } });
  const access = isWhole(scope) ? await source.access?.(query) : source.scopedAccess;
  return planFor(source, query, scope, access ?? {});
}

/** The ids that a search finds, to look at them alone, where its pages do not come from the search index. */
function fewMatches<D, Filters>(
  { searchIndex }: ListSource<D, Filters>,
  query: ListQuery<Filters>,
  term: string,
): Promise<number[] | null> | null {
  return searchIndex && !isPageOfMatches(query) ? searchIndex.few(term) : null;
}

function planFor<D, Filters>(
  source: ListSource<D, Filters>,
  query: ListQuery<Filters>,
  scope: MongoFilter,
  access: ListAccess,
): ListPlan<D> {
  const { search: term } = query;
  // Indexes named by hand, kept totals and the search index are made for the whole collection, not for a part of it.
  const whole = isWhole(scope) ? source : null;
  const index = whole?.searchIndex;
  const filter = listFilter(source, query, scope, access.filter ?? {});
  return {
    ...{ model: source.model, filter, access, order: totalOrder(source, query.sort) },
    search: index && term !== null && isPageOfMatches(query) ? { term, page: index.page } : null,
    total: planTotal(query, whole, countOf(source, query, scope, access)),
  };
}

function countOf<D, Filters>(
  source: ListSource<D, Filters>,
  query: ListQuery<Filters>,
  scope: MongoFilter,
  access: ListAccess,
): Count {
  const { hint, parts = [{ within: {} }] } = access.count ?? { hint: access.hint };
  const filters = parts.map(({ within, sure }) => {
    const asked = sure === undefined ? query : { ...query, filters: { ...query.filters, [sure]: null } };
    return { $and: [listFilter(source, asked, scope, access.filter ?? {}), within] };
  });
  return async (limit) => {
    const options = { ...(limit !== null && { limit }), ...(hint && { hint }), maxTimeMS: maxTimeMs };
    const counts = await Promise.all(filters.map((filter) => source.model.countDocuments(filter, options)));
    return counts.reduce((sum, count) => sum + count, 0);
  };
}

function isWhole(scope: MongoFilter): boolean {
  return Object.keys(scope).length === 0;
}

/** Whether this asks for a page of what a term finds, by id, and for nothing else. */
function isPageOfMatches<Filters>(query: ListQuery<Filters>): boolean {
  const [first] = query.sort;
  const isById = !first || first.field === 'id';
  return query.search !== null && query.paging.kind !== 'all' && isById && askedFilters(query).length === 0;
}

function listFilter<D, Filters>(
  source: ListSource<D, Filters>,
  query: ListQuery<Filters>,
  scope: MongoFilter,
  more: MongoFilter,
): MongoFilter {
  const read = source.filters as Readonly<Record<string, (value: unknown) => MongoFilter>>;
  const filters = askedFilters(query).map(([name, value]) => read[name]?.(value) ?? {});
  const search = query.search === null ? [] : [holdsTerm('search', query.search)];
  return { $and: [scope, more, ...filters, ...search] };
}

/** The caller's order, made total by the id; newest first when nothing is asked. */
function totalOrder<D, Filters>(source: ListSource<D, Filters>, asked: SortKey[]): SortKey[] {
  const keys = asked.map((key) => ({ ...key, field: storedPath(source, key.field) }));
  const unique = ['_id', ...(source.uniqueFields ?? [])];
  const last = keys.findIndex((key) => unique.includes(key.field));
  if (last >= 0) return keys.slice(0, last + 1);
  return [...keys, { field: '_id', descending: keys.at(-1)?.descending ?? true }];
}

function storedPath<D, Filters>(source: ListSource<D, Filters>, field: string): string {
  return field === 'id' ? '_id' : (source.sortPaths?.[field] ?? field);
}

/** Exact whatever its size for everything or one value; else exact up to ten thousand. */
function planTotal<D, Filters>(
  query: ListQuery<Filters>,
  whole: ListSource<D, Filters> | null,
  count: Count,
): TotalPlan {
  const kept = whole?.keptTotal?.(query);
  if (kept) return { kind: 'kept', read: kept };
  const { search } = query;
  const asked = askedFilters(query);
  const filters = asked.length;
  const isRange = asked.some(([, value]) => typeof value === 'object');
  if (search === null && filters <= 1 && !isRange) return { kind: 'exact', count };
  const matches = search !== null && filters === 0 ? whole?.searchIndex?.count(search) : undefined;
  return { kind: 'recent', count: matches ?? count };
}
