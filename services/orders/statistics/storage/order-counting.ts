import type { Bells } from '#shared/platform/amqp/bells.ts';
import type { TaskLease } from '#shared/platform/mongo/leases.ts';
import type { Log } from '#shared/platform/process/log.ts';
import { pacedLoop, restInProportion } from '#shared/platform/process/paced-loop.ts';
import { LogInsufficient } from '../order-moves.ts';
import { CountedByAnother, type OrderCounter } from './count-orders.ts';

/** How long changes wait, so that one round counts many of them. Readers add the changes that are not counted yet. */
const gatherMs = 1000;
const idleMs = 10_000;
const pauseAfterFaultMs = 2000;
/** After each portion, counting pauses nine times as long as the portion took, but for at most a second. */
const rest = restInProportion(9, { mostMs: 1000 });

/** Counts orders from the event log, so that commands write no counts. */
export function startOrderCounting({
  counter,
  lease,
  bells,
  log,
}: {
  counter: OrderCounter;
  /** Only the process that holds this lease counts orders. */
  lease: TaskLease;
  bells: Pick<Bells, 'on'>;
  log: Log;
}): { close: () => Promise<void> } {
  let isMine = false;
  const { ring, close } = pacedLoop({
    round: async () => {
      try {
        isMine = (await lease.hold()) && (isMine || (await counter.takeOver()) !== null);
        return isMine && (await counter.goOn());
      } catch (error) {
        isMine = false;
        if (!(error instanceof LogInsufficient)) throw error;
        log.warn(
          { err: error },
          'the counts for statistics cannot be continued: all orders are counted again',
        );
        await counter.restart(error.message);
        return true;
      }
    },
    rest,
    idleMs,
    gatherMs,
    failed: (error) => {
      if (error instanceof CountedByAnother) lease.forget();
      else
        log.warn(
          { err: error },
          'new changes of orders could not be counted for the statistics: the count is retried',
        );
      return pauseAfterFaultMs;
    },
    ended: lease.release,
  });
  bells.on('orders', 'placed', ring);
  return { close };
}
