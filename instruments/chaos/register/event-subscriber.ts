import type { ChannelModel, ConsumeMessage } from 'amqplib';

import { keepConnected } from '#shared/platform/amqp/connection.ts';
import { eventsExchange } from '#shared/platform/amqp/topology.ts';
import { createLog } from '#shared/platform/process/log.ts';
import { createHistory, type History, type RecordEvent } from './history.ts';

export interface EventSubscriber {
  history: History;
  /** The subscriber's own queue on the event exchange. */
  queue: string;
  close: () => Promise<void>;
}

/** An external system that consumes `store.events` from its own quorum queue over a direct connection to the broker. */
export async function subscribeToEvents(rabbitmqUrl: string, namespace: string): Promise<EventSubscriber> {
  const history = createHistory();
  const queue = 'follower.events';
  const follow = async (connection: ChannelModel): Promise<void> => {
    const channel = await connection.createChannel();
    channel.on('error', () => undefined);
    // The broker can close a channel alone. Closing the connection as well makes `keepConnected` create both again.
    channel.on('close', () => void connection.close().catch(() => undefined));
    await channel.assertExchange(eventsExchange(namespace), 'topic', { durable: true });
    await channel.assertQueue(queue, { durable: true, arguments: queueArguments });
    await channel.bindQueue(queue, eventsExchange(namespace), '#');
    await channel.prefetch(200);
    await channel.consume(queue, (message: ConsumeMessage | null) => {
      if (message === null) {
        void channel.close().catch(() => undefined);
        return;
      }
      history.note(JSON.parse(message.content.toString()) as RecordEvent);
      channel.ack(message);
    });
  };
  const log = createLog('event-subscriber', 'silent');
  const link = keepConnected({ url: rabbitmqUrl, name: 'event-subscriber', log, setUp: follow });
  await link.ready;
  return { history, queue, close: () => link.close() };
}

const queueArguments = {
  'x-queue-type': 'quorum',
  // Redelivered messages arrive before newer ones, and a single consumer processes them in sequence.
  'x-single-active-consumer': true,
  'x-delivery-limit': 1_000_000_000,
};
