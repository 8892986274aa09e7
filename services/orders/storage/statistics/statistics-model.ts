import mongoose, { type mongo } from 'mongoose';
import {
  changesIn,
  cellId,
  type Cells,
  type CellsOf,
  type FigureName,
} from '../../rules/statistics/cells.ts';

/** Counts of orders by day of the store's time zone, and the state of counting. They are looked up by `_id` alone. */
export const statisticsCollection = 'order_statistics';

/** Figures of a day's orders by state and payment method: `orders['pending:1']`; cells of days also have `orders.all`, `orders.live`. */
export interface StatisticsCell extends Partial<Record<FigureName, Record<string, mongo.Long | number>>> {
  /** `products/2026-11-27/12` */
  _id: string;
  day: string;
  key: number | string;
  name?: string;
}

/** The state of counting: one document. */
export interface StatisticsState {
  _id: typeof stateId;
  /** The format of the documents. After a change of it, counting begins from the start. */
  format: number;
  /** Rises when a process takes over the counting, so that unfinished work of the former one fails. */
  term: number;
  /** The events up to this position are counted. */
  position: number;
  /** Entries without a position whose events are counted too. */
  ahead: mongo.ObjectId[];
  /** The epoch of the positions. */
  epoch: string;
  /** The time zone of the days, and the decimals of the amounts. */
  zone: string;
  decimals: number;
  /** The existing orders up to this id are counted. Null: all are. */
  up_to: number | null;
  /** When the newest counted entry was committed. */
  at: string;
  /** The reason for counting from the start. */
  recount?: string;
}

export const stateId = 'state';
/** 2: days have sums over all kinds. */
export const statisticsFormat = 2;

type Source = Pick<mongo.Db, 'collection'>;

export function cellsIn(db: Source): mongo.Collection<StatisticsCell> {
  return db.collection<StatisticsCell>(statisticsCollection);
}

export function statesIn(db: Source): mongo.Collection<StatisticsState> {
  return db.collection<StatisticsState>(statisticsCollection);
}

/** Ids of the cells of these days. */
export function daysBetween(of: CellsOf, from: string, until: string): { $gte: string; $lt: string } {
  return { $gte: `${of}/${from}`, $lt: `${of}/${until}` };
}

const { Long } = mongoose.mongo;

/** The operations that add these cells to the stored ones. */
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
