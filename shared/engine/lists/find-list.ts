import mongoose from 'mongoose';
import type { ReadRequest } from '../../contracts/kit/define.ts';
import type { ExportRows } from '../../contracts/kit/exports.ts';
import type { Paging, SortKey } from '../../contracts/kit/list-query.ts';
import { invalid } from '../../contracts/errors.ts';
import { isTimeExceeded } from '../../platform/mongo/faults.ts';
import { type MongoFilter, operator } from '../../platform/mongo/operator.ts';
import { createSlots } from '../../platform/process/slots.ts';
import { decodeCursor, rowsAtCursor, type ListCursor } from './cursor.ts';
import { cursorPage, laravelPage, type CursorInput } from './laravel-page.ts';
import { planList, type ListPlan } from './plan.ts';
import { allRows, countRows, farRows, farSkip, reversed, someRows } from './rows.ts';
import { maxTimeMs, type Identified, type ListSource } from './source.ts';
import { createTotals, type CoalesceReads, type TotalOf } from './totals.ts';
import { createTurns } from './whole-list.ts';
import { renderRow, type ReportUnreadable } from './unreadable-record.ts';

export type ListAnswer =
  | { kind: 'page'; body: { data: unknown[] } }
  | {
      kind: 'stream';
      rows: AsyncIterable<unknown>;
      /** The number of rows, counted before they are read. The count may stop at any number above `most`. */
      count: (rows: ExportRows, most: number) => Promise<number>;
      /** Call this when the client has disconnected. Reading then ends at once, even while the database searches for rows. */
      leave: () => void;
    };

const longestKey = 10_000;

/**
 * Responds to a list request with all rows (streamed from the database cursor), one numbered page with its total, or one cursor
 * page. `scope` restricts the response to rows that the caller may see. The request cannot change the scope.
 */
export type FindList = <D extends Identified, Filters>(
  source: ListSource<D, Filters>,
  request: ReadRequest<unknown, Filters>,
  scope?: MongoFilter,
) => Promise<ListAnswer>;

export function createFindList(unreadable: ReportUnreadable): FindList {
  const coalesce = createReadCoalescer();
  const totalOf = createTotals(coalesce);
  const turn = createTurns();

  return async (source, request, scope = {}) => {
    const { paging } = request.query;
    const plan = await planList(source, request.query, scope, { mayPick: paging.kind !== 'all' });
    const where = { collection: source.model.collection.collectionName, unreadable };
    const render = (row: Parameters<typeof source.render>[0]) =>
      renderRow(row, (shown) => source.render(shown, request), where);
    if (paging.kind === 'all') {
      const count = (rows: ExportRows, most: number) => countRows(plan, rows, most).catch(refuseLongCount);
      const left = new AbortController();
      const all = rendered(allRows(plan, turn, left.signal), render);
      return { kind: 'stream', rows: all, count, leave: () => left.abort() };
    }
    const links = { baseUrl: request.url, query: request.parameters };
    const { rows, ...place } =
      paging.kind === 'pages'
        ? await numberedPage(plan, { ...paging, ...links }, { totalOf, coalesce })
        : await pageAtCursor(plan, { ...paging, ...links });
    return { kind: 'page', body: { data: rows.map(render), ...place } };
  };
}

type PageAsked<Kind> = Extract<Paging, { kind: Kind }> & Pick<CursorInput, 'baseUrl' | 'query'>;

/** A page with the total. If the page is near the start, concurrent requests share one read. */
async function numberedPage<D extends Identified>(
  plan: ListPlan<D>,
  asked: PageAsked<'pages'>,
  { totalOf, coalesce }: { totalOf: TotalOf; coalesce: CoalesceReads },
) {
  const { page, perPage: limit } = asked;
  const { order } = plan;
  const skip = Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER);
  const { collectionName } = plan.model.collection;
  const near = async () => {
    const read = () => someRows(plan, { after: null, order, skip, limit });
    const filter = JSON.stringify(plan.filter);
    // A filter of this length contains a list of ids. Concurrent requests hardly ever have the same ids, so they share no read.
    if (filter.length > longestKey) return read();
    const key = `${JSON.stringify([order, skip, limit])} ${collectionName} ${plan.asked} ${filter}`;
    return coalesce(`rows ${key}`, read);
  };
  const [total, nearRows] = await Promise.all([
    totalOf(`${collectionName} ${plan.asked}`, plan.total).catch(refuseLongCount),
    skip < farSkip ? near() : null,
  ]);
  const rows = nearRows ?? (await farRows(plan, total, { skip, limit }));
  return {
    rows,
    ...laravelPage({ ...asked, total: total.count, totalAsOf: total.asOf, count: rows.length }),
  };
}

async function pageAtCursor<D extends Identified>(plan: ListPlan<D>, asked: PageAsked<'cursor'>) {
  const { cursor, perPage } = asked;
  const at = cursor === null ? null : decodeCursor(cursor, plan.order.length);
  const order = at?.pointsToNext === false ? reversed(plan.order) : plan.order;
  const after = at && rowsAfter(order, at.values);
  const found = await someRows(plan, { after, order, skip: 0, limit: perPage + 1 }).catch(
    refuseForeignCursor,
  );
  const { rows, ...cursors } = rowsAtCursor(found, { at, perPage }, (row) => valuesOf(row, plan.order));
  return { rows, ...cursorPage({ ...asked, ...cursors }) };
}

/** Turns a timeout into a 422. The database is not at fault, because the same query would take as long again. */
function refuseLongCount(error: unknown): never {
  if (!isTimeExceeded(error)) throw error;
  throw invalid({ field: 'paginate', rule: 'total_takes_too_long', params: { seconds: maxTimeMs / 1000 } });
}

/** Turns a cast error into a 422: filters were validated, so only a forged cursor can have a value of a wrong type. */
function refuseForeignCursor(error: unknown): never {
  if (error instanceof mongoose.Error.CastError) throw invalid({ field: 'cursor', rule: 'cursor' });
  throw error;
}

function valuesOf(row: unknown, order: readonly SortKey[]): ListCursor['values'] {
  return order.map(({ field }) => {
    const value = field
      .split('.')
      .reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], row);
    return (value ?? null) as ListCursor['values'][number];
  });
}

async function* rendered<D>(rows: AsyncIterable<D>, render: (row: D) => unknown): AsyncGenerator {
  for await (const row of rows) yield render(row);
}

/** Rows strictly after these values in the order of `keys`. Null sorts before everything, as in MongoDB. */
export function rowsAfter(keys: readonly SortKey[], values: ListCursor['values']): MongoFilter {
  const [only] = keys;
  if (only && keys.length === 1) return beyond(only, values[0] ?? null);
  const branches = keys.map((key, index) => {
    const equal = keys.slice(0, index).map((other, i) => ({ [other.field]: values[i] }));
    return { $and: [...equal, beyond(key, values[index] ?? null)] };
  });
  return { $or: branches };
}

function beyond({ field, descending }: SortKey, value: ListCursor['values'][number]): MongoFilter {
  if (value === null) return { [field]: operator(descending ? { $in: [] } : { $ne: null }) };
  if (!descending) return { [field]: operator({ $gt: value }) };
  if (field === '_id') return { _id: operator({ $lt: value }) };
  return { $or: [{ [field]: operator({ $lt: value }) }, { [field]: null }] };
}

/**
 * Callers with the same key share one read. While a read runs, new callers wait for the next one, so that it includes their own
 * writes. (With `lru-cache`, they would get the running read.) Nothing is cached. Callers share results and must not change them.
 */
export function createReadCoalescer(): CoalesceReads {
  const slots = createSlots({ size: Infinity, share: 1 });
  /** For each key, the next read, which has not begun yet. */
  const next = new Map<string, Promise<unknown>>();

  return <Found>(key: string, read: () => Promise<Found>) => {
    const run = async (): Promise<Found> => {
      const { held, leave } = slots.enter(key);
      await held;
      next.delete(key);
      return read().finally(leave);
    };
    const found = next.get(key) ?? run();
    next.set(key, found);
    return found as Promise<Found>;
  };
}
