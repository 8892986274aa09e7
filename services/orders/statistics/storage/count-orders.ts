import type { ClientSession } from 'mongoose';
import { readFeed } from '#shared/engine/events/feed-state.ts';
import { driverDatabase, type Database } from '#shared/platform/mongo/connect.ts';
import { inTransaction } from '#shared/platform/mongo/transaction.ts';
import type { StoreLocale } from '#shared/contracts/kit/fields.ts';
import { localTimes } from '#shared/contracts/kit/local-moments.ts';
import type { Snapshot } from '#shared/platform/mongo/snapshot.ts';
import { storeNow } from '#shared/platform/mongo/store-clock.ts';
import { addMoves, type Cells } from '../cells.ts';
import { countedOrder, isCountable, type Countable } from '../counted-order.ts';
import { LogInsufficient, type OrderMove } from '../order-moves.ts';
import { readMoves } from './read-moves.ts';
import {
  cellOperations,
  cellsIn,
  stateId,
  statesIn,
  statisticsFormat,
  type StatisticsState,
} from './statistics-model.ts';

/** Thrown when another process has taken over the counting. */
export class CountedByAnother extends Error {}

/** The number of existing orders that one transaction counts. */
const usuallyAtOnce = 2000;
export const countedFields = {
  created_at: 1,
  status: 1,
  payment_method: 1,
  total: 1,
  'address.city': 1,
  'items.product_id': 1,
  'items.amount': 1,
  'items.main_price': 1,
  'items.discount_amount': 1,
};
const cellsAtOnce = 5000;

export type OrderCounter = ReturnType<typeof createOrderCounter>;

/** Updates the order statistics from the event log. Only one counter works at a time. */
export function createOrderCounter(
  database: Database,
  locale: StoreLocale,
  { ordersAtOnce = usuallyAtOnce }: { ordersAtOnce?: number } = {},
) {
  const { timeZone, currencyDecimals: decimals } = locale;
  const db = driverDatabase(database);
  const states = statesIn(db);
  const timeOf = localTimes(timeZone);
  let term = 0;

  const mine = async (session?: ClientSession): Promise<StatisticsState> => {
    const state = await states.findOne({ _id: stateId, term }, { ...(session && { session }) });
    if (!state) throw new CountedByAnother('another process counts the orders');
    return state;
  };

  /** Returns whether more is left to count. */
  const countMore = (): Promise<boolean> =>
    inTransaction(database, async (session) => {
      const state = await mine(session);
      const isWhole = state.up_to === null;
      const feed = await readFeed(db, { session });
      const logged = await readMoves({ db, session }, state, { decimals, withWaiting: !isWhole });
      if (!logged.isMore && logged.position !== feed?.position)
        throw new LogInsufficient(`events after ${logged.position} are not kept any more`);
      const cells: Cells = new Map();
      addMoves(cells, logged.moves.filter(isCounted(state)), timeOf);
      // Existing orders already include changes that are still unread in the log. So existing orders are counted only when the
      // log was read to its end.
      const upTo = isWhole || logged.isMore ? state.up_to : await addOrdersThere(cells, state.up_to, session);
      const operations = cellOperations(cells);
      if (operations.length > 0) await cellsIn(db).bulkWrite(operations, { session, ordered: false });
      const { position, ahead, at } = logged;
      const change = { position, ahead, at, up_to: upTo };
      const kept = await states.updateOne(
        { _id: stateId, term, position: state.position },
        { $set: change },
        { session },
      );
      if (kept.matchedCount !== 1) throw new CountedByAnother('another process counts the orders');
      return logged.isMore || upTo !== null;
    });

  /** Returns the id up to which existing orders are counted now. Null: all orders are counted. */
  const addOrdersThere = async (
    cells: Cells,
    after: number | null,
    session: ClientSession,
  ): Promise<number | null> => {
    const found = await db
      .collection<{ _id: number } & Countable>('orders')
      .find({ _id: { $gt: after ?? 0 } }, { session, projection: countedFields })
      .sort({ _id: 1 })
      .limit(ordersAtOnce)
      .toArray();
    const orders = found.filter(isCountable);
    addMoves(
      cells,
      orders.map((order) => ({ was: null, is: countedOrder(order) })),
      timeOf,
    );
    return found.length < ordersAtOnce ? null : (found.at(-1)?._id ?? null);
  };

  const clear = async (): Promise<void> => {
    for (;;) {
      await mine();
      const some = await cellsIn(db)
        .find({ _id: { $ne: stateId } }, { projection: { _id: 1 } })
        .limit(cellsAtOnce)
        .toArray();
      if (some.length === 0) return;
      await cellsIn(db).deleteMany({ _id: { $in: some.map(({ _id }) => _id) } });
    }
  };

  return {
    /**
     * Makes this counter the active one, so that unfinished work of the previous counter fails. Returns null if there is no event
     * log yet.
     */
    takeOver: async (): Promise<StatisticsState | null> => {
      const feed = await readFeed(db);
      if (!feed) return null;
      const first = { ...nothingCounted(locale, feed), recount: 'nothing is counted yet' };
      const state = await states.findOneAndUpdate(
        { _id: stateId },
        { $inc: { term: 1 }, $setOnInsert: first },
        { upsert: true, returnDocument: 'after' },
      );
      term = state?.term ?? 0;
      return state;
    },
    /** Returns whether more is left to count. */
    goOn: async (): Promise<boolean> => {
      const [state, feed] = [await mine(), await readFeed(db)];
      if (!feed) return false;
      if (state.recount === undefined && isOf(state, feed, locale)) {
        const isLeft = state.up_to !== null || feed.position !== state.position;
        return isLeft && countMore();
      }
      await clear();
      const begun = { $set: nothingCounted(locale, feed), $unset: { recount: true as const } };
      const kept = await states.updateOne({ _id: stateId, term }, begun);
      if (kept.matchedCount !== 1) throw new CountedByAnother('another process counts the orders');
      return true;
    },
    /** Makes the next `goOn` begin counting from the start. */
    restart: async (reason: string): Promise<void> => {
      await states.updateOne({ _id: stateId, recount: { $exists: false } }, { $set: { recount: reason } });
    },
  };
}

type Feed = Pick<NonNullable<Awaited<ReturnType<typeof readFeed>>>, 'position' | 'epoch'>;

function isOf(state: StatisticsState, { epoch }: Pick<Feed, 'epoch'>, locale: StoreLocale): boolean {
  const isOfLocale = state.zone === locale.timeZone && state.decimals === locale.currencyDecimals;
  return state.format === statisticsFormat && isOfLocale && state.epoch === epoch;
}

function nothingCounted(
  { timeZone: zone, currencyDecimals: decimals }: StoreLocale,
  { position, epoch }: Feed,
): Omit<StatisticsState, '_id' | 'term' | 'recount'> {
  const at = storeNow().toISOString();
  return { format: statisticsFormat, position, ahead: [], epoch, zone, decimals, up_to: 0, at };
}

/**
 * During the first count, skips changes of orders that are not counted yet. When such an order is counted, its values already
 * include the changes.
 */
function isCounted({ up_to: upTo }: StatisticsState): (move: OrderMove) => boolean {
  return ({ id }) => upTo === null || id <= upTo;
}

interface Counted {
  /** Committed changes that are not counted yet. A reader must add them to the counts. */
  moves: OrderMove[];
  /**
   * Null: counts and `moves` together include all changes. A time: counting is so far behind that `moves` is empty, and the
   * counts include only changes committed up to this time.
   */
  behindSince: string | null;
}

/** Returns null while the counts do not cover all orders. */
export async function readCounted({ db, session }: Snapshot, locale: StoreLocale): Promise<Counted | null> {
  const state = await statesIn(db).findOne({ _id: stateId }, { session });
  const feed = await readFeed(db, { session });
  if (!state || !feed || state.recount !== undefined || state.up_to !== null) return null;
  if (!isOf(state, feed, locale)) return null;
  try {
    const { moves, isMore } = await readMoves({ db, session }, state, {
      decimals: locale.currencyDecimals,
      withWaiting: true,
    });
    return isMore ? { moves: [], behindSince: state.at } : { moves, behindSince: null };
  } catch (error) {
    if (error instanceof LogInsufficient) return null;
    throw error;
  }
}
