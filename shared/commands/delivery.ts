import type { ConsumeMessage } from 'amqplib';
import type { Delivered } from '../decide/decide-batch.ts';
import { commandFromEvent } from './events.ts';
import { decodeCommand, decodeEvent } from './messages.ts';

/** The channel that deliveries come by: they can be acked there and nowhere else. */
export interface DeliveryChannel {
  /** False once it is gone: the broker delivers again what was not acked on it. */
  readonly isOpen: boolean;
  /** Acks this message and all that came before it. */
  ackThrough: (message: ConsumeMessage) => void;
  /** Gives the broker back, once, all that is not acked; nothing comes by this channel any more. */
  handBack: () => Promise<void>;
  close: () => Promise<void>;
}

/** A message as it came from the broker. */
export interface Delivery {
  /** Null: the bytes are no command, and never will be. */
  delivered: Delivered | null;
  message: ConsumeMessage;
  /** The queue it belongs to: of what the broker gave up, the one that it was first in. */
  queue: string;
  /** The broker has delivered it too often without an ack. */
  isGivenUp: boolean;
  channel: DeliveryChannel;
  /** When it came, by `performance.now()`. */
  takenAt: number;
}

export type ReadDelivery = Delivery & { delivered: Delivered };

export function isReadable(delivery: Delivery): delivery is ReadDelivery {
  return delivery.delivered !== null;
}

export function readMessage(message: ConsumeMessage, isEvent: boolean): Delivered | null {
  try {
    const command = isEvent ? commandFromEvent(decodeEvent(message.content)) : decodeCommand(message.content);
    return { command, keepsInbox: !isEvent };
  } catch {
    return null;
  }
}

/** The queue in which the broker gave a message up; null when its headers don't tell. */
export function givenUpFrom({ properties }: Pick<ConsumeMessage, 'properties'>): string | null {
  const death = properties.headers?.['x-death']?.find(
    ({ reason }) => (reason as string) === 'delivery_limit',
  );
  const from: unknown = death?.queue ?? properties.headers?.['x-parked-from'];
  return typeof from === 'string' ? from : null;
}

/** Where the sender waits for the reply; both are missing when it expects none. */
export function replyAddress({ properties }: ConsumeMessage): { replyTo?: string; correlationId?: string } {
  return properties;
}
