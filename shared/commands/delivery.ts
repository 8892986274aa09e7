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
  close: () => Promise<void>;
}

/** A message as it came from the broker. */
export interface Delivery {
  /** Null: the bytes are no command, and never will be. */
  delivered: Delivered | null;
  message: ConsumeMessage;
  queue: string;
  channel: DeliveryChannel;
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

/** Where the sender waits for the reply; both are missing when it expects none. */
export function replyAddress({ properties }: ConsumeMessage): { replyTo?: string; correlationId?: string } {
  return properties;
}
