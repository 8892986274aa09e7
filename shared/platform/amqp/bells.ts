import { randomUUID } from 'node:crypto';
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import type { ServiceName } from '../../contracts/kit/define.ts';
import type { Log } from '../process/log.ts';
import { isBlocked } from './connection.ts';
import { bellsExchange, ensureBells } from './topology.ts';

/**
 * `committed`: a worker has added entries to the service's event log. `placed`: entries of the log have got positions, so they
 * can be read.
 */
export type Bell = 'committed' | 'placed';

/**
 * Wakes background jobs of this process and of others. A bell carries no data, and the broker may lose it. So every job that
 * waits for a bell also looks for work itself after some seconds.
 */
export interface Bells {
  ring: (service: ServiceName, bell: Bell) => void;
  /** Call it before `use`. `ringer` is called in this process for each bell of any process. */
  on: (service: ServiceName, bell: Bell, ringer: () => void) => void;
  /** Rings and hears other processes on this connection until it closes. Never throws: without the broker, bells are lost. */
  use: (connection: ChannelModel) => Promise<void>;
}

/** Bells between two processes within this time are one message. */
const apartMs = 5;
/** A process that is too busy to take its bells needs only the last ones. */
const mostWaiting = 100;

/** `queue`: the name of this process's queue. The broker chooses it if it is absent. */
export function createBells({
  namespace,
  queue = '',
  log,
}: {
  namespace: string;
  queue?: string;
  log: Log;
}): Bells {
  const exchange = bellsExchange(namespace);
  const self = randomUUID();
  const ringers = new Map<string, (() => void)[]>();
  const leaving = new Set<string>();
  let current: { channel: Channel; connection: ChannelModel } | null = null;

  const ringHere = (key: string): void => {
    for (const ringer of ringers.get(key) ?? []) ringer();
  };
  const send = (key: string): void => {
    leaving.delete(key);
    if (!current || isBlocked(current.connection)) return;
    try {
      current.channel.publish(exchange, key, Buffer.alloc(0), { appId: self });
    } catch {
      // The channel is closing.
    }
  };
  const hear = (message: ConsumeMessage | null): void => {
    if (message && message.properties.appId !== self) ringHere(message.fields.routingKey);
  };
  const listen = async (channel: Channel): Promise<void> => {
    const options = { exclusive: true, autoDelete: true, durable: false, maxLength: mostWaiting };
    const { queue: own } = await channel.assertQueue(queue, options);
    for (const key of ringers.keys()) await channel.bindQueue(own, exchange, key);
    await channel.consume(own, hear, { noAck: true });
  };

  return {
    ring: (service, bell) => {
      const key = `${service}.${bell}`;
      ringHere(key);
      if (leaving.has(key)) return;
      leaving.add(key);
      setTimeout(send, apartMs, key);
    },
    on: (service, bell, ringer) => {
      const key = `${service}.${bell}`;
      ringers.set(key, [...(ringers.get(key) ?? []), ringer]);
    },
    use: async (connection) => {
      try {
        await ensureBells(connection, namespace);
        const channel = await connection.createChannel();
        channel.on('error', (error: Error) =>
          log.warn({ err: error }, 'background jobs are not woken early'),
        );
        channel.on('close', () => {
          if (current?.channel === channel) current = null;
        });
        await listen(channel);
        current = { channel, connection };
        // Bells may have been lost before.
        for (const key of ringers.keys()) ringHere(key);
      } catch (error) {
        log.warn({ err: error }, 'background jobs are not woken early');
      }
    },
  };
}
