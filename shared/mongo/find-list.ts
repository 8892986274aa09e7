import mongoose from 'mongoose';
import type { Model } from 'mongoose';
import type { ReadRequest } from '../contracts/define.ts';
import { decodeCursor, encodeCursor } from '../contracts/list-cursor.ts';
import type { ListCursor } from '../contracts/list-cursor.ts';
import type { SortKey } from '../contracts/list-query.ts';
import { invalid } from '../errors.ts';
import type { ListAnswer } from '../http/read-answer.ts';
import { cursorPage, laravelPage } from '../http/laravel-page.ts';
import { rowsAfter } from './list-cursor.ts';
import { matchesSearch } from './list-filters.ts';
import type { MongoFilter } from './list-filters.ts';

type Row = Record<string, unknown>;

/** How one resource is listed from its collection. */
export interface ListSource<D, Filters> {
  model: Model<D>;
  filters: { readonly [Name in keyof Filters]-?: (value: NonNullable<Filters[Name]>) => MongoFilter };
  /** Paths of sortable fields that are stored under another name. */
  sortPaths?: Readonly<Record<string, string>>;
  render: (document: D) => unknown;
}

const maxTimeMs = 30_000;
const rowsAtOnce = 1000;

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
  const filter = listFilter(source, request, scope);
  const keys = sortKeys(source, query.sort);
  const find = (more: MongoFilter[], order: SortKey[]) =>
    source.model
      .find({ $and: [filter, ...more] })
      .sort(order.map((key): [string, 'desc' | 'asc'] => [key.field, key.descending ? 'desc' : 'asc']))
      .maxTimeMS(maxTimeMs)
      .lean();

  if (query.paging.kind === 'all') {
    const cursor = find([], keys).maxTimeMS(0).batchSize(rowsAtOnce).cursor();
    return { kind: 'stream', rows: mapRows(cursor as AsyncIterable<D>, source.render) };
  }

  const links = { baseUrl: request.url, query: request.parameters };
  if (query.paging.kind === 'pages') {
    const { page, perPage } = query.paging;
    const [total, rows] = await Promise.all([
      source.model.countDocuments(filter).maxTimeMS(maxTimeMs),
      find([], keys)
        .skip(Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER))
        .limit(perPage),
    ]);
    const data = rows.map((row) => source.render(row as D));
    return {
      kind: 'page',
      body: { data, ...laravelPage({ ...links, page, perPage, total, count: data.length }) },
    };
  }

  const { perPage } = query.paging;
  const at = query.paging.cursor === null ? null : decodeCursor(query.paging.cursor, keys.length);
  const isBackwards = at?.pointsToNext === false;
  const order = isBackwards ? keys.map((key) => ({ ...key, descending: !key.descending })) : keys;
  const found = await find(at ? [rowsAfter(order, at.values)] : [], order)
    .limit(perPage + 1)
    .catch(refuseForeignCursor);
  const hasMore = found.length > perPage;
  const rows = found.slice(0, perPage) as D[];
  if (isBackwards) rows.reverse();
  const cursorAt = (row: D | undefined, pointsToNext: boolean) =>
    row === undefined ? null : encodeCursor({ values: valuesOf(row as Row, keys), pointsToNext });
  const nextCursor = isBackwards || hasMore ? cursorAt(rows.at(-1), true) : null;
  const prevCursor = (isBackwards ? hasMore : at !== null) ? cursorAt(rows[0], false) : null;
  const body = {
    data: rows.map(source.render),
    ...cursorPage({ ...links, perPage, nextCursor, prevCursor }),
  };
  return { kind: 'page', body };
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
): MongoFilter {
  const read = source.filters as Readonly<Record<string, (value: unknown) => MongoFilter>>;
  const filters = Object.entries(query.filters as Record<string, unknown>).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [read[name]?.(value) ?? {}],
  );
  const search = query.search === null ? [] : [matchesSearch(query.search)];
  return { $and: [scope, ...filters, ...search] };
}

/** The caller's order, made total by the id; newest first when nothing is asked. */
function sortKeys<D, Filters>(source: ListSource<D, Filters>, asked: SortKey[]): SortKey[] {
  const keys = asked.map((key) => ({ ...key, field: path(source, key.field) }));
  const distinct = keys.filter(
    (key, index) => keys.findIndex((other) => other.field === key.field) === index,
  );
  const id = distinct.findIndex((key) => key.field === '_id');
  if (id >= 0) return distinct.slice(0, id + 1);
  return [...distinct, { field: '_id', descending: distinct.at(-1)?.descending ?? true }];
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
