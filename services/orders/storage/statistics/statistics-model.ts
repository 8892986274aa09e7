import mongoose from 'mongoose';
import type { mongo } from 'mongoose';
import { changesIn, cellId } from '../../rules/statistics/cells.ts';
import type { Cells, CellsOf, FigureName } from '../../rules/statistics/cells.ts';

/** Counts of orders, by day of the store's time zone, and how far they have come: `_id` is all that they are looked for by. */
export const statisticsCollection = 'order_statistics';

/** What orders of a day come to, by state and payment method: `orders['pending:1']`; of a day also `orders.all`, `orders.live`. */
export interface StatisticsCell extends Partial<Record<FigureName, Record<string, mongo.Long | number>>> {
  /** `products/2026-11-27/12` */
  _id: string;
  day: string;
  key: number | string;
  name?: string;
}

/** How far the event log is counted: one document. */
export interface StatisticsState {
  _id: typeof stateId;
  /** Of the documents: another one is counted anew. */
  format: number;
  /** Rises with each keeper that takes over: what a former one has under way fails. */
  term: number;
  /** The events up to this position are counted, */
  position: number;
  /** and those of these entries, which have none yet. */
  ahead: mongo.ObjectId[];
  /** Of the positions. */
  epoch: string;
  /** Whose days these are, and of how many decimals their amounts. */
  zone: string;
  decimals: number;
  /** Of what is there: the orders up to this id are counted. Null: all are. */
  up_to: number | null;
  /** What was counted last was committed then. */
  at: string;
  /** Why all is to be counted anew. */
  anew?: string;
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

/** What adds these cells to those that are kept. */
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
