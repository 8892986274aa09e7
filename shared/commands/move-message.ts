import type { Publisher } from '../amqp/publisher.ts';
import { parkedQueue, retryExchange, serviceExchange } from '../amqp/topology.ts';
import type { Command, ServiceName } from '../contracts/schema-kit/define.ts';
import { waitOf } from '../process/kill-point.ts';
import { metHeader } from './addressed-record.ts';
import { readMessage, replyAddress, type Delivery } from './delivery.ts';
import { measureSetAside } from './measure-batches.ts';

export type Message = Pick<Delivery, 'message' | 'queue'>;

/** Returns the record version that a failing command found, for its message's headers. */
export type Met = (command: Command) => Promise<string | null>;

/** Moves a message to another queue. Each method resolves once the broker has stored it there. */
export interface MoveMessage {
  /** Moves the message to this queue after one of the retry delays. */
  wait: (message: Message, delay: number, queue: string, headers: Record<string, unknown>) => Promise<void>;
  /** Moves the message to the parked queue, for an operator. */
  park: (message: Message, reason: string) => Promise<void>;
}

const publishTimeout = 10_000;
/** The longest wait for a retry in tests that shorten waits. */
const shortRetryMs = 100;
/** Headers set by the broker are not copied, because with them it may detect a dead-letter cycle and drop the message. */
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

/** Recorded once, at the first failure. So an operator who redrives the command sees whether its record has changed since. */
async function metBy({ message }: Message, met: Met | undefined): Promise<Record<string, unknown>> {
  const command = readMessage(message, false)?.command;
  if (!met || !command || message.properties.headers?.[metHeader] !== undefined) return {};
  const found = await met(command).catch(() => null);
  return found === null ? {} : { [metHeader]: found };
}

/** Keeps the reply address for the waiting sender, and records the original queue for the operator. */
function propertiesOf({ message, queue }: Message, headers: Record<string, unknown>) {
  const { replyTo, correlationId } = replyAddress(message);
  const sent = Object.entries(message.properties.headers ?? {}).filter(([name]) => !brokersOwn.test(name));
  return {
    messageId: String(message.properties.messageId),
    headers: { ...Object.fromEntries(sent), 'x-parked-from': queue, ...headers },
    ...(replyTo && { replyTo }),
    ...(correlationId && { correlationId }),
  };
}
