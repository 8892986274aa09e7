import type { ConsumeMessage } from 'amqplib';
import type { Publisher } from '../amqp/publisher.ts';
import { parkedQueue, retryDelays, retryExchange, serviceExchange } from '../amqp/topology.ts';
import type { Command, ServiceName } from '../contracts/schema-kit/define.ts';
import type { Log } from '../process/log.ts';
import { readMessage, replyAddress } from './delivery.ts';
import type { Delivery, ReadDelivery } from './delivery.ts';
import { measurePutAside } from './measure-batches.ts';
import { attemptHeader } from './messages.ts';

type Message = Pick<Delivery, 'message' | 'queue'>;

/** Where messages go that can't be decided now, or ever. Each resolves when the broker has the message safe there. */
export interface PutAside {
  /** A command that failed alone: later again, or parked when it has been tried often enough. */
  later: (delivery: ReadDelivery, error: unknown) => Promise<void>;
  /** Among the parked, for the operator. */
  park: (message: Message, reason: string) => Promise<void>;
  /** What the broker itself has given up: written down and parked. */
  parkGivenUp: (message: ConsumeMessage, queue: string, reason: string) => Promise<void>;
}

const publishTimeout = 10_000;

export function createPutAside(options: {
  publisher: Publisher;
  namespace: string;
  service: ServiceName;
  /** Records that a command was given up, so that its operation shows as parked. */
  recordParked: (command: Command, reason: string) => Promise<void>;
  log: Log;
}): PutAside {
  const { publisher, namespace, service, recordParked, log } = options;

  const passOn = (
    { message, queue }: Message,
    target: { exchange: string; routingKey: string },
    headers: Record<string, unknown>,
  ): Promise<void> => {
    const { replyTo, correlationId } = replyAddress(message);
    const properties = {
      messageId: String(message.properties.messageId),
      headers: { ...message.properties.headers, 'x-parked-from': queue, ...headers },
      ...(replyTo && { replyTo }),
      ...(correlationId && { correlationId }),
    };
    return publisher.publish({ ...target, body: message.content, options: properties }, publishTimeout);
  };

  const park = (message: Message, reason: string): Promise<void> => {
    measurePutAside('parked');
    const target = {
      exchange: serviceExchange(namespace, service),
      routingKey: parkedQueue(namespace, service),
    };
    return passOn(message, target, { 'x-parked-reason': reason });
  };

  return {
    park,
    parkGivenUp: async (message, queue, reason) => {
      const delivered = readMessage(message, false);
      if (delivered) await recordParked(delivered.command, reason);
      await park({ message, queue }, reason);
    },
    later: async (delivery, error) => {
      const { command, keepsInbox } = delivery.delivered;
      const attempt = Number(delivery.message.properties.headers?.[attemptHeader] ?? 0);
      const delay = retryDelays[attempt];
      const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      log.error(
        { err: error, command_id: command.id, type: command.type, attempt, request_id: command.requestId },
        delay === undefined ? 'command parked' : 'command failed, it will be tried again',
      );
      if (delay === undefined) {
        if (keepsInbox) await recordParked(command, reason);
        await park(delivery, reason);
        return;
      }
      measurePutAside('retried');
      const target = { exchange: retryExchange(namespace, service, delay), routingKey: delivery.queue };
      await passOn(delivery, target, { [attemptHeader]: attempt + 1 });
    },
  };
}
