import type { mongo } from 'mongoose';
import type { RunBatch } from '#shared/commands/run-batch.ts';
import type { Log } from '#shared/process/log.ts';
import type { Erasure, Order } from '../../rules/tables.ts';

/** The people that a round cleans. */
export interface ErasedPeople {
  erasures: readonly Erasure[];
  users: readonly number[];
  owners: readonly string[];
}

export function erasedPeople(erasures: readonly Erasure[]): ErasedPeople {
  return {
    erasures,
    users: erasures.map(({ _id }) => _id),
    owners: erasures.flatMap(({ owners }) => owners),
  };
}

/** The dependencies of a cleaning step. */
export interface Cleaning {
  db: mongo.Db;
  run: RunBatch;
  decimals: number;
  log: Log;
}

/**
 * Does a portion of a step, after this position; null: from its beginning. Returns the position to go on from, null at the end. The
 * result is the same if it runs twice, or in two processes at once.
 */
export type CleaningStep = (
  cleaning: Cleaning,
  people: ErasedPeople,
  after: Position | null,
) => Promise<Position | null>;
export type Position = string | number | mongo.ObjectId;

/** Orders as they are now. */
export async function ordersById(
  { db }: Pick<Cleaning, 'db'>,
  ids: readonly number[],
): Promise<Map<number, Order>> {
  if (ids.length === 0) return new Map();
  const found = await db
    .collection<Order>('orders')
    .find({ _id: { $in: [...new Set(ids)] } }, { projection: { search: 0 } })
    .toArray();
  return new Map(found.map((order) => [order._id, order]));
}
