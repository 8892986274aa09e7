import type { ConfirmChannel, GetMessage, Message } from 'amqplib';

import { connectBroker } from '../../amqp/connection.ts';
import { parkedQueue, serviceExchange } from '../../amqp/topology.ts';
import type { ServiceName } from '../../contracts/schema-kit/define.ts';
import { readParked } from './parked-message.ts';
import type { ParkedMessage } from './parked-message.ts';

export interface HeldMessage {
  raw: GetMessage;
  parked: ParkedMessage;
}

export interface ParkedQueue {
  /** All that is parked now, held for this process alone until it acks or closes. */
  take: () => Promise<HeldMessage[]>;
  /** Puts the message into a queue and waits until the broker has it safe there. */
  publish: (queue: string, held: HeldMessage, headers: Record<string, unknown>) => Promise<void>;
  /** Removes it from the parked ones. Safe only when it is elsewhere, or its end is written down. */
  remove: (held: HeldMessage) => Promise<void>;
  /** Whatever was taken and not removed is in the queue again, in its old order. */
  close: () => Promise<void>;
}

interface Sent {
  messageId?: string;
  type?: string;
  contentType?: string;
}

const confirmWithin = 10_000;

/** Opens a service's parked queue for an operator. */
export async function openParkedQueue(
  url: string,
  namespace: string,
  service: ServiceName,
): Promise<ParkedQueue> {
  const queue = parkedQueue(namespace, service);
  const connection = await connectBroker(url, 'parked');
  connection.on('error', () => undefined);
  const channel = await connection.createConfirmChannel();
  // A missing queue closes the channel; the call that met it rejects.
  channel.on('error', () => undefined);
  const returned = new Set<string>();
  channel.on('return', (message: Message) => returned.add(String(message.properties.messageId)));

  return {
    take: async () => {
      const { messageCount } = await channel.checkQueue(queue);
      const held: HeldMessage[] = [];
      // Not until it is empty: what is redriven may be parked anew meanwhile.
      while (held.length < messageCount) {
        const raw = await channel.get(queue, { noAck: false });
        if (raw === false) break;
        held.push({ raw, parked: readParked(service, raw) });
      }
      return held;
    },
    publish: async (target, { raw }, headers) => {
      const { messageId, type, contentType } = raw.properties as Sent;
      const options = {
        ...{ persistent: true, mandatory: true, headers },
        ...(messageId && { messageId }),
        ...(type && { type }),
        ...(contentType && { contentType }),
      };
      await confirmed(
        channel,
        { exchange: serviceExchange(namespace, service), queue: target },
        raw.content,
        options,
      );
      if (returned.delete(String(messageId))) throw new Error(`There is no queue ${target}`);
    },
    remove: async ({ raw }) => {
      channel.ack(raw);
      // An ack has no answer: a call that has one, behind it on the channel, tells that it arrived.
      await channel.checkQueue(queue);
    },
    close: async () => {
      await channel.close().catch(() => undefined);
      await connection.close().catch(() => undefined);
    },
  };
}

function confirmed(
  channel: ConfirmChannel,
  { exchange, queue }: { exchange: string; queue: string },
  body: Buffer,
  options: Parameters<ConfirmChannel['publish']>[3],
): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`The broker did not confirm within ${confirmWithin / 1000} s`)),
      confirmWithin,
    );
    channel.publish(exchange, queue, body, options, (error: unknown) => {
      clearTimeout(timer);
      if (error) reject(error instanceof Error ? error : new Error('The broker refused the message'));
      else resolve();
    });
  });
}
