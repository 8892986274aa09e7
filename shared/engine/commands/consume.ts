import { randomInt } from 'node:crypto';
import type { Channel, ChannelModel, ConsumeMessage, Options } from 'amqplib';
import { ensureClosed } from '../../platform/amqp/connection.ts';
import {
  commandQueue,
  declareCommandQueues,
  declareEvents,
  eventQueue,
  givenUpQueue,
  partitions,
} from '../../platform/amqp/topology.ts';
import type { ServiceName } from '../../contracts/kit/define.ts';
import type { Log } from '../../platform/process/log.ts';
import { withTimeout } from '../../platform/process/with-timeout.ts';
import { watchQueues, createBrokenQueues } from './watch-queues.ts';
import { givenUpFrom, type Delivery, type DeliveryChannel } from './delivery.ts';
import { decodeDelivered } from './messages.ts';

interface Receiver {
  receive: (delivery: Delivery) => void;
  /** Called if the broker cancels a subscription. No more messages arrive, but those that have arrived can still be acked. */
  cancelled: (channel: DeliveryChannel) => void;
}

const prefetchPerQueue = 128;
const handBackWithinMs = 5000;
/**
 * Each partition (command queue) has one active consumer. By default this is the first subscriber, so one worker would get all
 * partitions. RabbitMQ 4 prefers the consumer with the highest priority. Random priorities therefore spread the partitions over
 * the workers. Older brokers ignore priorities.
 */
const priorities = 1_000_000;

export interface ConsumerOptions {
  namespace: string;
  service: ServiceName;
  /** Routing patterns of the events to consume. */
  follows: readonly string[];
  receiver: Receiver;
  /** Called after each subscription, because the worker may have missed events before the subscription. */
  subscribed?: (() => void) | undefined;
  /** The time in ms between two checks that the queues still exist. */
  lookEveryMs?: number;
  log: Log;
}

/** The subscriptions of one worker, renewed on every connection. */
export function createConsumer(options: ConsumerOptions) {
  const { namespace, service, follows, receiver, subscribed, lookEveryMs: everyMs = 10_000, log } = options;
  const brokenQueues = createBrokenQueues(log);
  let current: Channel | null = null;
  let isHandedBack = false;
  let completeSince: number | null = null;

  /** If the channel closes unexpectedly, closes its connection too, so that the worker always recovers by reconnecting. */
  const openChannel = async (connection: ChannelModel): Promise<Channel> => {
    const channel = await connection.createChannel();
    channel.on('error', (error: Error) => log.warn({ err: error }, 'consuming channel failed'));
    channel.on('close', () => {
      if (current !== channel) return;
      current = null;
      void connection.close().catch(() => undefined);
    });
    return channel;
  };

  const deliveriesOf = (
    channel: Channel,
    connection: ChannelModel,
    consumers: readonly string[],
  ): DeliveryChannel => ({
    get isOpen() {
      return current === channel;
    },
    ack: (message) => channel.ack(message),
    ackThrough: (message) => channel.ack(message, true),
    handBack: async () => {
      current = null;
      isHandedBack = true;
      await handBackAll({ channel, connection, consumers }, handBackWithinMs);
    },
    close: () => ensureClosed(channel),
  });

  return {
    get isConsuming() {
      return current !== null;
    },
    /** Since when the worker consumes all its queues, by `performance.now()`. Null while it does not consume all of them. */
    get consumingSince() {
      return current && completeSince;
    },
    /** Whether the worker has returned its messages to the broker and has not subscribed again since. */
    get isHandedBack() {
      return isHandedBack;
    },
    subscribe: async (connection: ChannelModel): Promise<void> => {
      const channel = await openChannel(connection);
      await declareCommandQueues(channel, namespace, service);
      await declareEvents(channel, namespace, { service, patterns: follows });
      current = channel;
      isHandedBack = false;
      completeSince = null;
      const consumers: string[] = [];
      const queues: string[] = [];
      const deliveries = deliveriesOf(channel, connection, consumers);
      for (const subscription of subscriptionsOf(namespace, service, follows.length > 0)) {
        const { queue, prefetch, isGivenUp, isEvent, ...more } = subscription;
        const take = (message: ConsumeMessage | null): void => {
          if (message === null) {
            log.warn({ queue }, 'the broker cancelled the consumer, opening a new channel');
            receiver.cancelled(deliveries);
            return;
          }
          receiver.receive({
            delivered: decodeDelivered(message.content, isEvent),
            message,
            queue: isGivenUp ? (givenUpFrom(message) ?? queue) : queue,
            isGivenUp,
            channel: deliveries,
            takenAt: performance.now(),
          });
        };
        await brokenQueues.around(queue, async () => {
          await channel.prefetch(prefetch);
          consumers.push((await channel.consume(queue, take, more)).consumerTag);
          queues.push(queue);
        });
      }
      if (!brokenQueues.areSome) completeSince = performance.now();
      brokenQueues.tryAgainOn(connection);
      watchQueues({ connection, queues, everyMs, lost: () => receiver.cancelled(deliveries), log });
      subscribed?.();
    },
    /** Closes the channel, so the broker redelivers its unacked messages. */
    close: async (): Promise<void> => {
      const channel = current;
      current = null;
      if (channel) await ensureClosed(channel);
    },
  };
}

interface Subscription extends Options.Consume {
  queue: string;
  prefetch: number;
  isGivenUp: boolean;
  isEvent: boolean;
}

function subscriptionsOf(namespace: string, service: ServiceName, followsEvents: boolean): Subscription[] {
  const usual = { prefetch: prefetchPerQueue, isGivenUp: false, isEvent: false };
  const commands = Array.from({ length: partitions }, (_, partition) => ({
    ...usual,
    queue: commandQueue(namespace, service, partition),
    priority: randomInt(priorities),
  }));
  const events = { ...usual, queue: eventQueue(namespace, service), isEvent: true };
  const givenUp = { ...usual, queue: givenUpQueue(namespace, service), prefetch: 1, isGivenUp: true };
  return [...commands, ...(followsEvents ? [events] : []), givenUp];
}

interface Consuming {
  channel: Pick<Channel, 'cancel' | 'nackAll' | 'close'>;
  connection: Pick<ChannelModel, 'close'>;
  consumers: readonly string[];
}

/**
 * Returns all messages to the broker. Throws if the broker does not confirm in time. Always closes the connection, because the
 * worker reconnects only after that.
 */
export async function handBackAll(consuming: Consuming, withinMs: number): Promise<void> {
  try {
    await withTimeout(returnUnacked(consuming), withinMs);
  } finally {
    void consuming.connection.close().catch(() => undefined);
  }
}

async function returnUnacked({ channel, consumers }: Consuming): Promise<void> {
  // Cancels the consumers first. Otherwise the broker would redeliver the messages to them at once. Since RabbitMQ 4.3, a nack
  // does not count as a failed delivery, but a lost channel does.
  await Promise.all(consumers.map((tag) => channel.cancel(tag)));
  channel.nackAll(true);
  await channel.close();
}
