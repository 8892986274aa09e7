import { setTimeout as sleep } from 'node:timers/promises';
import type { GetMessage } from 'amqplib';

import { connectBroker, ensureClosed } from '../../../platform/amqp/connection.ts';
import { createPublisher } from '../../../platform/amqp/publisher.ts';
import { parkedQueue, serviceExchange } from '../../../platform/amqp/topology.ts';
import type { ServiceName } from '../../../contracts/kit/define.ts';
import { readParked, type ParkedMessage } from './parked-message.ts';

export interface HeldMessage {
  raw: GetMessage;
  parked: ParkedMessage;
}

export type ParkedQueue = Awaited<ReturnType<typeof openParkedQueue>>;

interface Sent {
  messageId?: string;
  type?: string;
  contentType?: string;
}

const confirmWithinMs = 10_000;
const [looks, betweenLooksMs] = [6, 500];

/**
 * While `look` finds nothing, repeats it for a few seconds. Another process may have received a parked message for a moment.
 * After a connection closes, the broker needs some time to requeue the connection's messages.
 */
export async function lookAgainForParked<Found>(
  look: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  for (let left = looks; ; left -= 1) {
    const found = await look();
    if (found !== undefined || left === 1) return found;
    await sleep(betweenLooksMs);
  }
}

export async function openParkedQueue(url: string, namespace: string, service: ServiceName) {
  const queue = parkedQueue(namespace, service);
  const connection = await connectBroker(url, 'parked');
  connection.on('error', () => undefined);
  const channel = await connection.createChannel();
  // If the queue is missing, the channel closes and the pending call fails. So this event needs no handling.
  channel.on('error', () => undefined);
  const publisher = createPublisher();
  await publisher.use(connection);

  return {
    /**
     * Receives all messages that are parked now. Returns all of them, or only those with this command id. Other processes cannot
     * receive these messages until this process removes them or closes the queue.
     */
    take: async (id?: string): Promise<HeldMessage[]> => {
      const { messageCount } = await channel.checkQueue(queue);
      const held: HeldMessage[] = [];
      // Stops at this count, because the queue may never become empty: redriven messages may be parked again meanwhile.
      for (let taken = 0; taken < messageCount; taken += 1) {
        const raw = await channel.get(queue, { noAck: false });
        if (raw === false) break;
        const parked = readParked(service, raw);
        if (id === undefined || parked.id === id) held.push({ raw, parked });
      }
      return held;
    },
    /** Publishes the message to a queue. Resolves once the broker has stored the message. */
    publish: (
      target: string,
      { raw: { content: body, properties } }: HeldMessage,
      headers: Record<string, unknown>,
    ): Promise<void> => {
      const { messageId = '', type, contentType } = properties as Sent;
      const options = { messageId, headers, ...(type && { type }), ...(contentType && { contentType }) };
      const to = { exchange: serviceExchange(namespace, service), routingKey: target };
      return publisher.publish({ ...to, body, options }, confirmWithinMs);
    },
    /** Removes the message for good. Call this only after the message is in another queue or its outcome is recorded. */
    remove: async ({ raw }: HeldMessage): Promise<void> => {
      channel.ack(raw);
      // The broker does not confirm an ack, but has processed it when it responds to the next call on this channel.
      await channel.checkQueue(queue);
    },
    /** Puts the messages that were not removed back into the parked queue, in their former order. */
    close: async (): Promise<void> => {
      await ensureClosed(channel);
      await ensureClosed(connection);
    },
  };
}
