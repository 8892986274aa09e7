import { randomUUID } from 'node:crypto';
import type { Attributes } from '@opentelemetry/api';
import type { ChannelModel } from 'amqplib';
import { keepConnected } from '#shared/amqp/connection.ts';
import { observeQueues } from '#shared/amqp/observe-queues.ts';
import { createPublisher, PublishError } from '#shared/amqp/publisher.ts';
import {
  commandQueue,
  declareCommandQueues,
  partitionOf,
  repliesExchange,
  serviceExchange,
} from '#shared/amqp/topology.ts';
import { decodeReplies, encode } from '#shared/commands/messages.ts';
import type { Reply } from '#shared/commands/messages.ts';
import type { Command, ServiceName } from '#shared/contracts/schema-kit/define.ts';
import { Problem } from '#shared/errors.ts';
import { killPoint, killPointSoon } from '#shared/process/kill-point.ts';
import type { Log } from '#shared/process/log.ts';
import { publishDuration, replyDuration } from '#shared/telemetry/metrics.ts';
import { currentTraceHeaders, inProducerSpan } from '#shared/telemetry/spans.ts';

/** The broker has the command safe. */
export interface Sent {
  /** The reply, or null when the wait is over. */
  outcome: Promise<Reply | null>;
  /** Resolves when the worker has replied, also after the wait; never when its reply is lost. */
  replied: Promise<void>;
}

export interface CommandSender {
  ready: Promise<void>;
  readonly isOpen: boolean;
  /** Refuses with `unavailable` (certainly not accepted) or `outcome_unknown` (it may have been). */
  send: (command: Command, service: ServiceName, aggregate: string, waitMs: number) => Promise<Sent>;
  close: () => Promise<void>;
}

const firstConfirm = 500;
const confirmInAll = 1000;
/** How long a reply is listened for once nobody waits for it any more. */
const lateReplyMs = 600_000;

/** Sends commands to the services' queues and takes the workers' replies on a queue of this gateway's own. */
export function createCommandSender(options: { url: string; namespace: string; log: Log }): CommandSender {
  const { namespace, log } = options;
  const publisher = createPublisher();
  const waiters = new Map<string, (reply: Reply) => void>();
  let connection: ChannelModel | null = null;
  let replyQueue = '';

  const link = keepConnected({
    url: options.url,
    name: 'gateway',
    log,
    setUp: async (fresh) => {
      connection = fresh;
      fresh.on('close', () => {
        if (connection === fresh) connection = null;
      });
      const channel = await fresh.createChannel();
      channel.on('error', (error: Error) => log.warn({ err: error }, 'reply channel failed'));
      channel.on('close', () => void fresh.close().catch(() => undefined));
      await declareCommandQueues(channel, namespace, 'catalog');
      await declareCommandQueues(channel, namespace, 'orders');
      const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true, durable: false });
      await channel.bindQueue(queue, repliesExchange(namespace), queue);
      await channel.consume(
        queue,
        (message) => {
          if (message === null) void fresh.close().catch(() => undefined);
          else decodeReplies(message.content).forEach(receive);
        },
        { noAck: true },
      );
      replyQueue = queue;
      await publisher.use(fresh);
    },
  });

  observeQueues({ namespace, services: ['catalog', 'orders'], connection: () => connection });

  const receive = (reply: Reply): void => {
    const waiter = waiters.get(reply.correlationId);
    if (!waiter) return;
    replyDuration.record(Math.max(Date.now() - reply.at, 0) / 1000);
    waiter(reply);
  };

  const publish = (
    command: Command,
    service: ServiceName,
    aggregate: string,
    correlationId: string,
    ms: number,
  ) =>
    publisher.publish(
      {
        exchange: serviceExchange(namespace, service),
        routingKey: commandQueue(namespace, service, partitionOf(aggregate)),
        body: encode(command),
        options: {
          messageId: command.id,
          type: command.type,
          contentType: 'application/json',
          replyTo: replyQueue,
          correlationId,
          headers: currentTraceHeaders(),
        },
      },
      ms,
    );

  /** Unconfirmed is not lost: the same id again, on a fresh channel, is the same command. */
  const publishSafely = async (...message: Parameters<typeof publish>): Promise<void> => {
    const startedAt = performance.now();
    const [command, service, aggregate, correlationId] = message;
    killPoint('gateway.before-publish');
    killPointSoon('gateway.before-confirm');
    try {
      await publish(command, service, aggregate, correlationId, firstConfirm);
      return;
    } catch (error) {
      if (!(error instanceof PublishError)) throw error;
      if (error.failure !== 'unconfirmed') throw unavailable(error.failure);
    }
    try {
      if (connection) await withDeadline(publisher.renew(connection, startedAt), startedAt + confirmInAll);
      const left = Math.max(startedAt + confirmInAll - performance.now(), 1);
      await publish(command, service, aggregate, correlationId, left);
    } catch {
      throw new Problem('outcome_unknown', { extra: { part: 'broker' }, headers: { 'Retry-After': '2' } });
    }
  };

  const publishMeasured = async (...message: Parameters<typeof publish>): Promise<void> => {
    const startedAt = performance.now();
    let error: string | undefined;
    try {
      await publishSafely(...message);
    } catch (failure) {
      error = failure instanceof Problem ? failure.code : 'internal_error';
      throw failure;
    } finally {
      publishDuration.record(
        (performance.now() - startedAt) / 1000,
        error === undefined ? sentTo[message[1]] : publishing(message[1], error),
      );
    }
  };

  return {
    ready: link.ready,
    get isOpen() {
      return link.isOpen && publisher.isOpen;
    },
    send: (command, service, aggregate, waitMs) =>
      inProducerSpan(
        `${command.type} publish`,
        {
          'messaging.system': 'rabbitmq',
          'messaging.operation.type': 'send',
          'messaging.operation.name': 'publish',
          'messaging.destination.name': serviceExchange(namespace, service),
          'messaging.message.id': command.id,
        },
        async () => {
          const correlationId = randomUUID();
          const { promise: outcome, resolve } = Promise.withResolvers<Reply | null>();
          const { promise: replied, resolve: settle } = Promise.withResolvers<undefined>();
          const forget = () => waiters.delete(correlationId);
          let timer = setTimeout(() => {
            resolve(null);
            timer = setTimeout(forget, lateReplyMs).unref();
          }, waitMs);
          waiters.set(correlationId, (reply) => {
            clearTimeout(timer);
            forget();
            settle(undefined);
            resolve(reply);
          });
          try {
            // A reply proves as well as a confirm that the command was taken.
            const published = publishMeasured(command, service, aggregate, correlationId, firstConfirm);
            await Promise.race([published, replied]);
          } catch (error) {
            clearTimeout(timer);
            forget();
            throw error;
          }
          killPoint('gateway.after-confirm');
          return { outcome, replied };
        },
      ),
    close: () => link.close(),
  };
}

const sentTo = { catalog: publishing('catalog'), orders: publishing('orders') };

function publishing(service: ServiceName, error?: string): Attributes {
  return {
    'messaging.system': 'rabbitmq',
    'messaging.operation.name': 'publish',
    'messaging.destination.name': `${service}.commands`,
    ...(error !== undefined && { 'error.type': error }),
  };
}

function unavailable(failure: string): Problem {
  const detail =
    failure === 'refused'
      ? 'The store has more commands waiting than it can take. Nothing was accepted; try again shortly.'
      : 'The message broker cannot be reached. Nothing was accepted; try again shortly.';
  return new Problem('unavailable', { detail, extra: { part: 'broker' }, headers: { 'Retry-After': '2' } });
}

async function withDeadline<T>(work: Promise<T>, deadline: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new PublishError('unconfirmed')),
      Math.max(deadline - performance.now(), 1),
    );
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
