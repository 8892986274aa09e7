import type { Model } from 'mongoose';
import { taskLease, type Lease } from '#shared/platform/mongo/leases.ts';
import type { Log } from '#shared/platform/process/log.ts';
import { pacedLoop, restInProportion } from '#shared/platform/process/paced-loop.ts';
import { LogInsufficient } from '../order-moves.ts';
import { CountedByAnother, type OrderCounter } from './count-orders.ts';

const leaseMs = 10_000;
/** The interval at which the log is read. Readers add the changes that are not counted yet. */
const idleMs = 1000;
const pauseAfterFaultMs = 2000;
/** Counting uses a tenth of the time. Portions longer than 110 ms use more, because no rest exceeds `idleMs`. */
const rest = restInProportion(9, { mostMs: idleMs });

/** Counts orders from the event log, so that commands write no counts. One process does this at a time, under a lease. */
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

/** Returns a function that counts one portion. Its result is whether more is left. */
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
