import mongoose from 'mongoose';
import type { Model } from 'mongoose';
import type { ReadRequest } from '../contracts/define.ts';
import { decodeCursor, rowsAtCursor } from '../contracts/list-cursor.ts';
import type { ListCursor } from '../contracts/list-cursor.ts';
import type { ListQuery, SortKey } from '../contracts/list-query.ts';
import { invalid } from '../errors.ts';
import type { ListAnswer } from '../http/read-answer.ts';
import { cursorPage, laravelPage } from '../http/laravel-page.ts';
import { rowsAfter } from './list-cursor.ts';
import { matchesSearch, operator } from './list-filters.ts';
import type { MongoFilter } from './list-filters.ts';
import type { Count, RecentTotals, Total } from './list-total.ts';
import type { SharedReads } from './shared-reads.ts';

type Row = Record<string, unknown>;

/** How one resource is listed from its collection. */
export interface ListSource<D, Filters> {
  model: Model<D>;
  filters: { readonly [Name in keyof Filters]-?: (value: NonNullable<Filters[Name]>) => MongoFilter };
  /** Paths of sortable fields that are stored under another name. */
  sortPaths?: Readonly<Record<string, string>>;
  /** Fields that no two records share: a sort by one needs no other. */
  uniqueFields?: readonly string[];
  /** How to come to the rows of a query, where MongoDB is not left to choose. */
  access?: (query: ListQuery<Filters>) => ListAccess;
  /** Reads a total that is known without counting; null where these filters, or a search, need a count. */
  knownTotal?: (query: ListQuery<Filters>) => (() => Promise<number>) | null;
  /** Quicker ways to a page of what a search finds, and to how many there are, where nothing else is asked. */
  findMatches?: FindMatches;
  countMatches?: (term: string) => Count;
  /** Large totals, remembered for seconds. */
  totals: RecentTotals;
  /** For what many ask for at once, such as the first page of the shop's products. */
  shared: SharedReads;
  render: (document: D) => unknown;
}

/** The ids of what a search finds, in their order, after `skip` of them; `more` narrows to the rows after a cursor. */
export type FindMatches = (
  term: string,
  page: { more: readonly MongoFilter[]; descending: boolean; skip: number; limit: number },
) => Promise<number[]>;

export interface ListAccess {
  /** True of every record; named so that the index can be used. */
  filter?: MongoFilter;
  hint?: Readonly<Record<string, 1>>;
  /** The index does not yield the list's order: its keys are sorted, and only the rows of the page are read. */
  keysFirst?: boolean;
}

const maxTimeMs = 30_000;
const rowsAtOnce = 100;
/** From here on rows are skipped as keys of an index, from whichever end is nearer. */
const farSkip = 1000;

/**
 * Answers a list request: all rows streamed from the database cursor, one numbered page with its total, or one
 * cursor page. `scope` narrows to what the caller may see; nothing in the request widens it.
 */
export async function findList<D, Filters>(
  source: ListSource<D, Filters>,
  request: ReadRequest<unknown, Filters>,
  scope: MongoFilter = {},
): Promise<ListAnswer> {
  const { query } = request;
  const isWhole = Object.keys(scope).length === 0;
  const access = isWhole ? (source.access?.(query) ?? {}) : {};
  const filter = listFilter(source, request, scope, access.filter ?? {});
  const keys = sortKeys(source, query.sort);
  const find = (more: MongoFilter[], order: SortKey[]) => {
    const found = source.model
      .find(more.length === 0 ? filter : { $and: [filter, ...more] })
      .sort(order.map((key): [string, 'desc' | 'asc'] => [key.field, key.descending ? 'desc' : 'asc']))
      .maxTimeMS(maxTimeMs)
      .lean();
    return access.hint ? found.hint(access.hint) : found;
  };

  if (query.paging.kind === 'all') {
    const cursor = find([], keys).maxTimeMS(0).batchSize(rowsAtOnce).cursor();
    return { kind: 'stream', rows: mapRows(cursor as AsyncIterable<D>, source.render) };
  }

  const matches = async (more: MongoFilter[], order: SortKey[], skip: number, limit: number) => {
    if (!isWhole || !source.findMatches || query.search === null || !isPageOfMatches(query)) return null;
    return source.findMatches(query.search, { more, descending: order[0]?.descending === true, skip, limit });
  };

  /** Rows in this order after `skip` of them. */
  const rowsOf = async (more: MongoFilter[], order: SortKey[], skip: number, limit: number): Promise<D[]> => {
    for (let look = 1; ; look += 1) {
      const matching = await matches(more, order, skip, limit);
      const found = find(more, order).skip(skip).limit(limit);
      if (!matching && access.keysFirst !== true && skip < farSkip) return await found;
      const ids = matching ?? (await found.select({ _id: 1 })).map(({ _id }) => _id);
      const rows = await source.model.find({ _id: operator({ $in: ids }) } as never).lean();
      // Another takes the place of one that went between the two queries: a short page would look like the last.
      if (rows.length < ids.length && look < 3) continue;
      const byId = new Map(rows.map((row) => [row._id, row as D]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    }
  };

  const links = { baseUrl: request.url, query: request.parameters };
  if (query.paging.kind === 'pages') {
    const { page, perPage } = query.paging;
    const skip = Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER);
    const asked = `${source.model.collection.collectionName} ${JSON.stringify(filter)}`;
    const counting = totalOf(source, query, { filter, asked }, access, isWhole);
    const rowsKey = `rows ${JSON.stringify([keys, skip, perPage])} ${asked}`;
    const near = skip < farSkip ? source.shared(rowsKey, () => rowsOf([], keys, skip, perPage)) : null;
    const [total, nearRows] = await Promise.all([counting, near]);
    const rows = nearRows ?? (await farRows(rowsOf, keys, total, skip, perPage));
    const data = rows.map((row) => source.render(row));
    const place = { page, perPage, total: total.count, totalAsOf: total.asOf, count: data.length };
    return { kind: 'page', body: { data, ...laravelPage({ ...links, ...place }) } };
  }

  const { perPage } = query.paging;
  const at = query.paging.cursor === null ? null : decodeCursor(query.paging.cursor, keys.length);
  const order = at?.pointsToNext === false ? reversed(keys) : keys;
  const found = await rowsOf(at ? [rowsAfter(order, at.values)] : [], order, 0, perPage + 1).catch(
    refuseForeignCursor,
  );
  const { rows, ...cursors } = rowsAtCursor(found, { at, perPage }, (row) => valuesOf(row as Row, keys));
  const data = rows.map((row) => source.render(row));
  return { kind: 'page', body: { data, ...cursorPage({ ...links, perPage, ...cursors }) } };
}

/** Whether this asks for a page of what a term finds, by id, and for nothing else. */
export function isPageOfMatches<Filters>(query: ListQuery<Filters>): boolean {
  const [first] = query.sort;
  const isById = !first || first.field === 'id';
  return query.search !== null && query.paging.kind !== 'all' && isById && askedFilters(query).length === 0;
}

/** Exact whatever its size for everything or one filter; else exact up to ten thousand (contract.md section 2). */
async function totalOf<D, Filters>(
  source: ListSource<D, Filters>,
  query: ListQuery<Filters>,
  { filter, asked: key }: { filter: MongoFilter; asked: string },
  access: ListAccess,
  isWhole: boolean,
): Promise<Total> {
  const known = isWhole ? source.knownTotal?.(query) : null;
  if (known) return { count: await source.shared(`total ${key}`, known), asOf: null };
  const { search } = query;
  const asked = askedFilters(query).length;
  const count: Count = (limit) =>
    source.model.countDocuments(filter, {
      ...(limit !== null && { limit }),
      ...(access.hint && { hint: access.hint }),
      maxTimeMS: maxTimeMs,
    });
  if (search === null && asked <= 1) return { count: await count(null), asOf: null };
  const matches = isWhole && asked === 0 && search !== null ? source.countMatches?.(search) : undefined;
  return source.totals.total(key, matches ?? count);
}

/** A page far down a list, from the end of the list when that is nearer and its total is exact. */
async function farRows<D>(
  rowsOf: (more: MongoFilter[], order: SortKey[], skip: number, limit: number) => Promise<D[]>,
  keys: SortKey[],
  total: Total,
  skip: number,
  limit: number,
): Promise<D[]> {
  const after = total.count - skip - limit;
  if (total.count <= skip) return [];
  if (total.asOf !== null || after > skip) return rowsOf([], keys, skip, limit);
  const rows = await rowsOf([], reversed(keys), Math.max(after, 0), Math.min(limit, limit + after));
  return rows.reverse();
}

function reversed(keys: readonly SortKey[]): SortKey[] {
  return keys.map((key) => ({ ...key, descending: !key.descending }));
}

/** Filters are validated; only a cursor that nobody was given can hold a value of another kind than its field. */
function refuseForeignCursor(error: unknown): never {
  if (error instanceof mongoose.Error.CastError) throw invalid({ field: 'cursor', rule: 'cursor' });
  throw error;
}

function listFilter<D, Filters>(
  source: ListSource<D, Filters>,
  { query }: ReadRequest<unknown, Filters>,
  scope: MongoFilter,
  more: MongoFilter,
): MongoFilter {
  const read = source.filters as Readonly<Record<string, (value: unknown) => MongoFilter>>;
  const filters = askedFilters(query).map(([name, value]) => read[name]?.(value) ?? {});
  const search = query.search === null ? [] : [matchesSearch(query.search)];
  return { $and: [scope, more, ...filters, ...search] };
}

function askedFilters<Filters>({ filters }: ListQuery<Filters>): [name: string, value: unknown][] {
  return Object.entries(filters as Record<string, unknown>).filter(([, value]) => (value ?? null) !== null);
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

function valuesOf(row: Row, keys: SortKey[]): ListCursor['values'] {
  return keys.map((key) => {
    const value = key.field
      .split('.')
      .reduce<unknown>((inner, part) => (inner as Row | undefined)?.[part], row);
    return (value ?? null) as ListCursor['values'][number];
  });
}

async function* mapRows<D>(rows: AsyncIterable<D>, render: (row: D) => unknown): AsyncGenerator {
  for await (const row of rows) yield render(row);
}
