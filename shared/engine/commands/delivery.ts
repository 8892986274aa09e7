import type { ConsumeMessage } from 'amqplib';
import type { ReplyAddress } from '../decide/bulk-operation.ts';
import type { Delivered } from '../decide/decide-batch.ts';

/** The channel from which a delivery came. Only this channel can ack the delivery. */
export interface DeliveryChannel {
  /** Whether the channel is open. When it has closed, the broker redelivers its unacked messages. */
  readonly isOpen: boolean;
  ack: (message: ConsumeMessage) => void;
  /** Acks this message and all earlier messages of the channel. */
  ackThrough: (message: ConsumeMessage) => void;
  /** Returns all unacked messages to the broker. The channel delivers no more messages afterwards. */
  handBack: () => Promise<void>;
  close: () => Promise<void>;
}

export interface Delivery {
  /** The decoded message. Null if the bytes are not a command or event. */
  delivered: Delivered | null;
  message: ConsumeMessage;
  /** The queue that the message came from; for a dead-lettered message, its original queue. */
  queue: string;
  /** Whether the broker has dead-lettered the message after too many deliveries without an ack. */
  isGivenUp: boolean;
  channel: DeliveryChannel;
  /** When the message arrived, by `performance.now()`. */
  takenAt: number;
}

export type ReadDelivery = Delivery & { delivered: Delivered };

export function isReadable(delivery: Delivery): delivery is ReadDelivery {
  return delivery.delivered !== null;
}

/** Returns the queue from which the broker dead-lettered a message; null if its headers do not contain that queue. */
export function givenUpFrom({ properties }: Pick<ConsumeMessage, 'properties'>): string | null {
  const death = properties.headers?.['x-death']?.find(
    ({ reason }) => (reason as string) === 'delivery_limit',
  );
  const from: unknown = death?.queue ?? properties.headers?.['x-parked-from'];
  return typeof from === 'string' ? from : null;
}

/** Where to send the reply. Null if the sender expects no reply. */
export function replyAddress({ properties }: ConsumeMessage): ReplyAddress | null {
  const { replyTo, correlationId } = properties as Partial<ReplyAddress>;
  return replyTo && correlationId ? { replyTo, correlationId } : null;
}

/** Whether only a worker of a later release can process this message. */
export type IsOfLaterRelease = (delivered: Delivered) => boolean;

/**
 * Creates a check for messages that only a later release can process: commands of a new version or type, and events that only the
 * later release consumes. A worker gets such messages while two releases run, or after a rollback. Commands without a version
 * come from releases before 0.4.0, so this release knows all their types.
 */
export function createReleaseCheck(
  handlers: Readonly<Record<string, unknown>>,
  writes: Readonly<Record<string, { version?: number }>>,
): IsOfLaterRelease {
  return ({ command: { type, version }, keepsInbox }) => {
    if (!Object.hasOwn(handlers, type)) return !keepsInbox || version !== undefined;
    return (version ?? 1) > (writes[type]?.version ?? 1);
  };
}
