import type { LocalTimeOf } from '#shared/contracts/kit/local-moments.ts';
import type { Snapshot } from '#shared/platform/mongo/snapshot.ts';
import { addMoves, cellId, type Cell, type Cells, type FigureName } from '../cells.ts';
import type { OrderMove } from '../order-moves.ts';
import { daysOf, type StatisticsRange } from '../range.ts';
import { summedGroups, type CellsAsked, type KindGroup, type StatisticsQuery } from '../statistics-query.ts';
import type { RowPart } from '../statistics-rows.ts';
import { cellsIn, daysBetween } from './statistics-model.ts';

type Days = NonNullable<StatisticsRange['days']>;

/** The query lists up to this number of cell ids. For more cells, the query reads the cells of all keys of these days. */
const mostNamed = 5000;

/** Large enough for a year of days, so that MongoDB returns them in one batch. */
const rowsAtOnce = 4000;

type Sums = Record<string, bigint | number> & { _id: string | number | null; name?: string; day?: string };

export async function sumCells(
  { db, session }: Snapshot,
  query: StatisticsQuery,
  { asked, days }: { asked: CellsAsked; days: Days },
): Promise<RowPart[]> {
  const groups = summedGroups(query, asked);
  const names = { name: { $last: '$name' }, day: { $last: '$day' } };
  const found = await cellsIn(db)
    .aggregate<Sums>(
      [
        { $match: matching(asked, days) },
        ...(query.by === 'city' ? [{ $sort: { _id: 1 } }] : []),
        {
          $group: {
            _id: groupedBy(query),
            ...(query.by === 'city' && names),
            ...accumulators(query, groups),
          },
        },
      ],
      { session, useBigInt64: true, batchSize: rowsAtOnce },
    )
    .toArray();
  return found.flatMap((sums) => groups.map((group, index) => partOf(sums, group, index)));
}

function matching({ of, keys }: CellsAsked, days: Days): object {
  const named = keys && daysBetweenList(days, Math.floor(mostNamed / keys.length));
  if (keys && named) {
    return { _id: { $in: named.flatMap((day) => keys.map((key) => cellId(of, day, key))) } };
  }
  return { _id: daysBetween(of, days.from, days.until), ...(keys && { key: { $in: keys } }) };
}

/** Returns null if there are more than `most` days. */
function daysBetweenList({ from, until }: Days, most: number): string[] | null {
  const span = { from: `${from}T00:00:00.000Z`, until: `${until}T00:00:00.000Z` };
  const days = daysOf(span, 'UTC', most);
  return days.length > most ? null : days;
}

function groupedBy({ by }: Pick<StatisticsQuery, 'by'>): unknown {
  if (by === 'day') return '$day';
  if (by === 'month') return { $substrBytes: ['$day', 0, 7] };
  return by === 'status' || by === 'payment_method' ? null : '$key';
}

function measured({ by }: Pick<StatisticsQuery, 'by'>): { items: FigureName; total: FigureName } {
  return by === 'product' ? { items: 'line_items', total: 'line_total' } : { items: 'items', total: 'total' };
}

function accumulators(query: StatisticsQuery, groups: readonly KindGroup[]): Record<string, object> {
  const { items, total } = measured(query);
  const sum = (name: FigureName, kinds: readonly string[]) => ({
    $sum: { $sum: [0, ...kinds.map((kind) => `$${name}.${kind}`)] },
  });
  return Object.fromEntries(
    groups.flatMap(({ all, live }, index) => [
      [`orders${index}`, sum('orders', all)],
      [`live${index}`, sum('orders', live)],
      [`items${index}`, sum(items, live)],
      [`total${index}`, sum(total, live)],
    ]),
  );
}

function partOf(sums: Sums, { key }: KindGroup, index: number): RowPart {
  const figure = (name: string) => BigInt(sums[`${name}${index}`] ?? 0);
  return {
    key: key ?? String(sums._id),
    orders: figure('orders'),
    live_orders: figure('live'),
    items: figure('items'),
    total: figure('total'),
    ...(sums.name !== undefined && { named: { as: sums.name, at: sums.day ?? '' } }),
  };
}

/** Like `sumCells`, but for changes that are logged and not counted yet. */
export function sumMoves(
  moves: readonly OrderMove[],
  query: StatisticsQuery,
  { asked, days, timeOf }: { asked: CellsAsked; days: Days; timeOf: LocalTimeOf },
): RowPart[] {
  const cells: Cells = new Map();
  addMoves(cells, moves, timeOf);
  const isAsked = ({ of, day, key }: Cell) =>
    of === asked.of && day >= days.from && day < days.until && (asked.keys?.includes(key) ?? true);
  return [...cells.values()]
    .filter(isAsked)
    .flatMap((cell) => partsOfCell(cell, query, summedGroups(query, asked)));
}

function partsOfCell(cell: Cell, query: StatisticsQuery, groups: readonly KindGroup[]): RowPart[] {
  const { items, total } = measured(query);
  return groups.map(({ key, all, live }) => {
    const sum = (name: FigureName, kinds: readonly string[]) =>
      kinds.reduce((figure, kind) => figure + (cell.kinds.get(kind)?.[name] ?? 0n), 0n);
    return {
      key: key ?? keyOfCell(cell, query),
      orders: sum('orders', all),
      live_orders: sum('orders', live),
      items: sum(items, live),
      total: sum(total, live),
      ...(cell.name !== undefined && query.by === 'city' && { named: { as: cell.name, at: cell.day } }),
    };
  });
}

function keyOfCell({ day, key }: Cell, { by }: Pick<StatisticsQuery, 'by'>): string {
  if (by === 'day') return day;
  return by === 'month' ? day.slice(0, 7) : String(key);
}
