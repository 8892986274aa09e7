import type { ChannelModel } from 'amqplib';
import { askQueues, type QueueState } from '../../platform/amqp/ask-queues.ts';
import type { Log } from '../../platform/process/log.ts';

/**
 * Watches the queues of this connection. If one of them is missing or has no consumer, calls `lost` once. If a queue stops inside
 * the broker and is then deleted, only this check notices, because consumers get no notice.
 */
export function watchQueues(options: {
  connection: ChannelModel;
  queues: readonly string[];
  everyMs: number;
  lost: () => void;
  log: Log;
}): void {
  const { connection, queues, everyMs, lost, log } = options;
  let unconsumed = new Set<string>();
  let isAsking = false;

  const look = async (): Promise<void> => {
    const states = [...(await askQueues(connection, queues))];
    const gone = states.filter(
      ([name, state]) => state.isMissing || (unconsumed.has(name) && isUnconsumed(state)),
    );
    unconsumed = new Set(states.filter(([, state]) => isUnconsumed(state)).map(([name]) => name));
    if (gone.length === 0) return;
    clearInterval(timer);
    log.error(
      { queues: gone.map(([name]) => name) },
      'consumed queues were deleted or have lost their consumer',
    );
    lost();
  };
  const timer = setInterval(() => {
    if (isAsking) return;
    isAsking = true;
    look()
      .catch((error: unknown) => log.warn({ err: error }, 'the queues could not be checked'))
      .finally(() => (isAsking = false));
  }, everyMs).unref();
  connection.on('close', () => clearInterval(timer));
}

/**
 * Whether messages wait although the queue has no consumer. Some brokers report the number of unacked messages as `consumers`, so
 * without messages this number is 0 even if a worker consumes the queue.
 */
function isUnconsumed({ messages, consumers }: QueueState): boolean {
  return messages > 0 && consumers === 0;
}

interface Closable {
  close: () => Promise<void>;
  on: (event: 'close', listener: () => void) => unknown;
}

/**
 * A queue is broken after this many failures in a row. The pauses between them grow, so a lost connection or a starting broker
 * causes fewer failures.
 */
const failuresOfABrokenQueue = 5;

export type BrokenQueues = ReturnType<typeof createBrokenQueues>;

/** On a broken queue, the broker closes the connection at every attempt to consume. The worker skips the queue for a while. */
export function createBrokenQueues(log: Log, tryAgainAfterMs = 10_000) {
  const failures = new Map<string, number>();
  const isBroken = (queue: string) => (failures.get(queue) ?? 0) >= failuresOfABrokenQueue;

  return {
    /** Calls `consume`, unless the queue has failed several times in a row. */
    around: async (queue: string, consume: () => Promise<unknown>): Promise<void> => {
      if (isBroken(queue)) {
        log.error(
          { queue },
          'this queue cannot be consumed: unless the broker repairs it, follow docs/operate/runbook-queue.md',
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
    get areSome(): boolean {
      return [...failures.keys()].some(isBroken);
    },
    /** If a queue is being skipped, closes the connection after a while, so that the next connection tries that queue again. */
    tryAgainOn: (connection: Closable): void => {
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
