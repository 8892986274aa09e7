import { readFeed } from '#shared/events/untold-events.ts';
import type { Snapshot } from '#shared/mongo/snapshot.ts';
import { Untold } from '../../rules/statistics/order-moves.ts';
import type { OrderMove } from '../../rules/statistics/order-moves.ts';
import { isOf } from './count-orders.ts';
import type { CountedUnits } from './count-orders.ts';
import { readMoves } from './read-moves.ts';
import { stateId, statesIn } from './statistics-model.ts';

/** What readers know beside the counters. */
export interface Counted {
  /** What is committed and not counted yet. */
  moves: OrderMove[];
  /** The keeper is so far behind that the rest is not read: what was committed until then is counted. Null: all is. */
  behindSince: string | null;
}

/** Null while the counters are not those of all orders. */
export async function readCounted({ db, session }: Snapshot, units: CountedUnits): Promise<Counted | null> {
  const state = await statesIn(db).findOne({ _id: stateId }, { session });
  const feed = await readFeed(db, { session });
  if (!state || !feed || state.anew !== undefined || state.up_to !== null) return null;
  if (!isOf(state, feed, units)) return null;
  try {
    const { moves, isMore } = await readMoves({ db, session }, state, {
      ...{ decimals: units.decimals, withWaiting: true },
    });
    return isMore ? { moves: [], behindSince: state.at } : { moves, behindSince: null };
  } catch (error) {
    if (error instanceof Untold) return null;
    throw error;
  }
}
