import { randomUUID } from 'node:crypto';
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import type { ServiceName } from '../../contracts/kit/define.ts';
import type { Log } from '../process/log.ts';
import { isBlocked } from './connection.ts';
import { bellsExchange, bellsQueue, ensureBells } from './topology.ts';

/** `committed`: a worker has added events to its service's event log. `placed`: new events have positions, and can be read. */
type Bell = 'committed' | 'placed';

/**
 * A bell is an empty message that wakes background jobs of all processes. A bell may be lost, so every job that waits for a bell
 * also looks for work after some seconds.
 */
export interface Bells {
  ring: (service: ServiceName, bell: Bell) => void;
  /** Calls `ringer` in this process for each bell of any process. Call `on` before `use`. */
  on: (service: ServiceName, bell: Bell, ringer: () => void) => void;
  /** Sends and receives bells on this connection until it closes. Never throws: without the broker, bells are lost. */
  use: (connection: ChannelModel) => Promise<void>;
}

/** Bells that ring within this time are sent as one message. */
const apartMs = 5;
/** The longest queue of bells. A process that is too busy to receive its bells needs only the latest bells. */
const mostWaiting = 100;

/** `service`: the queues in which this process receives bells are named after it. Without it, the broker chooses the names. */
export function createBells(options: { namespace: string; service?: ServiceName | null; log: Log }): Bells {
  const { namespace, service = null, log } = options;
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
  const hear = ({ properties, fields }: ConsumeMessage): void => {
    if (properties.appId !== self) ringHere(fields.routingKey);
  };
  const listen = async (channel: Channel, lost: () => void): Promise<void> => {
    // Each connection's queue has its own name, because the broker may keep the queue of a dead connection for a minute.
    const name = service === null ? '' : bellsQueue(namespace, service, randomUUID());
    const options = { exclusive: true, autoDelete: true, durable: false, maxLength: mostWaiting };
    const { queue } = await channel.assertQueue(name, options);
    for (const key of ringers.keys()) await channel.bindQueue(queue, exchange, key);
    await channel.consume(queue, (message) => (message === null ? lost() : hear(message)), { noAck: true });
  };

  const logSilence = (error: unknown): void =>
    log.warn(
      { err: error },
      'background jobs cannot be woken by other processes, and wait for their next interval',
    );

  const use = async (connection: ChannelModel): Promise<void> => {
    try {
      await ensureBells(connection, namespace);
      const channel = await connection.createChannel();
      channel.on('error', logSilence);
      channel.on('close', () => {
        if (current?.channel === channel) current = null;
      });
      await listen(channel, () => {
        void channel.close().catch(() => undefined);
        void use(connection);
      });
      current = { channel, connection };
      // Bells may have been lost while there was no channel, so ring for every job.
      for (const key of ringers.keys()) ringHere(key);
    } catch (error) {
      logSilence(error);
    }
  };

  return {
    ring: (service, bell) => {
      const key = `${service}.${bell}`;
      ringHere(key);
      if (leaving.has(key)) return;
      leaving.add(key);
      setTimeout(send, apartMs, key);
    },
    on: (service, bell, ringer) => void ringers.getOrInsert(`${service}.${bell}`, []).push(ringer),
    use,
  };
}
