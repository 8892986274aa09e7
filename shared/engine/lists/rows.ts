import type { ExportRows } from '../../contracts/kit/exports.ts';
import type { SortKey } from '../../contracts/kit/list-query.ts';
import { operator, type MongoFilter } from '../../platform/mongo/operator.ts';
import type { ListPlan } from './plan.ts';
import { maxTimeMs, type Among, type Identified } from './source.ts';
import type { Total } from './totals.ts';
import { storedRows, type TakeTurn } from './whole-list.ts';

/** The part of the sorted rows that remains after skipping `skip` rows, or after a cursor (`after`). */
interface Slice {
  after: MongoFilter | null;
  order: readonly SortKey[];
  skip: number;
  limit: number;
}

/**
 * A page after at least this many rows is far. To find a far page, MongoDB begins at the nearer end of the list and skips index
 * keys, which are smaller than documents. A list with the function `idsAt` may find the ids directly.
 */
export const farSkip = 1000;
/** Below this number of skipped rows, skipping index keys is faster than the list's function `idsAt`, which finds far ids. */
const soonSkipped = 2000;

/** Extra ids, because some records may be deleted after their ids were found. */
const spareIds = 20;
const idsAtOnce = 150;

/** Every row, until the client has disconnected. Alternates with other long responses. */
export function allRows<D>(plan: ListPlan<D>, turn: TakeTurn, left: AbortSignal): AsyncIterable<D> {
  const { model, order, access } = plan;
  const { name: collection } = model.collection;
  const list = { database: model.db, collection, filter: castFilter(plan), order, hint: access.hint };
  return storedRows<D>(list, turn, left);
}

/** The number of order lines in a group of records. A damaged record counts as one line. */
export const linesTogether = { $sum: { $cond: [{ $isArray: '$items' }, { $size: '$items' }, 1] } };

/** The number of rows in an export: of records, or of their lines. The count may stop at any number above `most`. */
export async function countRows<D>(plan: ListPlan<D>, rows: ExportRows, most: number): Promise<number> {
  const { stored, count } = plan.total;
  if (rows === 'records') return (await stored?.()) ?? count(most + 1);
  const [found] = await plan.model
    .aggregate<{ lines: number }>([
      { $match: castFilter(plan) },
      { $group: { _id: null, lines: linesTogether } },
    ])
    .option({ maxTimeMS: maxTimeMs, ...(plan.access.hint && { hint: plan.access.hint }) });
  return found?.lines ?? 0;
}

/** The plan's filter, with values converted to the schema's types. Mongoose converts none in the statements that use it. */
function castFilter<D>({ model, filter }: ListPlan<D>): MongoFilter {
  const query = model.find(filter);
  query.cast(model);
  return query.getFilter();
}

export async function someRows<D extends Identified>(plan: ListPlan<D>, slice: Slice): Promise<D[]> {
  const { search, access } = plan;
  if (search) {
    const descending = slice.order[0]?.descending === true;
    return rowsOfIds(plan, () => search.page(search.term, { ...slice, descending }));
  }
  const { among, ids } = plan;
  if (among) return rowsOfIds(plan, () => idsAmong(plan, among, slice));
  if (ids && slice.after === null && slice.order[0]?.field === '_id') return rowsNear(plan, ids, slice);
  const byKeys = access.keysFirst === true || slice.skip >= farSkip;
  return byKeys ? rowsOfIds(plan, () => idsOf(plan, slice)) : findSlice(plan, slice);
}

/** Reads from the nearer end of the list. If both ends are far and the list has `idsAt`, that function finds the page's ids. */
export async function farRows<D extends Identified>(
  plan: ListPlan<D>,
  total: Total,
  page: Pick<Slice, 'skip' | 'limit'>,
): Promise<D[]> {
  if (total.count <= page.skip) return [];
  const { idsAt } = plan.access;
  const { slice, isReversed } = fromNearerEnd(plan.order, total, page);
  const inOrder = <R>(found: R[]) => (isReversed ? found.reverse() : found);
  if (!idsAt || slice.skip < soonSkipped) return inOrder(await someRows(plan, slice));
  const asked = { ...page, descending: plan.order[0]?.descending === true };
  return rowsOfIds(plan, async () => (await idsAt(asked)) ?? inOrder(await idsOf(plan, slice)));
}

/** The page's place, counted from the nearer end of the list. From the start if the total may be outdated (`asOf`). */
function fromNearerEnd(
  order: readonly SortKey[],
  total: Total,
  { skip, limit }: Pick<Slice, 'skip' | 'limit'>,
): { slice: Slice; isReversed: boolean } {
  const after = total.count - skip - limit;
  const isReversed = total.asOf === null && after <= skip;
  if (!isReversed) return { slice: { after: null, order, skip, limit }, isReversed };
  const page = { skip: Math.max(after, 0), limit: Math.min(limit, limit + after) };
  return { slice: { after: null, order: reversed(order), ...page }, isReversed };
}

export function reversed(order: readonly SortKey[]): SortKey[] {
  return order.map((key) => ({ ...key, descending: !key.descending }));
}

function find<D>(
  { model, filter, access }: ListPlan<D>,
  after: MongoFilter | null,
  order: readonly SortKey[],
) {
  const found = model
    .find(after ? { $and: [filter, after] } : filter)
    .sort(order.map((key): [string, 'desc' | 'asc'] => [key.field, key.descending ? 'desc' : 'asc']))
    .maxTimeMS(maxTimeMs)
    .lean<D[]>();
  return access.hint ? found.hint(access.hint) : found;
}

function findSlice<D>(plan: ListPlan<D>, { after, order, skip, limit }: Slice) {
  return find(plan, after, order).skip(skip).limit(limit);
}

async function idsOf<D extends Identified>(plan: ListPlan<D>, slice: Slice): Promise<number[]> {
  return (await findSlice(plan, slice).select({ _id: 1 })).map(({ _id }) => _id);
}

/** Reads the page by a query that contains only the ids near the page. */
function rowsNear<D>(plan: ListPlan<D>, ids: readonly number[], slice: Slice) {
  const isDescending = slice.order[0]?.descending === true;
  const inOrder = ids.toSorted((a, b) => (isDescending ? b - a : a - b));
  const near = inOrder.slice(slice.skip, slice.skip + slice.limit + spareIds);
  return findSlice({ ...plan, filter: { _id: operator({ $in: near }) } }, { ...slice, skip: 0 });
}

/** Reads the list's ids in batches (`lots`), and keeps those that `among` finds. If these are too few, filters the whole list. */
async function idsAmong<D extends Identified>(
  plan: ListPlan<D>,
  among: Among,
  slice: Slice,
): Promise<number[]> {
  const { after, order, skip, limit } = slice;
  const cursor = find(plan, after, order).select({ _id: 1 }).cursor({ batchSize: idsAtOnce });
  const found: number[] = [];
  try {
    for (const size of among.lots) {
      const ids: number[] = [];
      while (ids.length < size) {
        const next = (await cursor.next()) as Identified | null;
        if (next === null) break;
        ids.push(next._id);
      }
      const meant = new Set(ids.length === 0 ? [] : await among.some(ids));
      found.push(...ids.filter((id) => meant.has(id)));
      if (found.length >= skip + limit || ids.length < size) return found.slice(skip, skip + limit);
    }
  } finally {
    await cursor.close();
  }
  return idsOf({ ...plan, filter: { $and: [plan.filter, await among.all()] } }, slice);
}

async function rowsOfIds<D extends Identified>(
  { model }: ListPlan<D>,
  readIds: () => Promise<number[]>,
): Promise<D[]> {
  for (let look = 1; ; look += 1) {
    const ids = await readIds();
    const filter: MongoFilter = { _id: operator({ $in: ids }) };
    const rows = await model.find(filter).lean<D[]>();
    // If a record was deleted between the two queries, tries again. A short page would look like the last page.
    if (rows.length < ids.length && look < 3) continue;
    const byId = new Map(rows.map((row) => [row._id, row]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }
}
