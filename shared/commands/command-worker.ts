import { keepConnected } from '../amqp/connection.ts';
import { createPublisher } from '../amqp/publisher.ts';
import { retryDelays } from '../amqp/topology.ts';
import type { Command, ServiceName } from '../contracts/schema-kit/define.ts';
import type { Log } from '../process/log.ts';
import { startBatchPump } from './batch-pump.ts';
import { createConsumer } from './consume.ts';
import { createBatchHandler } from './handle-batch.ts';
import type { Delivery } from './delivery.ts';
import type { IsOfLaterRelease } from './later-release.ts';
import type { Met } from './move-message.ts';
import { observeHeld } from './measure-batches.ts';
import { takenUpTo } from './taken-up-to.ts';
import { createReplier } from './reply.ts';
import { createRetryOrPark } from './retry-or-park.ts';
import type { RunBatch } from './run-batch.ts';

const longestDelayMs = Math.max(...retryDelays);

export interface CommandWorker {
  ready: Promise<void>;
  readonly isConsuming: boolean;
  /** Whether it has handed back what it held, and waits for the database to take the batch in work. */
  readonly isHandedBack: boolean;
  /** All commands accepted before this moment (ISO 8601) are taken, if they are this worker's; null when it cannot tell. */
  takenUpTo: () => string | null;
  /** Gives the broker back what it holds, without waiting for the batch in work. */
  handBack: () => void;
  /** Stop taking → finish → ack → close. */
  close: () => Promise<void>;
}

interface CommandWorkerOptions {
  url: string;
  namespace: string;
  service: ServiceName;
  /** Patterns of events to follow. */
  follows: readonly string[];
  run: RunBatch;
  /** Called after each subscription: before it, events may have gone by. */
  subscribed?: (() => void) | undefined;
  /** Records that a command was parked, so that its operation shows it; false when it has its end after all. */
  recordParked: (command: Command, reason: string) => Promise<boolean>;
  met?: Met;
  isOfLaterRelease?: IsOfLaterRelease;
  /** Called when bulk work was committed: it goes on in the background. */
  began: (commandId: string) => void;
  /** Less than the broker's `consumer_timeout`. */
  handBackAfterMs: number;
  lookEveryMs?: number;
  log: Log;
}

/**
 * Takes a service's commands and the events it follows from the broker, runs them in batches, and replies to, then acks,
 * only what is committed. Publishing has a connection of its own, for the broker blocks one that publishes when it runs
 * short of memory or disk.
 */
export function startCommandWorker(options: CommandWorkerOptions): CommandWorker {
  const { url, namespace, service, handBackAfterMs, log } = options;
  const startedAt = performance.now();
  const closing = new AbortController();
  const publisher = createPublisher();
  const failed = createRetryOrPark({ ...options, publisher });
  const replier = createReplier(namespace);
  const handle = createBatchHandler({ ...options, reply: replier.reply, failed, signal: closing.signal });
  const pump = startBatchPump(handle, { handBackAfterMs, log });
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
      // What cannot be committed, or put aside, is not taken: each taking in vain counts as a delivery.
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
    get isHandedBack() {
      return consumer.isHandedBack;
    },
    takenUpTo: () => {
      const held = acceptedAt(pump.held());
      const { consumingSince } = consumer;
      const view = { startedAt, consumingSince, putAsideAt: failed.putAsideAt, held };
      const upTo = takenUpTo(view, { now: Date.now(), steady: performance.now(), longestDelayMs });
      return upTo === null ? null : new Date(upTo).toISOString();
    },
    handBack: pump.handBack,
    close: async () => {
      closing.abort();
      await pump.close();
      await consumer.close();
      await consuming.close();
      await publishing.close();
    },
  };
}

/** When the commands among these were accepted, in ms. */
function acceptedAt(deliveries: readonly Delivery[]): number[] {
  return deliveries.flatMap(({ delivered }) =>
    delivered?.keepsInbox ? [Date.parse(delivered.command.at)] : [],
  );
}
