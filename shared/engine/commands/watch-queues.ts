import type { ChannelModel } from 'amqplib';
import { askQueues, type QueueState } from '../../platform/amqp/ask-queues.ts';
import type { Log } from '../../platform/process/log.ts';

/**
 * When a queue of this connection is missing or has no consumer, calls `lost` once. If a queue stops inside the broker and is
 * then deleted, its consumers get no notice.
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

/** Some brokers count unacked messages as consumers, so 0 consumers is normal while no message waits. */
function isUnconsumed({ messages, consumers }: QueueState): boolean {
  return messages > 0 && consumers === 0;
}
