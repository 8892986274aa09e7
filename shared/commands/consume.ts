import { randomInt } from 'node:crypto';
import type { Channel, ChannelModel, ConsumeMessage, Options } from 'amqplib';
import {
  commandQueue,
  declareCommandQueues,
  declareEvents,
  eventQueue,
  partitions,
} from '../amqp/topology.ts';
import type { ServiceName } from '../contracts/schema-kit/define.ts';
import type { Log } from '../process/log.ts';
import { createBrokenQueues } from './broken-queues.ts';
import { readMessage } from './delivery.ts';
import type { Delivery, DeliveryChannel } from './delivery.ts';

/** The subscriptions of one worker, made anew on every connection. */
export interface Consumer {
  readonly isConsuming: boolean;
  /** Declares the queues, then subscribes to them. */
  subscribe: (connection: ChannelModel) => Promise<void>;
  /** Hands back to the broker what was prefetched and is not acked. */
  close: () => Promise<void>;
}

/** Takes what a consumer delivers. */
export interface Receiver {
  receive: (delivery: Delivery) => void;
  /** The broker has cancelled a subscription: nothing comes any more, what came before can still be acked. */
  cancelled: (channel: DeliveryChannel) => void;
}

const prefetchPerQueue = 128;
/**
 * A partition has one active consumer: the first to subscribe, which would be the same worker for all of them. RabbitMQ 4
 * prefers the highest priority, so random ones spread the partitions over the workers; older brokers ignore them.
 */
const priorities = 1_000_000;

/** Subscribes to a service's command queues and to the events that it follows. */
export function createConsumer(options: {
  namespace: string;
  service: ServiceName;
  /** Patterns of events to follow. */
  follows: readonly string[];
  receiver: Receiver;
  /** Called after each subscription: before it, events may have gone by. */
  subscribed?: (() => void) | undefined;
  log: Log;
}): Consumer {
  const { namespace, service, follows, receiver, subscribed, log } = options;
  const brokenQueues = createBrokenQueues(log);
  let current: Channel | null = null;

  const closed = (channel: Channel, connection: ChannelModel): void => {
    if (current !== channel) return;
    current = null;
    // A channel can die alone; closing its connection too leaves one path that rebuilds everything.
    void connection.close().catch(() => undefined);
  };

  const deliveriesOf = (channel: Channel): DeliveryChannel => ({
    get isOpen() {
      return current === channel;
    },
    ackThrough: (message) => channel.ack(message, true),
    close: () => channel.close(),
  });

  return {
    get isConsuming() {
      return current !== null;
    },
    subscribe: async (connection) => {
      const channel = await connection.createChannel();
      channel.on('error', (error: Error) => log.warn({ err: error }, 'consuming channel failed'));
      channel.on('close', () => closed(channel, connection));
      await channel.prefetch(prefetchPerQueue);
      await declareCommandQueues(channel, namespace, service);
      await declareEvents(channel, namespace, { service, patterns: follows });
      current = channel;
      const deliveries = deliveriesOf(channel);
      const consume = (queue: string, isEvent: boolean, more?: Options.Consume) =>
        brokenQueues.around(queue, () =>
          channel.consume(queue, handOver(receiver, { queue, isEvent, channel: deliveries, log }), more),
        );
      for (let partition = 0; partition < partitions; partition += 1) {
        await consume(commandQueue(namespace, service, partition), false, {
          priority: randomInt(priorities),
        });
      }
      if (follows.length > 0) await consume(eventQueue(namespace, service), true);
      brokenQueues.tryAgainOn(connection);
      subscribed?.();
    },
    close: async () => {
      const channel = current;
      current = null;
      await channel?.close().catch(() => undefined);
    },
  };
}

function handOver(
  receiver: Receiver,
  from: { queue: string; isEvent: boolean; channel: DeliveryChannel; log: Log },
): (message: ConsumeMessage | null) => void {
  const { queue, isEvent, channel, log } = from;
  return (message) => {
    if (message === null) {
      log.warn({ queue }, 'the broker cancelled the consumer, opening a new channel');
      receiver.cancelled(channel);
    } else receiver.receive({ delivered: readMessage(message, isEvent), message, queue, channel });
  };
}
