import type { Log } from '../process/log.ts';

/**
 * Queues that exist and cannot be consumed: the broker answers the attempt by closing the connection. Such a queue is
 * left out for a while, so that the other queues of the service are consumed.
 */
export interface BrokenQueues {
  /** Calls `consume`, unless the queue has failed several times in a row. */
  around: (queue: string, consume: () => Promise<unknown>) => Promise<void>;
  /** Whether any is left out. */
  readonly areSome: boolean;
  /** Closes the connection after a while when a queue was left out: the next connection tries it again. */
  tryAgainOn: (connection: Closable) => void;
}

interface Closable {
  close: () => Promise<void>;
  on: (event: 'close', listener: () => void) => unknown;
}

/** In a row, over seconds of growing pauses: so many that a lost connection or a starting broker is not the cause. */
const failuresOfABrokenQueue = 5;

export function createBrokenQueues(log: Log, tryAgainAfterMs = 10_000): BrokenQueues {
  const failures = new Map<string, number>();
  const isBroken = (queue: string) => (failures.get(queue) ?? 0) >= failuresOfABrokenQueue;

  return {
    around: async (queue, consume) => {
      if (isBroken(queue)) {
        log.error(
          { queue },
          'this queue cannot be consumed: unless the broker repairs it, follow docs/runbook-queue.md',
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
    get areSome() {
      return [...failures.keys()].some(isBroken);
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
