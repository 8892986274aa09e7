import type { Publisher } from '../../platform/amqp/publisher.ts';
import { parkedQueue, retryExchange, serviceExchange } from '../../platform/amqp/topology.ts';
import type { Command, ServiceName } from '../../contracts/kit/define.ts';
import { waitOf } from '../../platform/process/kill-point.ts';
import { metHeader } from './addressed-record.ts';
import { readMessage, replyAddress, type Delivery } from './delivery.ts';
import { measureSetAside } from './measure-batches.ts';

export type Message = Pick<Delivery, 'message' | 'queue'>;

/** Returns the value of `metHeader` for a failing command; null if the command changes no existing record. */
export type Met = (command: Command) => Promise<string | null>;

/** Each method resolves once the broker has stored the message in the other queue. */
export interface MoveMessage {
  /** Stores the message in a retry queue, from which the broker moves it to `queue` after `delay` ms, one of `retryDelays`. */
  wait: (message: Message, delay: number, queue: string, headers: Record<string, unknown>) => Promise<void>;
  park: (message: Message, reason: string) => Promise<void>;
}

const publishTimeout = 10_000;
/** The longest wait for a retry in tests that shorten waits. */
const shortRetryMs = 100;
/** Headers of the broker are not copied: with them it may detect a dead-letter cycle and drop the message. */
const brokersOwn = /^x-(death|(first|last)-death-.*|delivery-count|acquired-count)$/;

export function createMoveMessage(options: {
  publisher: Publisher;
  namespace: string;
  service: ServiceName;
  met?: Met | undefined;
}): MoveMessage {
  const { publisher, namespace, service, met } = options;
  const move = async (
    message: Message,
    to: { exchange: string; routingKey: string },
    headers: Record<string, unknown>,
    more: { expiration?: number } = {},
  ): Promise<void> => {
    const noted = { ...(await metBy(message, met)), ...headers };
    const options = { ...propertiesOf(message, noted), ...more };
    const publication = { ...to, body: message.message.content, options };
    await publisher.publish(publication, publishTimeout);
  };

  return {
    wait: async (message, delay, routingKey, headers) => {
      const exchange = retryExchange(namespace, service, delay);
      const ttl = waitOf(delay, shortRetryMs);
      // The retry queue already has this TTL, unless tests shorten the delay.
      await move(message, { exchange, routingKey }, headers, ttl === delay ? {} : { expiration: ttl });
      measureSetAside('retried');
    },
    park: async (message, reason) => {
      const exchange = serviceExchange(namespace, service);
      const to = { exchange, routingKey: parkedQueue(namespace, service) };
      await move(message, to, { 'x-parked-reason': reason });
      measureSetAside('parked');
    },
  };
}

/** Only the first failure sets the header. It shows an operator who redrives the command whether its record has changed since. */
async function metBy({ message }: Message, met: Met | undefined): Promise<Record<string, unknown>> {
  const command = readMessage(message, false)?.command;
  if (!met || !command || message.properties.headers?.[metHeader] !== undefined) return {};
  const found = await met(command).catch(() => null);
  return found === null ? {} : { [metHeader]: found };
}

/** Keeps the reply address for the waiting sender, and records the original queue for the operator. */
function propertiesOf({ message, queue }: Message, headers: Record<string, unknown>) {
  const sent = Object.entries(message.properties.headers ?? {}).filter(([name]) => !brokersOwn.test(name));
  return {
    messageId: String(message.properties.messageId),
    headers: { ...Object.fromEntries(sent), 'x-parked-from': queue, ...headers },
    ...replyAddress(message),
  };
}
