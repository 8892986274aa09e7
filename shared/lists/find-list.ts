import mongoose from 'mongoose';
import type { ReadRequest } from '../contracts/schema-kit/define.ts';
import { decodeCursor, rowsAtCursor } from '../contracts/schema-kit/list-cursor.ts';
import type { ListCursor } from '../contracts/schema-kit/list-cursor.ts';
import type { ListQuery, Paging, SortKey } from '../contracts/schema-kit/list-query.ts';
import { invalid } from '../errors.ts';
import { cursorPage, laravelPage } from './laravel-page.ts';
import type { CursorInput } from './laravel-page.ts';
import { rowsAfter } from './rows-after-cursor.ts';
import type { MongoFilter } from '../mongo/operator.ts';
import { farSkip, listRows, maxTimeMs, reversed } from './list-rows.ts';
import type { ListRows } from './list-rows.ts';
import { askedFilters } from './list-source.ts';
import type { ListSource } from './list-source.ts';
import type { Count, Total } from './list-total.ts';

type Row = Record<string, unknown>;

/** One page with its links, or every row as it is read. */
export type ListAnswer = { kind: 'page'; body: unknown } | { kind: 'stream'; rows: AsyncIterable<unknown> };

/**
 * Answers a list request: all rows streamed from the database cursor, one numbered page with its total, or one
 * cursor page. `scope` narrows to what the caller may see; nothing in the request widens it.
 */
export async function findList<D, Filters>(
  source: ListSource<D, Filters>,
  request: ReadRequest<unknown, Filters>,
  scope: MongoFilter = {},
): Promise<ListAnswer> {
  const { paging } = request.query;
  const rows = listRows(source, request, scope);
  if (paging.kind === 'all') return { kind: 'stream', rows: rendered(rows.all(), source.render) };
  const links = { baseUrl: request.url, query: request.parameters };
  const { found, ...place } =
    paging.kind === 'pages'
      ? await numberedPage(source, request.query, rows, { ...paging, ...links })
      : await pageAtCursor(rows, { ...paging, ...links });
  return { kind: 'page', body: { data: found.map((row) => source.render(row)), ...place } };
}

type PageAsked<Kind> = Extract<Paging, { kind: Kind }> & Pick<CursorInput, 'baseUrl' | 'query'>;

/** A page and the total of all, asked for side by side; near pages are shared by those who ask meanwhile. */
async function numberedPage<D, Filters>(
  source: ListSource<D, Filters>,
  query: ListQuery<Filters>,
  rows: ListRows<D>,
  asked: PageAsked<'pages'>,
) {
  const { page, perPage } = asked;
  const skip = Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER);
  const key = `${source.model.collection.collectionName} ${JSON.stringify(rows.filter)}`;
  const counting = totalOf(source, query, rows, key);
  const rowsKey = `rows ${JSON.stringify([rows.keys, skip, perPage])} ${key}`;
  const nearRows = () => rows.some({ order: rows.keys, skip, limit: perPage });
  const near = skip < farSkip ? source.shared(rowsKey, nearRows) : null;
  const [total, nearFound] = await Promise.all([counting, near]);
  const found = nearFound ?? (await farRows(rows, total, skip, perPage));
  return {
    found,
    ...laravelPage({ ...asked, total: total.count, totalAsOf: total.asOf, count: found.length }),
  };
}

/** The page at a cursor; the first when there is none. */
async function pageAtCursor<D>(rows: ListRows<D>, asked: PageAsked<'cursor'>) {
  const { keys } = rows;
  const { cursor, perPage } = asked;
  const at = cursor === null ? null : decodeCursor(cursor, keys.length);
  const order = at?.pointsToNext === false ? reversed(keys) : keys;
  const more = at ? [rowsAfter(order, at.values)] : [];
  const read = await rows.some({ more, order, skip: 0, limit: perPage + 1 }).catch(refuseForeignCursor);
  const { rows: found, ...cursors } = rowsAtCursor(read, { at, perPage }, (row) =>
    valuesOf(row as Row, keys),
  );
  return { found, ...cursorPage({ ...asked, ...cursors }) };
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
