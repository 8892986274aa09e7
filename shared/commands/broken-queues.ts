import type { Log } from '../process/log.ts';

/**
 * Queues that the broker names and can't serve: it ends the whole connection of whoever consumes one. They are left out
 * for a while, so that their neighbours go on.
 */
export interface BrokenQueues {
  /** Does it, unless the queue has failed again and again. */
  around: (queue: string, consume: () => Promise<unknown>) => Promise<void>;
  /** Gives the connection up after a while when a queue was left out: the next one tries it again. */
  tryAgainOn: (connection: Closable) => void;
}

interface Closable {
  close: () => Promise<void>;
  on: (event: 'close', listener: () => void) => unknown;
}

/** In a row, over some seconds of growing pauses: a connection that breaks, or a broker that starts, is no broken queue. */
const failuresOfABrokenQueue = 5;

export function createBrokenQueues(log: Log, tryAgainAfterMs = 10_000): BrokenQueues {
  const failures = new Map<string, number>();
  const isBroken = (queue: string) => (failures.get(queue) ?? 0) >= failuresOfABrokenQueue;

  return {
    around: async (queue, consume) => {
      if (isBroken(queue)) {
        log.error(
          { queue },
          'this queue cannot be consumed: unless the broker mends it, delete it (see Operations)',
        );
        return;
      }
      try {
        await consume();
      } catch (error) {
        failures.set(queue, (failures.get(queue) ?? 0) + 1);
        throw error;
      }
      failures.delete(queue);
    },
    tryAgainOn: (connection) => {
      const broken = [...failures.keys()].filter(isBroken);
      if (broken.length === 0) return;
      const timer = setTimeout(() => {
        for (const queue of broken) failures.set(queue, failuresOfABrokenQueue - 1);
        void connection.close().catch(() => undefined);
      }, tryAgainAfterMs);
      connection.on('close', () => clearTimeout(timer));
    },
  };
}
