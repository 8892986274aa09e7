import { readFeed } from '#shared/engine/events/feed-state.ts';
import type { Snapshot } from '#shared/platform/mongo/snapshot.ts';
import { LogInsufficient, type OrderMove } from '../order-moves.ts';
import { isOf, type CountedUnits } from './count-orders.ts';
import { readMoves } from './read-moves.ts';
import { stateId, statesIn } from './statistics-model.ts';

interface Counted {
  /** Committed changes that are not counted yet. Readers must add them to the counts. */
  moves: OrderMove[];
  /**
   * Null: counts and `moves` together include all changes. A time: counting is so far behind that `moves` is empty, and the
   * counts include only changes committed up to this time.
   */
  behindSince: string | null;
}

/** Returns null while the counts do not cover all orders. */
export async function readCounted({ db, session }: Snapshot, units: CountedUnits): Promise<Counted | null> {
  const state = await statesIn(db).findOne({ _id: stateId }, { session });
  const feed = await readFeed(db, { session });
  if (!state || !feed || state.recount !== undefined || state.up_to !== null) return null;
  if (!isOf(state, feed, units)) return null;
  try {
    const { moves, isMore } = await readMoves({ db, session }, state, {
      decimals: units.decimals,
      withWaiting: true,
    });
    return isMore ? { moves: [], behindSince: state.at } : { moves, behindSince: null };
  } catch (error) {
    if (error instanceof LogInsufficient) return null;
    throw error;
  }
}
