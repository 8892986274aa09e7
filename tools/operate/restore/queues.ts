import type { ChannelModel } from 'amqplib';

import { connectBroker, ensureClosed } from '#shared/platform/amqp/connection.ts';
import { openChannel, queuesOf } from '#shared/platform/amqp/topology.ts';
import { serviceNames } from '#shared/contracts/kit/define.ts';
import { PlainError } from '#shared/platform/settings/plain-error.ts';

/** The number of messages in each queue that is not empty. */
export type Waiting = Record<string, number>;

export interface Queues {
  waiting: () => Promise<Waiting>;
  /** Empties the queues. Returns the number of removed messages. */
  purge: () => Promise<Waiting>;
  close: () => Promise<void>;
}

/** Opens all queues that keep messages of the store across restarts. */
export async function openQueues(url: string, namespace: string): Promise<Queues> {
  const connection = await connectBroker(url, 'restore').catch(noAnswer);
  connection.on('error', () => undefined);
  const names = serviceNames.flatMap((service) => queuesOf(namespace, service).map(({ name }) => name));
  return {
    waiting: () => each(connection, names, 'checkQueue'),
    purge: () => each(connection, names, 'purgeQueue'),
    close: () => ensureClosed(connection),
  };
}

/** Checks or purges each queue through a separate channel, because the broker closes a channel that names a missing queue. */
async function each(
  connection: ChannelModel,
  names: readonly string[],
  ask: 'checkQueue' | 'purgeQueue',
): Promise<Waiting> {
  const waiting: Waiting = {};
  for (const name of names) {
    const channel = await openChannel(connection).catch(noAnswer);
    const { messageCount } = await channel[ask](name).catch(missing);
    await ensureClosed(channel);
    if (messageCount > 0) waiting[name] = messageCount;
  }
  return waiting;
}

const notFound = 404;

function missing(error: unknown): { messageCount: number } {
  return (error as { code?: unknown }).code === notFound ? { messageCount: 0 } : noAnswer(error);
}

function noAnswer(error: unknown): never {
  throw new PlainError(
    `RabbitMQ does not respond: ${(error as Error).message}. Run this command again when it does.`,
  );
}
