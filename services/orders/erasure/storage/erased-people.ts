import type { mongo } from 'mongoose';
import type { RunBatch } from '#shared/engine/commands/run-batch.ts';
import type { InboxRecord } from '#shared/engine/decide/outcome.ts';
import type { Log } from '#shared/platform/process/log.ts';
import { hasSent, ownersOf, type SentCommand } from '../../customers/sender.ts';
import type { Erasure, Order, Payment } from '../../records/tables.ts';

export type ErasedPeople = ReturnType<typeof erasedPeople>;

export function erasedPeople(erasures: readonly Erasure[]) {
  return {
    erasures,
    users: erasures.map(({ _id }) => _id),
    /** Commands of these owners may be of other people, too: see `haveSent`. */
    owners: erasures.flatMap(ownersOf),
    haveSent: (command: SentCommand) => erasures.some((erasure) => hasSent(erasure, command)),
  };
}

/** For `haveSent`. The time of the decision shows for which user a command ran. A parked command has not run yet. */
export function sentWith({ owner, state, accepted_at, decided_at }: InboxRecord): SentCommand {
  return { owner, at: state === 'done' ? decided_at : accepted_at };
}

export interface Cleaning {
  db: mongo.Db;
  run: RunBatch;
  decimals: number;
  log: Log;
}

/**
 * Does one portion of a step, starting after this position (null: from the beginning). Returns the position from which to
 * continue, or null at the end. If a portion runs twice, or in two processes at once, the result is the same.
 */
export type CleaningStep = (
  cleaning: Cleaning,
  people: ErasedPeople,
  after: Position | null,
) => Promise<Position | null>;
export type Position = string | number | mongo.ObjectId;

export async function ordersById(db: mongo.Db, ids: readonly number[]): Promise<Map<number, Order>> {
  if (ids.length === 0) return new Map();
  const found = await db
    .collection<Order>('orders')
    .find({ _id: { $in: [...new Set(ids)] } }, { projection: { search: 0 } })
    .toArray();
  return new Map(found.map((order) => [order._id, order]));
}

export async function orderIdsOf(
  db: mongo.Db,
  collection: 'payments' | 'returns',
  ids: readonly number[],
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const found = db
    .collection<Pick<Payment, '_id' | 'order_id'>>(collection)
    .find({ _id: { $in: [...new Set(ids)] } }, { projection: { order_id: 1 } });
  return new Map((await found.toArray()).map(({ _id, order_id: order }) => [_id, order]));
}

const documentsAtOnce = 2000;

/**
 * Reads the next portion of a collection, by ascending id. Returns the matching documents and the portion's last id, or null at
 * the end.
 */
export async function nextPortion<D extends { _id: Position }>(
  collection: mongo.Collection<D>,
  matching: object,
  after: Position | null,
): Promise<{ found: D[]; last: Position } | null> {
  const further = (after === null ? {} : { _id: { $gt: after } }) as mongo.Filter<D>;
  const ids = await collection
    .find(further, { projection: { _id: 1 } })
    .sort({ _id: 1 })
    .limit(documentsAtOnce)
    .toArray();
  const [first, last] = [ids[0]?._id, ids.at(-1)?._id];
  if (first === undefined || last === undefined) return null;
  const filter = { $and: [{ _id: { $gte: first, $lte: last } }, matching] } as mongo.Filter<D>;
  return { found: (await collection.find(filter).toArray()) as D[], last };
}
