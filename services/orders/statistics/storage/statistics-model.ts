import mongoose, { type mongo } from 'mongoose';
import { changesIn, cellId, type Cells, type CellsOf, type FigureName } from '../cells.ts';

/** Counts of orders per day in the shop's time zone, and the state of counting. Documents are looked up only by `_id`. */
const statisticsCollection = 'order_statistics';

/**
 * The figures of one cell, keyed by status and payment method: `orders['pending:1']` is the number of pending orders with payment
 * method 1. Cells of whole days also have sums over all payment methods: `orders.all` (all statuses) and `orders.live` (all
 * statuses but rejected, cancelled and returned).
 */
interface StatisticsCell extends Partial<Record<FigureName, Record<string, mongo.Long | number>>> {
  /** `products/2026-11-27/12` */
  _id: string;
  day: string;
  key: number | string;
  name?: string;
}

export interface StatisticsState {
  _id: typeof stateId;
  /** The format of the documents. When it changes, counting starts over. */
  format: number;
  /** Rises when a process takes over the counting. The previous process can then no longer commit its work. */
  term: number;
  /** All events up to this position are counted. */
  position: number;
  /** Ids of counted entries that do not have a position yet. */
  ahead: mongo.ObjectId[];
  /** The epoch of the log to which the positions belong: a random id that changes with each restore. */
  epoch: string;
  /** The time zone of the days, and the decimals of the amounts. */
  zone: string;
  decimals: number;
  /** All existing orders up to this id are counted. Null: all orders are counted. */
  up_to: number | null;
  /** The commit time of the newest counted entry. Until an entry is counted, the time at which counting began. */
  at: string;
  /** The reason why counting must start over. Absent otherwise. */
  recount?: string;
}

export const stateId = 'state';
/** Format 2 added the sums over all statuses and payment methods to the cells of days. */
export const statisticsFormat = 2;

type Source = Pick<mongo.Db, 'collection'>;

export function cellsIn(db: Source): mongo.Collection<StatisticsCell> {
  return db.collection<StatisticsCell>(statisticsCollection);
}

export function statesIn(db: Source): mongo.Collection<StatisticsState> {
  return db.collection<StatisticsState>(statisticsCollection);
}

/** The range of the ids of these days' cells. `until` is exclusive. */
export function daysBetween(of: CellsOf, from: string, until: string): { $gte: string; $lt: string } {
  return { $gte: `${of}/${from}`, $lt: `${of}/${until}` };
}

const { Long } = mongoose.mongo;

export function cellOperations(cells: Cells): mongo.AnyBulkWriteOperation<StatisticsCell>[] {
  return [...cells.values()].flatMap((cell) => {
    const changes = changesIn(cell);
    if (changes.length === 0 && cell.name === undefined) return [];
    const by = changes.map(([name, kind, figure]) => [`${name}.${kind}`, Long.fromBigInt(figure)]);
    const update = {
      ...(by.length > 0 && { $inc: Object.fromEntries(by) as Record<string, mongo.Long> }),
      ...(cell.name !== undefined && { $set: { name: cell.name } }),
      $setOnInsert: { day: cell.day, key: cell.key },
    };
    const filter = { _id: cellId(cell.of, cell.day, cell.key) };
    return [{ updateOne: { filter, update: update as never, upsert: true } }];
  });
}
