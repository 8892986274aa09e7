import type { Channel, ChannelModel } from 'amqplib';
import type { ServiceName } from '../contracts/schema-kit/define.ts';
import { queueConsumers, queueMessages } from '../telemetry/metrics.ts';
import { observe } from '../telemetry/observe.ts';
import {
  commandQueue,
  eventQueue,
  givenUpQueue,
  parkedQueue,
  partitions,
  retryDelays,
  retryExchange,
} from './topology.ts';

interface WatchedQueue {
  name: string;
  service: ServiceName;
  kind: 'commands' | 'events' | 'retry' | 'given_up' | 'parked';
}

interface QueueFigures {
  queue: WatchedQueue;
  messages: number;
  consumers: number;
}

/** Reports what waits in these services' queues, and who consumes it, for as long as there is a connection. */
export function observeQueues(options: {
  namespace: string;
  services: readonly ServiceName[];
  connection: () => ChannelModel | null;
}): void {
  const queues = options.services.flatMap((service) => queuesOf(options.namespace, service));
  const ask = async (): Promise<QueueFigures[]> => {
    const connection = options.connection();
    return connection ? check(connection, queues) : [];
  };
  observe([queueMessages, queueConsumers], ask, (result, figures) => {
    for (const { queue, messages, consumers } of figures) {
      const attributes = {
        'messaging.destination.name': queue.name,
        'store.service': queue.service,
        'store.queue.kind': queue.kind,
      };
      result.observe(queueMessages, messages, attributes);
      if (queue.kind === 'commands' || queue.kind === 'events')
        result.observe(queueConsumers, consumers, attributes);
    }
  });
}

function queuesOf(namespace: string, service: ServiceName): WatchedQueue[] {
  const commands = Array.from({ length: partitions }, (_, partition) => ({
    name: commandQueue(namespace, service, partition),
    service,
    kind: 'commands' as const,
  }));
  const retries = retryDelays.map((delay) => ({
    name: retryExchange(namespace, service, delay),
    service,
    kind: 'retry' as const,
  }));
  return [
    ...commands,
    ...retries,
    { name: givenUpQueue(namespace, service), service, kind: 'given_up' },
    { name: parkedQueue(namespace, service), service, kind: 'parked' },
    { name: eventQueue(namespace, service), service, kind: 'events' },
  ];
}

async function check(connection: ChannelModel, queues: readonly WatchedQueue[]): Promise<QueueFigures[]> {
  const figures: QueueFigures[] = [];
  let channel: Channel | null = null;
  for (const queue of queues) {
    channel ??= await openProbe(connection);
    try {
      const { messageCount, consumerCount } = await channel.checkQueue(queue.name);
      figures.push({ queue, messages: messageCount, consumers: consumerCount });
    } catch {
      // A queue that no worker has made yet: the broker closes the channel that asked for it.
      channel = null;
    }
  }
  await channel?.close();
  return figures;
}

async function openProbe(connection: ChannelModel): Promise<Channel> {
  const channel = await connection.createChannel();
  channel.on('error', () => undefined);
  return channel;
}
