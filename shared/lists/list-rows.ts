import type { ReadRequest } from '../contracts/schema-kit/define.ts';
import type { ListQuery, SortKey } from '../contracts/schema-kit/list-query.ts';
import { matchesSearch } from './list-filters.ts';
import { operator } from '../mongo/operator.ts';
import type { MongoFilter } from '../mongo/operator.ts';
import { askedFilters, isPageOfMatches } from './list-source.ts';
import type { ListAccess, ListSource } from './list-source.ts';

/** Rows in this order, after `skip` of them. `more` narrows to those after a cursor. */
export interface RowsAsked {
  more?: readonly MongoFilter[];
  order: readonly SortKey[];
  skip: number;
  limit: number;
}

/** The rows of a list that a request asks for. */
export interface ListRows<D> {
  filter: MongoFilter;
  hint: ListAccess['hint'];
  /** The list's order, made total by the id. */
  keys: SortKey[];
  /** Nobody's part of them: what is known of the whole collection is true of these. */
  isWhole: boolean;
  all: () => AsyncIterable<D>;
  some: (asked: RowsAsked) => Promise<D[]>;
}

export const maxTimeMs = 30_000;
const rowsAtOnce = 100;
/** From here on rows are skipped as keys of an index, from whichever end is nearer. */
export const farSkip = 1000;

/** `scope` narrows to what the caller may see; nothing in the request widens it. */
export function listRows<D, Filters>(
  source: ListSource<D, Filters>,
  { query }: Pick<ReadRequest<unknown, Filters>, 'query'>,
  scope: MongoFilter,
): ListRows<D> {
  const { model, findMatches } = source;
  const isWhole = Object.keys(scope).length === 0;
  const access = isWhole ? (source.access?.(query) ?? {}) : {};
  const filter = listFilter(source, query, scope, access.filter ?? {});
  const keys = sortKeys(source, query.sort);

  const find = (more: readonly MongoFilter[], order: readonly SortKey[]) => {
    const found = model
      .find(more.length === 0 ? filter : { $and: [filter, ...more] })
      .sort(order.map((key): [string, 'desc' | 'asc'] => [key.field, key.descending ? 'desc' : 'asc']))
      .maxTimeMS(maxTimeMs)
      .lean();
    return access.hint ? found.hint(access.hint) : found;
  };

  const matches = async ({ more = [], order, skip, limit }: RowsAsked): Promise<number[] | null> => {
    if (!isWhole || !findMatches || query.search === null || !isPageOfMatches(query)) return null;
    return findMatches(query.search, { more, descending: order[0]?.descending === true, skip, limit });
  };

  return {
    ...{ filter, hint: access.hint, keys, isWhole },
    all: () => find([], keys).maxTimeMS(0).batchSize(rowsAtOnce).cursor() as AsyncIterable<D>,
    some: async (asked) => {
      for (let look = 1; ; look += 1) {
        const matching = await matches(asked);
        const found = find(asked.more ?? [], asked.order)
          .skip(asked.skip)
          .limit(asked.limit);
        if (!matching && access.keysFirst !== true && asked.skip < farSkip) return await found;
        const ids = matching ?? (await found.select({ _id: 1 })).map(({ _id }) => _id);
        const rows = await model.find({ _id: operator({ $in: ids }) } as never).lean();
        // Another takes the place of one that went between the two queries: a short page would look like the last.
        if (rows.length < ids.length && look < 3) continue;
        const byId = new Map(rows.map((row) => [row._id, row as D]));
        return ids.flatMap((id) => byId.get(id) ?? []);
      }
    },
  };
}

export function reversed(keys: readonly SortKey[]): SortKey[] {
  return keys.map((key) => ({ ...key, descending: !key.descending }));
}

function listFilter<D, Filters>(
  source: ListSource<D, Filters>,
  query: ListQuery<Filters>,
  scope: MongoFilter,
  more: MongoFilter,
): MongoFilter {
  const read = source.filters as Readonly<Record<string, (value: unknown) => MongoFilter>>;
  const filters = askedFilters(query).map(([name, value]) => read[name]?.(value) ?? {});
  const search = query.search === null ? [] : [matchesSearch(query.search)];
  return { $and: [scope, more, ...filters, ...search] };
}

/** The caller's order, made total by the id; newest first when nothing is asked. */
function sortKeys<D, Filters>(source: ListSource<D, Filters>, asked: SortKey[]): SortKey[] {
  const keys = asked.map((key) => ({ ...key, field: path(source, key.field) }));
  const unique = ['_id', ...(source.uniqueFields ?? [])];
  const last = keys.findIndex((key) => unique.includes(key.field));
  if (last >= 0) return keys.slice(0, last + 1);
  return [...keys, { field: '_id', descending: keys.at(-1)?.descending ?? true }];
}

function path<D, Filters>(source: ListSource<D, Filters>, field: string): string {
  return field === 'id' ? '_id' : (source.sortPaths?.[field] ?? field);
}
