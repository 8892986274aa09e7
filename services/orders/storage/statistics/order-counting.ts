import type { Model } from 'mongoose';
import { taskLease, type Lease } from '#shared/mongo/leases.ts';
import type { Log } from '#shared/process/log.ts';
import { pacedLoop, restInProportion } from '#shared/process/paced-loop.ts';
import { LogInsufficient } from '../../rules/statistics/order-moves.ts';
import { CountedByAnother, type OrderCounter } from './count-orders.ts';

const leaseMs = 10_000;
/**
 * The interval at which the log is read. One transaction counts everything committed in between. Until then, readers add the uncounted
 * changes.
 */
const idleMs = 1000;
const pauseAfterFaultMs = 2000;
/** While more is left, counting takes a tenth of the time. A portion longer than 110 ms takes more, because no rest exceeds `idleMs`. */
const rest = restInProportion(9, { mostMs: idleMs });

/**
 * Counts orders for statistics by the event log, apart from the commands that write them. One process at a time does it, by
 * a lease, and may be killed at any point.
 */
export function startOrderCounting(options: {
  counter: OrderCounter;
  leases: Model<Lease>;
  holder: string;
  log: Log;
}): { close: () => Promise<void> } {
  const { leases, holder, log } = options;
  const lease = taskLease(leases, 'order-statistics', holder, leaseMs);
  return pacedLoop({
    round: createRound(options, lease.hold),
    rest,
    idleMs,
    failed: (error) => {
      if (error instanceof CountedByAnother) lease.forget();
      else log.warn({ err: error }, 'statistics of orders are behind for now');
      return pauseAfterFaultMs;
    },
    ended: lease.release,
  });
}

/** Returns whether there is more to count. */
function createRound(
  { counter, log }: Parameters<typeof startOrderCounting>[0],
  hold: () => Promise<boolean>,
): () => Promise<boolean> {
  let isMine = false;

  const goOn = async (): Promise<boolean> => {
    if (!(await hold())) {
      isMine = false;
      return false;
    }
    if (!isMine && (await counter.takeOver()) === null) return false;
    isMine = true;
    return counter.goOn();
  };

  return async () => {
    try {
      return await goOn();
    } catch (error) {
      isMine = false;
      if (!(error instanceof LogInsufficient)) throw error;
      log.warn({ err: error }, 'orders are counted from the start for statistics');
      await counter.restart(error.message);
      return true;
    }
  };
}
