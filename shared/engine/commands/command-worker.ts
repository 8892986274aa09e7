import type { Bells } from '../../platform/amqp/bells.ts';
import { keepConnected } from '../../platform/amqp/connection.ts';
import { createPublisher } from '../../platform/amqp/publisher.ts';
import { retryDelays } from '../../platform/amqp/topology.ts';
import { storeNow } from '../../platform/mongo/store-clock.ts';
import type { Command, ServiceName } from '../../contracts/kit/define.ts';
import type { ReplyAddress } from '../decide/bulk-operation.ts';
import type { Delivered } from '../decide/decide-batch.ts';
import type { Log } from '../../platform/process/log.ts';
import { startBatchPump, createBatchHandler } from './batch-pump.ts';
import { createConsumer } from './consume.ts';
import type { Delivery, IsOfLaterRelease } from './delivery.ts';
import { observeHeld } from './observe-batches.ts';
import { takenUpTo } from './taken-up-to.ts';
import type { Replier } from './reply.ts';
import { createRetryOrPark, type Met } from './retry-or-park.ts';
import type { RunBatch } from './run-batch.ts';

const longestDelayMs = Math.max(...retryDelays);

export interface CommandWorker {
  ready: Promise<void>;
  readonly isConsuming: boolean;
  /** Whether the worker has returned its messages to the broker because the running batch waits for the database. */
  readonly isHandedBack: boolean;
  /** A time (ISO 8601). All commands accepted before it have reached this worker. Null if unknown. */
  takenUpTo: () => string | null;
  /** Returns all messages without an ack to the broker, without waiting for the running batch. */
  handBack: () => void;
  /** Stops receiving messages, finishes and acks the running batch, then closes. */
  close: () => Promise<void>;
}

interface CommandWorkerOptions {
  url: string;
  namespace: string;
  service: ServiceName;
  /** Routing patterns of the events to consume. */
  follows: readonly string[];
  run: RunBatch;
  /** Called after each subscription, because the worker may have missed events before. */
  subscribed?: (() => void) | undefined;
  /** Records a command as parked for its operation. Returns false if the command already has a final outcome. */
  recordParked: (command: Command, reason: string) => Promise<boolean>;
  met?: Met;
  isOfLaterRelease?: IsOfLaterRelease;
  replier: Replier;
  bells: Pick<Bells, 'use'>;
  /** Called after the commit of a command that starts or joins bulk work. `waiting` gets a reply when the work ends. */
  began: (commandId: string, waiting: ReplyAddress | null) => void;
  /**
   * Whether the command selects its records by a search, which may take seconds. Its batch then runs concurrently with the
   * batches of other commands.
   */
  selects?: (delivered: Delivered) => boolean;
  /** Must be less than the broker's `consumer_timeout`. */
  handBackAfterMs: number;
  lookEveryMs?: number;
  log: Log;
}

/**
 * Consumes a service's commands and events from the broker and runs them in batches. Sends replies and acks only after the commit.
 * Publishes on a separate connection, because a broker that lacks memory or disk blocks connections that publish.
 */
export function startCommandWorker(options: CommandWorkerOptions): CommandWorker {
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
      // Each failed delivery counts. So this waits until messages can be committed or moved to another queue.
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
      const upTo = takenUpTo(view, { now: storeNow().getTime(), steady: performance.now(), longestDelayMs });
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

/** Returns when the commands (not the events) among these deliveries were accepted, in ms since 1970. */
function acceptedAt(deliveries: readonly Delivery[]): number[] {
  return deliveries.flatMap(({ delivered }) =>
    delivered?.keepsInbox ? [Date.parse(delivered.command.at)] : [],
  );
}
