import type { Publisher } from '../../platform/amqp/publisher.ts';
import {
  givenUpQueue,
  retryDelays,
  parkedQueue,
  retryExchange,
  serviceExchange,
} from '../../platform/amqp/topology.ts';
import type { Command, ServiceName } from '../../contracts/kit/define.ts';
import { isOwnFault } from '../../platform/mongo/faults.ts';
import { loggable, type Log } from '../../platform/process/log.ts';
import { waitOf } from '../../platform/process/kill-point.ts';
import { type Delivery, type ReadDelivery, replyAddress } from './delivery.ts';
import { attemptHeader, givenUpHeader, laterReleaseHeader, ownHeaders } from './messages.ts';
import { metHeader } from './addressed-record.ts';
import { measureSetAside } from './observe-batches.ts';

export type RetryOrPark = ReturnType<typeof createRetryOrPark>;

/** How often a dead-lettered command is retried, each time in a batch of its own. */
const triesOfGivenUp = 5;
const reasonOfGivenUp = `no worker finished it in 20 deliveries, nor in ${triesOfGivenUp + 1} more alone: each worker died, or returned it during an outage`;
const [shortestDelay] = retryDelays;
const longestDelay = Math.max(...retryDelays);
const publishTimeout = 10_000;
/** The longest wait for a retry, in ms, in tests that shorten waits. */
const shortRetryMs = 100;

export interface RetryOrParkOptions {
  publisher: Publisher;
  namespace: string;
  service: ServiceName;
  /** Records that a command is parked. Returns false if the command already has a final outcome. */
  recordParked: (command: Command, reason: string) => Promise<boolean>;
  /** Returns the value of `metHeader` for a failing command; null if the command changes no existing record. */
  met?: ((command: Command) => Promise<string | null>) | undefined;
  log: Log;
}

/** Each method of the result resolves once the broker has stored the message in another queue. */
export function createRetryOrPark(options: RetryOrParkOptions) {
  const { publisher, namespace, service, recordParked, met, log } = options;
  let putAsideAt: number | null = null;

  /** The moved message keeps the reply address of the waiting gateway, and has a header with the queue from which it came. */
  const move = async (
    delivery: Delivery,
    to: { exchange: string; routingKey: string },
    headers: Record<string, unknown>,
    more: { expiration?: number } = {},
  ): Promise<void> => {
    const { message, queue } = delivery;
    const options = {
      messageId: String(message.properties.messageId),
      headers: {
        ...ownHeaders(message.properties.headers),
        'x-parked-from': queue,
        ...(await metBy(delivery, met)),
        ...headers,
      },
      ...replyAddress(message),
      ...more,
    };
    await publisher.publish({ ...to, body: message.content, options }, publishTimeout);
  };

  /** Stores the message in a retry queue, from which the broker moves it to `queue` after `delay` ms, one of `retryDelays`. */
  const waitFor = async (
    delivery: Delivery,
    delay: number,
    queue: string,
    headers: Record<string, unknown>,
  ): Promise<void> => {
    putAsideAt = performance.now();
    const exchange = retryExchange(namespace, service, delay);
    const ttl = waitOf(delay, shortRetryMs);
    // The retry queue already has this TTL, unless tests shorten the delay.
    await move(delivery, { exchange, routingKey: queue }, headers, ttl === delay ? {} : { expiration: ttl });
    measureSetAside('retried');
  };

  const logged = new Set<string>();
  const logOnce = ({ type, version = 1 }: Command): void => {
    const what = `${type} ${version}`;
    if (logged.has(what)) return;
    logged.add(what);
    log.warn(
      { type, version },
      'only a later release knows this type of message: it waits for a worker of that release',
    );
  };

  /** Parks a message, unless its command has a final outcome: a worker that seemed dead may have finished it. */
  const park = async (delivery: Delivery, reason: string): Promise<void> => {
    const { delivered, queue } = delivery;
    if (delivered?.keepsInbox && !(await recordParked(delivered.command, reason))) return;
    const to = { exchange: serviceExchange(namespace, service), routingKey: parkedQueue(namespace, service) };
    await move(delivery, to, { 'x-parked-reason': reason });
    measureSetAside('parked');
    const command = delivered?.command;
    log.error({ command_id: command?.id, type: command?.type, queue, reason }, 'command parked');
  };

  return {
    /** Whether the broker accepts messages now. */
    get isPossible() {
      return publisher.isOpen;
    },
    /** When a message was last moved to a retry queue, by `performance.now()`; null if none was. */
    get putAsideAt() {
      return putAsideAt;
    },
    park,
    /**
     * Delays a message that only a later release can process, again and again, until a worker of that release receives the
     * message. Each delay is longer than the previous one, up to `longestDelay`.
     */
    waitForRelease: async (delivery: ReadDelivery): Promise<void> => {
      const waited = Number(delivery.message.properties.headers?.[laterReleaseHeader] ?? 0);
      logOnce(delivery.delivered.command);
      const delay = retryDelays[waited] ?? longestDelay;
      await waitFor(delivery, delay, delivery.queue, { [laterReleaseHeader]: waited + 1 });
    },
    /**
     * Retries the message in a batch of its own, because an outage may have caused the failed deliveries. After the last attempt,
     * records the message as parked and moves it to the parked queue.
     */
    retryOrParkGivenUp: async (delivery: Delivery): Promise<void> => {
      const tries = Number(delivery.message.properties.headers?.[givenUpHeader] ?? 0) + 1;
      if (tries > triesOfGivenUp) {
        await park(delivery, reasonOfGivenUp);
        return;
      }
      await waitFor(delivery, shortestDelay, givenUpQueue(namespace, service), { [givenUpHeader]: tries });
    },
    /**
     * Retries the command after a delay. If the command itself causes the errors, parks it after the last attempt. Other errors,
     * such as an unknown database error, do not count as attempts.
     */
    retryOrPark: async (delivery: ReadDelivery, error: unknown): Promise<void> => {
      const { command } = delivery.delivered;
      const attempt = Number(delivery.message.properties.headers?.[attemptHeader] ?? 0);
      const isOwn = isOwnFault(error);
      log.error(
        { err: error, command_id: command.id, type: command.type, attempt, request_id: command.requestId },
        isOwn
          ? 'command failed'
          : 'a command waits, because the database rejects it for a reason outside the command',
      );
      const delay = isOwn ? retryDelays[attempt] : longestDelay;
      if (delay === undefined) {
        await park(delivery, reasonOf(error));
        return;
      }
      await waitFor(delivery, delay, delivery.queue, { [attemptHeader]: isOwn ? attempt + 1 : attempt });
    },
  };
}

function reasonOf(error: unknown): string {
  return loggable(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
}

/**
 * Returns the header `metHeader`: the record and the version that the command found at its first failure. Later failures do not
 * replace this value. It shows an operator whether the record has changed since the first failure.
 */
async function metBy(
  { delivered, message }: Delivery,
  met: RetryOrParkOptions['met'],
): Promise<Record<string, unknown>> {
  if (!met || !delivered?.keepsInbox || message.properties.headers?.[metHeader] !== undefined) return {};
  const found = await met(delivered.command).catch(() => null);
  return found === null ? {} : { [metHeader]: found };
}
