import type { Publisher } from '../amqp/publisher.ts';
import { parkedQueue, retryExchange, serviceExchange } from '../amqp/topology.ts';
import type { Command, ServiceName } from '../contracts/schema-kit/define.ts';
import { waitOf } from '../process/kill-point.ts';
import { metHeader } from './addressed-record.ts';
import { readMessage, replyAddress } from './delivery.ts';
import type { Delivery } from './delivery.ts';
import { measureSetAside } from './measure-batches.ts';

export type Message = Pick<Delivery, 'message' | 'queue'>;

/** What a command that fails now has met, to be noted in its message. */
export type Met = (command: Command) => Promise<string | null>;

/** Puts a message into another queue. Each resolves when the broker has it safe there. */
export interface MoveMessage {
  /** Into the queue of this name, after one of the retry delays. */
  wait: (message: Message, delay: number, queue: string, headers: Record<string, unknown>) => Promise<void>;
  /** Into the parked queue, for an operator. */
  park: (message: Message, reason: string) => Promise<void>;
}

const publishTimeout = 10_000;
/** In tests that shorten waits, a message waits no longer than this for its retry. */
const shortRetryMs = 100;
/** Not copied: a message that the broker moved by these before is dropped when they lead it back to a queue. */
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
      // The queue has this time to live for its messages already, unless tests shorten it.
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

/** Noted once, at the first failure: whoever tries it again later sees whether its record has moved on. */
async function metBy({ message }: Message, met: Met | undefined): Promise<Record<string, unknown>> {
  const command = readMessage(message, false)?.command;
  if (!met || !command || message.properties.headers?.[metHeader] !== undefined) return {};
  const found = await met(command).catch(() => null);
  return found === null ? {} : { [metHeader]: found };
}

/** Its sender still waits for the reply, and an operator sees which queue it came from. */
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
