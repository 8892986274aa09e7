import { keepConnected } from '../amqp/connection.ts';
import { createPublisher } from '../amqp/publisher.ts';
import { givenUpQueue } from '../amqp/topology.ts';
import type { Command, ServiceName } from '../contracts/schema-kit/define.ts';
import type { Log } from '../process/log.ts';
import { startBatchPump } from './batch-pump.ts';
import { createConsumer } from './consume.ts';
import { consumeDeadLetters } from './dead-letters.ts';
import { createBatchHandler } from './handle-batch.ts';
import { observeHeld } from './measure-batches.ts';
import { createReplier } from './reply.ts';
import { createRetryOrPark } from './retry-or-park.ts';
import type { RunBatch } from './run-batch.ts';

export interface CommandWorker {
  ready: Promise<void>;
  readonly isConsuming: boolean;
  /** Stop taking → finish → ack → close. */
  close: () => Promise<void>;
}

/**
 * Takes a service's commands and the events it follows from the broker, runs them in batches, and replies to, then acks,
 * only what is committed. Publishing has a connection of its own, for the broker blocks one that publishes when it runs
 * short of memory or disk.
 */
export function startCommandWorker(options: {
  url: string;
  namespace: string;
  service: ServiceName;
  /** Patterns of events to follow. */
  follows: readonly string[];
  run: RunBatch;
  /** Called after each subscription: before it, events may have gone by. */
  subscribed?: (() => void) | undefined;
  /** Records that a command was parked, so that its operation shows it. */
  recordParked: (command: Command, reason: string) => Promise<void>;
  /** What a command that fails now has met. */
  met?: (command: Command) => Promise<string | null>;
  /** Called when bulk work was committed: it goes on in the background. */
  began: (commandId: string) => void;
  log: Log;
}): CommandWorker {
  const { url, namespace, service, log } = options;
  const publisher = createPublisher();
  const failed = createRetryOrPark({ ...options, publisher });
  const replier = createReplier(namespace);
  const pump = startBatchPump(createBatchHandler({ ...options, reply: replier.reply, failed }), log);
  const consumer = createConsumer({ ...options, receiver: pump });
  observeHeld(pump.held);

  const publishing = keepConnected({
    url,
    name: `${service}-worker-publish`,
    log,
    setUp: async (connection) => {
      await publisher.use(connection);
      await replier.use(connection);
    },
  });
  const consuming = keepConnected({
    url,
    name: `${service}-worker-consume`,
    log,
    setUp: async (connection) => {
      await consumer.subscribe(connection);
      await consumeDeadLetters(connection, givenUpQueue(namespace, service), {
        park: failed.parkDeadLetter,
        log,
      });
    },
  });

  return {
    ready: Promise.all([publishing.ready, consuming.ready]).then(() => undefined),
    get isConsuming() {
      return consumer.isConsuming && publishing.isOpen;
    },
    close: async () => {
      await pump.close();
      await consumer.close();
      await consuming.close();
      await publishing.close();
    },
  };
}
