import { states } from '#shared/contracts/endpoints/order-states.ts';
import { foldText } from '#shared/contracts/kit/fold-text.ts';
import type { LocalTimeOf } from '#shared/contracts/kit/local-moments.ts';
import { countedKind } from '../records/counted-kind.ts';
import type { CountedOrder } from './counted-order.ts';
import type { OrderMove } from './order-moves.ts';

/** Statistics sum up each day's orders by these dimensions. Each sum is stored in a document of its own, called a cell. */
export const kindsOfCells = ['days', 'hours', 'products', 'cities'] as const;
export type CellsOf = (typeof kindsOfCells)[number];

/**
 * `orders` is the number of orders, `items` their units, and `total` the sum of their totals in minor units. For a product,
 * `line_items` and `line_total` cover only the product's own lines.
 */
export const figureNames = ['orders', 'items', 'total', 'line_items', 'line_total'] as const;
export type FigureName = (typeof figureNames)[number];
type Figures = Record<FigureName, bigint>;

/** The sums over a day's orders, or over those of one hour, product or city on that day. Grouped by status and payment method. */
export interface Cell {
  of: CellsOf;
  day: string;
  /** The hour, the product's id, or the case-folded city. 0 for a day. */
  key: number | string;
  /** The latest spelling of a city's name. Other cells have no name. */
  name?: string;
  /** The figures by status and payment method's number (`pending:1`). The cell of a day also has the sums `all` and `live`. */
  kinds: Map<string, Figures>;
}

export type Cells = Map<string, Cell>;

/**
 * Under these keys, a day's cell has the sums over all payment methods: of all statuses, and of live statuses (all but rejected,
 * cancelled and returned).
 */
export const allKinds = 'all';
export const liveKinds = 'live';

/** The id of a cell, such as `products/2026-11-27/12`. */
export function cellId(of: CellsOf, day: string, key: number | string): string {
  return `${of}/${day}/${key}`;
}

export function foldCity(city: string): string {
  return foldText(city).trim();
}

function noFigures(): Figures {
  return { orders: 0n, items: 0n, total: 0n, line_items: 0n, line_total: 0n };
}

/**
 * Applies changes of orders: subtracts each order's former values and adds its new ones. If an order is new in a city, the cell
 * gets the order's spelling of the city.
 */
export function addMoves(
  cells: Cells,
  moves: readonly Pick<OrderMove, 'was' | 'is'>[],
  timeOf: LocalTimeOf,
): void {
  for (const { was, is } of moves) {
    if (was) addOrder(cells, was, { by: -1n, names: false }, timeOf);
    if (is) addOrder(cells, is, { by: 1n, names: was?.city !== is.city }, timeOf);
  }
}

function addOrder(
  cells: Cells,
  order: CountedOrder,
  { by, names }: { by: 1n | -1n; names: boolean },
  timeOf: LocalTimeOf,
): void {
  const { day, hour } = timeOf(order.created_at);
  const kind = countedKind(order);
  const units = order.items.reduce((sum, { amount }) => sum + amount, 0);
  const whole = { orders: by, items: by * BigInt(units), total: by * BigInt(order.total) };
  const add = (cell: Omit<Cell, 'kinds'>, more: Partial<Figures> = {}) =>
    addFigures(cellIn(cells, cell), kind, { ...whole, ...more });
  const ofDay = { of: 'days', day, key: 0 } as const;
  add(ofDay);
  // With these sums, a query reads one figure for each day instead of one for each status and payment method.
  addFigures(cellIn(cells, ofDay), allKinds, whole);
  if (states[order.status].isLive) addFigures(cellIn(cells, ofDay), liveKinds, whole);
  add({ of: 'hours', day, key: hour });
  const city = foldCity(order.city);
  add({ of: 'cities', day, key: city, ...(names && { name: order.city }) });
  for (const [product, lines] of Map.groupBy(order.items, ({ product_id }) => product_id)) {
    const sum = (of: (line: CountedOrder['items'][number]) => number) =>
      lines.reduce((all, line) => all + by * BigInt(of(line)), 0n);
    const own = { line_items: sum(({ amount }) => amount), line_total: sum(({ total }) => total) };
    add({ of: 'products', day, key: product }, own);
  }
}

function cellIn(cells: Cells, { name, ...place }: Omit<Cell, 'kinds'>): Cell {
  const id = cellId(place.of, place.day, place.key);
  const cell = cells.get(id) ?? { ...place, kinds: new Map<string, Figures>() };
  if (name !== undefined) cell.name = name;
  cells.set(id, cell);
  return cell;
}

function addFigures(cell: Cell, kind: string, more: Partial<Figures>): void {
  const figures = cell.kinds.get(kind) ?? noFigures();
  for (const name of figureNames) figures[name] += more[name] ?? 0n;
  cell.kinds.set(kind, figures);
}

/** Leaves out figures whose changes add up to 0, for example if no counted field of an order changed. */
export function changesIn(cell: Cell): [name: FigureName, kind: string, by: bigint][] {
  return [...cell.kinds].flatMap(([kind, figures]) =>
    figureNames.flatMap((name) =>
      figures[name] === 0n ? [] : [[name, kind, figures[name]] as [FigureName, string, bigint]],
    ),
  );
}
