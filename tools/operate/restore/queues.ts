import type { Channel, ChannelModel } from 'amqplib';

import { connectBroker } from '#shared/amqp/connection.ts';
import {
  commandQueue,
  eventQueue,
  givenUpQueue,
  parkedQueue,
  partitions,
  retryDelays,
  retryExchange,
} from '#shared/amqp/topology.ts';
import { serviceNames, type ServiceName } from '#shared/contracts/schema-kit/define.ts';
import { PlainError } from '#shared/process/plain-error.ts';

/** The number of messages in each non-empty queue. */
export type Waiting = Record<string, number>;

export interface Queues {
  waiting: () => Promise<Waiting>;
  /** Empties the queues; returns the number of removed messages. */
  purge: () => Promise<Waiting>;
  close: () => Promise<void>;
}

/** Opens all queues that keep messages of the store across restarts. */
export async function openQueues(url: string, namespace: string): Promise<Queues> {
  const connection = await connectBroker(url, 'restore').catch(noAnswer);
  connection.on('error', () => undefined);
  const names = serviceNames.flatMap((service) => queuesOf(namespace, service));
  return {
    waiting: () =>
      each(connection, names, async (channel, name) => (await channel.checkQueue(name)).messageCount),
    purge: () =>
      each(connection, names, async (channel, name) => (await channel.purgeQueue(name)).messageCount),
    close: () => connection.close().catch(() => undefined),
  };
}

function queuesOf(namespace: string, service: ServiceName): string[] {
  return [
    ...Array.from({ length: partitions }, (_, partition) => commandQueue(namespace, service, partition)),
    ...retryDelays.map((delay) => retryExchange(namespace, service, delay)),
    givenUpQueue(namespace, service),
    parkedQueue(namespace, service),
    eventQueue(namespace, service),
  ];
}

/** The broker closes the channel on a question about a missing queue, so each question uses its own channel. */
async function each(
  connection: ChannelModel,
  names: readonly string[],
  ask: (channel: Channel, name: string) => Promise<number>,
): Promise<Waiting> {
  const waiting: Waiting = {};
  for (const name of names) {
    const channel = await openChannel(connection);
    channel.on('error', () => undefined);
    const count = await ask(channel, name).catch(missing);
    await channel.close().catch(() => undefined);
    if (count > 0) waiting[name] = count;
  }
  return waiting;
}

async function openChannel(connection: ChannelModel): Promise<Channel> {
  try {
    return await connection.createChannel();
  } catch (error) {
    return noAnswer(error);
  }
}

const notFound = 404;

function missing(error: unknown): number {
  return (error as { code?: unknown }).code === notFound ? 0 : noAnswer(error);
}

function noAnswer(error: unknown): never {
  throw new PlainError(`RabbitMQ does not answer: ${(error as Error).message}. Run this again once it does.`);
}
