import type { Channel, ConsumeMessage } from 'amqplib';
import type { Delivered } from '../decide/decide-batch.ts';
import { commandFromEvent } from './events.ts';
import { decodeCommand, decodeEvent } from './messages.ts';

/** A message as it came from the broker. */
export interface Delivery {
  /** Null: the bytes are no command, and never will be. */
  delivered: Delivered | null;
  message: ConsumeMessage;
  queue: string;
  /** Acks are valid on the channel that delivered, and only there. */
  channel: Channel;
}

export type ReadDelivery = Delivery & { delivered: Delivered };

export function readMessage(message: ConsumeMessage, isEvent: boolean): Delivered | null {
  try {
    const command = isEvent ? commandFromEvent(decodeEvent(message.content)) : decodeCommand(message.content);
    return { command, keepsInbox: !isEvent };
  } catch {
    return null;
  }
}

/** Where the sender waits for the reply; both are missing when nobody does. */
export function replyAddress({ properties }: ConsumeMessage): { replyTo?: string; correlationId?: string } {
  return properties;
}
