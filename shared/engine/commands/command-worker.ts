import type { Bells } from '../../platform/amqp/bells.ts';
import { keepConnected } from '../../platform/amqp/connection.ts';
import { createPublisher } from '../../platform/amqp/publisher.ts';
import { storeNow } from '../../platform/mongo/store-clock.ts';
import {
  startBatchPump,
  createBatchHandler,
  type BatchHandlerOptions,
  type PumpOptions,
} from './batch-pump.ts';
import { createConsumer, type ConsumerOptions } from './consume.ts';
import { observeHeld } from './observe-batches.ts';
import { takenUpTo } from './taken-up-to.ts';
import type { Replier } from './reply.ts';
import { createRetryOrPark, type RetryOrParkOptions } from './retry-or-park.ts';

export type CommandWorker = ReturnType<typeof startCommandWorker>;

interface CommandWorkerOptions
  extends
    Omit<ConsumerOptions, 'receiver'>,
    Pick<BatchHandlerOptions, 'run' | 'began' | 'isOfLaterRelease'>,
    Omit<RetryOrParkOptions, 'publisher'>,
    PumpOptions {
  url: string;
  replier: Replier;
  bells: Pick<Bells, 'use'>;
}

/**
 * Consumes a service's commands and events from the broker and runs them in batches. Sends replies and acks only after the
 * commit. Publishes on a separate connection, because a broker that lacks memory or disk blocks connections that publish.
 */
export function startCommandWorker(options: CommandWorkerOptions) {
  const { url, service, replier, bells, log } = options;
  const startedAt = performance.now();
  const closing = new AbortController();
  const publisher = createPublisher();
  const failed = createRetryOrPark({ ...options, publisher });
  const handle = createBatchHandler({ ...options, reply: replier.reply, failed, signal: closing.signal });
  const pump = startBatchPump(handle, options);
  const consumer = createConsumer({ ...options, receiver: pump });
  observeHeld(pump.held);

  const publishing = keepConnected({
    url,
    name: `${service}-worker-publish`,
    log,
    setUp: async (connection) => {
      await publisher.use(connection);
      await replier.use(connection);
      await bells.use(connection);
    },
  });
  const consuming = keepConnected({
    url,
    name: `${service}-worker-consume`,
    log,
    setUp: async (connection) => {
      // Subscribes only when the worker can process messages: after the running batch has ended and the publishing connection is
      // open. Otherwise messages would be redelivered, and each failed delivery counts towards dead-lettering.
      await pump.idle();
      await publishing.ready;
      await consumer.subscribe(connection);
    },
  });

  return {
    ready: Promise.all([publishing.ready, consuming.ready]).then(() => undefined),
    get isConsuming() {
      return consumer.isConsuming && publisher.isOpen;
    },
    /** Whether the worker has returned its messages to the broker because the running batch waits for the database. */
    get isHandedBack() {
      return consumer.isHandedBack;
    },
    /** A time (ISO 8601). This worker has received all commands that were accepted before this time. Null if unknown. */
    takenUpTo: (): string | null => {
      const held = pump
        .held()
        .flatMap(({ delivered }) => (delivered?.keepsInbox ? Date.parse(delivered.command.at) : []));
      const upTo = takenUpTo(
        { startedAt, consumingSince: consumer.consumingSince, putAsideAt: failed.putAsideAt, held },
        { now: storeNow().getTime(), steady: performance.now() },
      );
      return upTo === null ? null : new Date(upTo).toISOString();
    },
    /** Returns all messages without an ack to the broker, without waiting for the running batch. */
    handBack: pump.handBack,
    /** Stops receiving messages, finishes and acks the running batch, then closes. */
    close: async (): Promise<void> => {
      closing.abort();
      await pump.close();
      await consumer.close();
      await consuming.close();
      await publishing.close();
    },
  };
}
