import type { Publisher } from '../amqp/publisher.ts';
import { givenUpQueue, parkedQueue, retryDelays, retryExchange, serviceExchange } from '../amqp/topology.ts';
import type { Command, ServiceName } from '../contracts/schema-kit/define.ts';
import { isOwnFault } from '../mongo/faults.ts';
import type { Log } from '../process/log.ts';
import { readMessage, replyAddress } from './delivery.ts';
import type { Delivery, ReadDelivery } from './delivery.ts';
import { measureSetAside } from './measure-batches.ts';
import { metHeader } from './addressed-record.ts';
import { attemptHeader, givenUpHeader } from './messages.ts';

type Message = Pick<Delivery, 'message' | 'queue'>;

/** Where messages go that cannot be decided now, or ever. Each resolves when the broker has the message safe there. */
export interface RetryOrPark {
  /** Whether the broker takes messages now. */
  readonly isPossible: boolean;
  /** When a message was last put aside to be tried again, by `performance.now()`; null when none was. */
  readonly putAsideAt: number | null;
  /**
   * A command that failed alone: tried again later. When the error is its own it is parked as soon as its tries are used
   * up; any other error, such as one of a database that nobody knows, counts for nothing.
   */
  retryOrPark: (delivery: ReadDelivery, error: unknown) => Promise<void>;
  /**
   * What the broker gave up, and has delivered once more without an end: tried again alone, for an outage as well as the
   * command itself may have kept it from its end; then recorded as parked, and parked.
   */
  retryOrParkGivenUp: (delivery: Delivery) => Promise<void>;
  /** Puts it into the parked queue, for an operator. */
  park: (message: Message, reason: string) => Promise<void>;
}

const publishTimeout = 10_000;
/** How often a command that the broker gave up is tried alone. */
const triesOfGivenUp = 5;
const [shortestDelay] = retryDelays;
const longestDelay = Math.max(...retryDelays);

export function createRetryOrPark(options: {
  publisher: Publisher;
  namespace: string;
  service: ServiceName;
  /** False: the command has its end after all. */
  recordParked: (command: Command, reason: string) => Promise<boolean>;
  /** What a command that fails now has met. */
  met?: ((command: Command) => Promise<string | null>) | undefined;
  log: Log;
}): RetryOrPark {
  const { publisher, namespace, service, recordParked, met, log } = options;

  let putAsideAt: number | null = null;

  const move = async (
    message: Message,
    to: { exchange: string; routingKey: string },
    headers: Record<string, unknown>,
  ): Promise<void> => {
    const noted = { ...(await metBy(message, met)), ...headers };
    const publication = { ...to, body: message.message.content, options: propertiesOf(message, noted) };
    await publisher.publish(publication, publishTimeout);
  };
  const wait = async (
    message: Message,
    delay: number,
    routingKey: string,
    headers: Record<string, unknown>,
  ): Promise<void> => {
    putAsideAt = performance.now();
    await move(message, { exchange: retryExchange(namespace, service, delay), routingKey }, headers);
    measureSetAside('retried');
  };

  const park: RetryOrPark['park'] = async (message, reason) => {
    const exchange = serviceExchange(namespace, service);
    await move(
      message,
      { exchange, routingKey: parkedQueue(namespace, service) },
      { 'x-parked-reason': reason },
    );
    measureSetAside('parked');
  };

  /** What has its end, such as by a worker that was thought dead, is not parked. */
  const parkUndecided = async (delivery: Delivery, reason: string): Promise<void> => {
    const { delivered } = delivery;
    if (delivered?.keepsInbox && !(await recordParked(delivered.command, reason))) return;
    await park(delivery, reason);
    log.error({ command_id: delivered?.command.id, type: delivered?.command.type, reason }, 'command parked');
  };

  return {
    get isPossible() {
      return publisher.isOpen;
    },
    get putAsideAt() {
      return putAsideAt;
    },
    park,
    retryOrParkGivenUp: async (delivery) => {
      const tries = Number(delivery.message.properties.headers?.[givenUpHeader] ?? 0) + 1;
      if (tries > triesOfGivenUp) {
        await parkUndecided(delivery, 'given up by the broker: no worker that tried it came to its end');
        return;
      }
      await wait(delivery, shortestDelay, givenUpQueue(namespace, service), { [givenUpHeader]: tries });
    },
    retryOrPark: async (delivery, error) => {
      const { command } = delivery.delivered;
      const attempt = Number(delivery.message.properties.headers?.[attemptHeader] ?? 0);
      const isOwn = isOwnFault(error);
      log.error(
        { err: error, command_id: command.id, type: command.type, attempt, request_id: command.requestId },
        isOwn ? 'command failed' : 'command waits: the database refuses it, for no reason of its own',
      );
      const delay = isOwn ? retryDelays[attempt] : longestDelay;
      if (delay === undefined) {
        await parkUndecided(delivery, reasonOf(error));
        return;
      }
      await wait(delivery, delay, delivery.queue, { [attemptHeader]: isOwn ? attempt + 1 : attempt });
    },
  };
}

/** Not copied: a message that the broker moved by these before is dropped when they lead it back to a queue. */
const brokersOwn = /^x-(death|(first|last)-death-.*|delivery-count|acquired-count)$/;
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
  const sent = Object.entries(message.properties.headers ?? {}).filter(([name]) => !brokersOwn.test(name));
  return {
    messageId: String(message.properties.messageId),
    headers: { ...Object.fromEntries(sent), 'x-parked-from': queue, ...headers },
    ...(replyTo && { replyTo }),
    ...(correlationId && { correlationId }),
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
