import type { ConsumeMessage } from 'amqplib';
import type { Publisher } from '../amqp/publisher.ts';
import { parkedQueue, retryDelays, retryExchange, serviceExchange } from '../amqp/topology.ts';
import type { Command, ServiceName } from '../contracts/schema-kit/define.ts';
import type { Log } from '../process/log.ts';
import { readMessage, replyAddress } from './delivery.ts';
import type { Delivery, ReadDelivery } from './delivery.ts';
import { measureSetAside } from './measure-batches.ts';
import { metHeader } from './addressed-record.ts';
import { attemptHeader } from './messages.ts';

type Message = Pick<Delivery, 'message' | 'queue'>;

/** Where messages go that cannot be decided now, or ever. Each resolves when the broker has the message safe there. */
export interface RetryOrPark {
  /** A command that failed alone: tried again later, or parked when its tries are used up. */
  retryOrPark: (delivery: ReadDelivery, error: unknown) => Promise<void>;
  /** Puts it into the parked queue, for an operator. */
  park: (message: Message, reason: string) => Promise<void>;
  /** What the broker has dead-lettered: recorded as parked, and parked. */
  parkDeadLetter: (message: ConsumeMessage, queue: string, reason: string) => Promise<void>;
}

const publishTimeout = 10_000;

export function createRetryOrPark(options: {
  publisher: Publisher;
  namespace: string;
  service: ServiceName;
  recordParked: (command: Command, reason: string) => Promise<void>;
  /** What a command that fails now has met. */
  met?: ((command: Command) => Promise<string | null>) | undefined;
  log: Log;
}): RetryOrPark {
  const { publisher, namespace, service, recordParked, met, log } = options;

  const move = async (
    message: Message,
    to: { exchange: string; routingKey: string },
    headers: Record<string, unknown>,
  ): Promise<void> => {
    const noted = { ...(await metBy(message, met)), ...headers };
    const publication = { ...to, body: message.message.content, options: propertiesOf(message, noted) };
    await publisher.publish(publication, publishTimeout);
  };

  const park: RetryOrPark['park'] = (message, reason) => {
    measureSetAside('parked');
    const parked = {
      exchange: serviceExchange(namespace, service),
      routingKey: parkedQueue(namespace, service),
    };
    return move(message, parked, { 'x-parked-reason': reason });
  };

  return {
    park,
    parkDeadLetter: async (message, queue, reason) => {
      const delivered = readMessage(message, false);
      if (delivered) await recordParked(delivered.command, reason);
      await park({ message, queue }, reason);
    },
    retryOrPark: async (delivery, error) => {
      const { command, keepsInbox } = delivery.delivered;
      const attempt = Number(delivery.message.properties.headers?.[attemptHeader] ?? 0);
      const delay = retryDelays[attempt];
      log.error(
        { err: error, command_id: command.id, type: command.type, attempt, request_id: command.requestId },
        delay === undefined ? 'command parked' : 'command failed, it will be tried again',
      );
      if (delay === undefined) {
        const reason = reasonOf(error);
        if (keepsInbox) await recordParked(command, reason);
        await park(delivery, reason);
        return;
      }
      measureSetAside('retried');
      const waiting = { exchange: retryExchange(namespace, service, delay), routingKey: delivery.queue };
      await move(delivery, waiting, { [attemptHeader]: attempt + 1 });
    },
  };
}

/** Noted once, at the first failure: whoever tries it again later sees whether its record has moved on. */
async function metBy(
  { message }: Message,
  met: ((command: Command) => Promise<string | null>) | undefined,
): Promise<Record<string, unknown>> {
  const command = readMessage(message, false)?.command;
  if (!met || !command || message.properties.headers?.[metHeader] !== undefined) return {};
  const found = await met(command).catch(() => null);
  return found === null ? {} : { [metHeader]: found };
}

/** Its sender still waits for the reply, and an operator sees which queue it came from. */
function propertiesOf({ message, queue }: Message, headers: Record<string, unknown>) {
  const { replyTo, correlationId } = replyAddress(message);
  return {
    messageId: String(message.properties.messageId),
    headers: { ...message.properties.headers, 'x-parked-from': queue, ...headers },
    ...(replyTo && { replyTo }),
    ...(correlationId && { correlationId }),
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
