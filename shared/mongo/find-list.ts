import mongoose from 'mongoose';
import type { ReadRequest } from '../contracts/define.ts';
import { decodeCursor, rowsAtCursor } from '../contracts/list-cursor.ts';
import type { ListCursor } from '../contracts/list-cursor.ts';
import type { ListQuery, Paging, SortKey } from '../contracts/list-query.ts';
import { invalid } from '../errors.ts';
import type { ListAnswer } from '../http/read-answer.ts';
import { cursorPage, laravelPage } from '../http/laravel-page.ts';
import { rowsAfter } from './list-cursor.ts';
import type { MongoFilter } from './list-filters.ts';
import { farSkip, listRows, maxTimeMs, reversed } from './list-rows.ts';
import type { ListRows } from './list-rows.ts';
import { askedFilters } from './list-source.ts';
import type { ListSource } from './list-source.ts';
import type { Count, Total } from './list-total.ts';

type Row = Record<string, unknown>;

/**
 * Answers a list request: all rows streamed from the database cursor, one numbered page with its total, or one
 * cursor page. `scope` narrows to what the caller may see; nothing in the request widens it.
 */
export async function findList<D, Filters>(
  source: ListSource<D, Filters>,
  request: ReadRequest<unknown, Filters>,
  scope: MongoFilter = {},
): Promise<ListAnswer> {
  const { query, url: baseUrl, parameters } = request;
  const rows = listRows(source, request, scope);
  const links = { baseUrl, query: parameters };
  const { paging } = query;
  switch (paging.kind) {
    case 'all':
      return { kind: 'stream', rows: rendered(rows.all(), source.render) };
    case 'pages': {
      const { page, perPage } = paging;
      const { found, total } = await numberedPage(source, query, rows, paging);
      const data = found.map((row) => source.render(row));
      const place = { page, perPage, total: total.count, totalAsOf: total.asOf, count: data.length };
      return { kind: 'page', body: { data, ...laravelPage({ ...links, ...place }) } };
    }
    case 'cursor': {
      const { perPage } = paging;
      const { found, ...cursors } = await pageAtCursor(rows, paging);
      const data = found.map((row) => source.render(row));
      return { kind: 'page', body: { data, ...cursorPage({ ...links, perPage, ...cursors }) } };
    }
  }
}

type PagingBy<Kind> = Extract<Paging, { kind: Kind }>;

/** A page and the total of all, asked for side by side; near pages are shared by those who ask meanwhile. */
async function numberedPage<D, Filters>(
  source: ListSource<D, Filters>,
  query: ListQuery<Filters>,
  rows: ListRows<D>,
  { page, perPage }: PagingBy<'pages'>,
): Promise<{ found: D[]; total: Total }> {
  const skip = Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER);
  const asked = `${source.model.collection.collectionName} ${JSON.stringify(rows.filter)}`;
  const counting = totalOf(source, query, rows, asked);
  const rowsKey = `rows ${JSON.stringify([rows.keys, skip, perPage])} ${asked}`;
  const nearRows = () => rows.some({ order: rows.keys, skip, limit: perPage });
  const near = skip < farSkip ? source.shared(rowsKey, nearRows) : null;
  const [total, found] = await Promise.all([counting, near]);
  return { found: found ?? (await farRows(rows, total, skip, perPage)), total };
}

/** The page at a cursor, with the cursors of its neighbours; the first when there is no cursor. */
async function pageAtCursor<D>(rows: ListRows<D>, { cursor, perPage }: PagingBy<'cursor'>) {
  const { keys } = rows;
  const at = cursor === null ? null : decodeCursor(cursor, keys.length);
  const order = at?.pointsToNext === false ? reversed(keys) : keys;
  const more = at ? [rowsAfter(order, at.values)] : [];
  const read = await rows.some({ more, order, skip: 0, limit: perPage + 1 }).catch(refuseForeignCursor);
  const { rows: found, ...cursors } = rowsAtCursor(read, { at, perPage }, (row) =>
    valuesOf(row as Row, keys),
  );
  return { found, ...cursors };
}

/** Exact whatever its size for everything or one filter; else exact up to ten thousand (contract.md section 2). */
async function totalOf<D, Filters>(
  source: ListSource<D, Filters>,
  query: ListQuery<Filters>,
  { filter, hint, isWhole }: ListRows<D>,
  key: string,
): Promise<Total> {
  const known = isWhole ? source.knownTotal?.(query) : null;
  if (known) return { count: await source.shared(`total ${key}`, known), asOf: null };
  const { search } = query;
  const asked = askedFilters(query).length;
  const count: Count = (limit) =>
    source.model.countDocuments(filter, {
      ...(limit !== null && { limit }),
      ...(hint && { hint }),
      maxTimeMS: maxTimeMs,
    });
  if (search === null && asked <= 1) return { count: await count(null), asOf: null };
  const matches = isWhole && asked === 0 && search !== null ? source.countMatches?.(search) : undefined;
  return source.totals.total(key, matches ?? count);
}

/** A page far down a list, from the end of the list when that is nearer and its total is exact. */
async function farRows<D>(rows: ListRows<D>, total: Total, skip: number, limit: number): Promise<D[]> {
  const after = total.count - skip - limit;
  if (total.count <= skip) return [];
  if (total.asOf !== null || after > skip) return rows.some({ order: rows.keys, skip, limit });
  const order = reversed(rows.keys);
  const found = await rows.some({ order, skip: Math.max(after, 0), limit: Math.min(limit, limit + after) });
  return found.reverse();
}

/** Filters are validated; only a cursor that nobody was given can hold a value of another kind than its field. */
function refuseForeignCursor(error: unknown): never {
  if (error instanceof mongoose.Error.CastError) throw invalid({ field: 'cursor', rule: 'cursor' });
  throw error;
}

function valuesOf(row: Row, keys: SortKey[]): ListCursor['values'] {
  return keys.map((key) => {
    const value = key.field
      .split('.')
      .reduce<unknown>((inner, part) => (inner as Row | undefined)?.[part], row);
    return (value ?? null) as ListCursor['values'][number];
  });
}

async function* rendered<D>(rows: AsyncIterable<D>, render: (row: D) => unknown): AsyncGenerator {
  for await (const row of rows) yield render(row);
}
