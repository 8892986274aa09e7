import { randomUUID } from 'node:crypto';
import type { Attributes } from '@opentelemetry/api';
import type { ChannelModel } from 'amqplib';
import type { Bells } from '#shared/platform/amqp/bells.ts';
import { keepConnected } from '#shared/platform/amqp/connection.ts';
import { observeQueues } from '#shared/platform/amqp/observe-queues.ts';
import {
  createPublisher,
  PublishError,
  type Publication,
  type PublishFailure,
  type Publisher,
} from '#shared/platform/amqp/publisher.ts';
import {
  commandQueue,
  ensureCommandQueues,
  partitionOf,
  repliesExchange,
  serviceExchange,
} from '#shared/platform/amqp/topology.ts';
import { decodeReplies, encode, type EndReply, type Reply } from '#shared/engine/commands/messages.ts';
import { byService, type Command, type ServiceName } from '#shared/contracts/kit/define.ts';
import { detail, Problem, retryLater } from '#shared/contracts/errors.ts';
import { shopperKey } from '#shared/engine/decide/outcome.ts';
import { killPoint, killPointSoon } from '#shared/platform/process/kill-point.ts';
import type { Log } from '#shared/platform/process/log.ts';
import { publishDuration } from '#shared/platform/telemetry/metrics.ts';
import { currentTraceHeaders, inProducerSpan } from '#shared/platform/telemetry/spans.ts';
import { withTimeout } from '#shared/platform/process/with-timeout.ts';
import { createAskWorkers, type AskWorkers, startBrokerProbe } from './broker-probe.ts';
import { createReplyWaiters, type AwaitedReply } from './reply-waiters.ts';

const firstConfirmMs = 500;
/** The time limit for publishing a command: the wait for the first confirm, a new channel, and the wait for a second confirm. */
const confirmMs = 1000;

export interface CommandSender {
  ready: Promise<void>;
  readonly isOpen: boolean;
  /** Whether workers consume commands. Without a consumer, commands are still accepted and queued. */
  askWorkers: AskWorkers;
  /** Throws `unavailable` if the command was certainly not accepted, or `outcome_unknown` if it may have been. */
  send: (command: Command, service: ServiceName, waitMs: number) => Promise<AwaitedReply>;
  /** Ends the waits for replies. Each waiting client then gets 202. */
  endWaits: () => void;
  close: () => Promise<void>;
}

export function createCommandSender(options: {
  url: string;
  namespace: string;
  bells: Pick<Bells, 'use'>;
  log: Log;
}): CommandSender {
  const { namespace, bells, log } = options;
  const publisher = createPublisher();
  const replies = createReplyWaiters();
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
      replyQueue = await consumeReplies(fresh, { namespace, log, receive: replies.receive });
      await publisher.use(fresh);
      await bells.use(fresh);
    },
  });
  observeQueues(namespace, () => connection);
  const probe = startBrokerProbe(publisher, serviceExchange(namespace, 'orders'));
  const askWorkers = createAskWorkers(namespace, () => connection);
  const publishConfirmed = createConfirmedPublish({
    publisher,
    connection: () => connection,
    isAnswering: () => probe.isAnswered,
  });

  const send = async (command: Command, service: ServiceName, waitMs: number): Promise<AwaitedReply> => {
    const correlationId = randomUUID();
    const awaited = replies.wait(correlationId, waitMs);
    const exchange = serviceExchange(namespace, service);
    const routingKey = commandQueue(namespace, service, partitionOf(aggregateOf(command)));
    const published = publishConfirmed(service, () => ({
      exchange,
      routingKey,
      body: encode(command),
      options: publishOptions(command, replyQueue, correlationId),
    }));
    try {
      // A reply also proves that the broker accepted the command, so don't wait for the confirm.
      await Promise.race([published, awaited.replied]);
    } catch (error) {
      replies.cancel(correlationId);
      throw error;
    }
    killPoint('gateway.after-confirm');
    return awaited;
  };

  return {
    ready: link.ready,
    get isOpen() {
      return link.isOpen && publisher.isOpen && probe.isAnswered;
    },
    askWorkers,
    send: (command, service, waitMs) =>
      inProducerSpan(
        `${command.type} publish`,
        spanAttributes(command, serviceExchange(namespace, service)),
        () => send(command, service, waitMs),
      ),
    endWaits: replies.endWaits,
    close: () => {
      probe.close();
      return link.close();
    },
  };
}

/**
 * Returns a function that publishes a command. The function resolves when the broker has confirmed the command, and throws
 * `unavailable` or `outcome_unknown`. It calls `publication` for each attempt, because the reply queue changes after a reconnect.
 */
function createConfirmedPublish(deps: {
  publisher: Publisher;
  connection: () => ChannelModel | null;
  isAnswering: () => boolean;
}) {
  const { publisher, connection, isAnswering } = deps;

  /** Publishes the command again on a new channel. A second copy is safe, because both have the same id. */
  const republish = async (publication: () => Publication, startedAt: number): Promise<void> => {
    const timeLeft = () => Math.max(startedAt + confirmMs - performance.now(), 1);
    try {
      const current = connection();
      if (current) await withTimeout(publisher.renew(current, startedAt), timeLeft());
      await publisher.publish(publication(), timeLeft());
    } catch {
      throw new Problem('outcome_unknown', { extra: { part: 'broker' }, headers: { 'Retry-After': '2' } });
    }
  };

  return async (service: ServiceName, publication: () => Publication): Promise<void> => {
    const startedAt = performance.now();
    killPoint('gateway.before-publish');
    killPointSoon('gateway.before-confirm');
    let attributes = confirmed[service];
    try {
      if (!isAnswering()) throw unavailable('unavailable');
      await publisher.publish(publication(), firstConfirmMs).catch((error: unknown) => {
        if (!(error instanceof PublishError)) throw error;
        if (error.failure !== 'unconfirmed') throw unavailable(error.failure);
        return republish(publication, startedAt);
      });
    } catch (error) {
      const errorType = error instanceof Problem ? error.code : 'internal_error';
      attributes = { ...attributes, 'error.type': errorType };
      throw error;
    } finally {
      publishDuration.record((performance.now() - startedAt) / 1000, attributes);
    }
  };
}

/** The metric's attributes for each service. They are created once, so that a confirmed command allocates no memory for them. */
const confirmed = byService((service): Attributes => ({
  'messaging.system': 'rabbitmq',
  'messaging.operation.name': 'publish',
  'messaging.destination.name': `${service}.commands`,
}));

function unavailable(failure: Exclude<PublishFailure, 'unconfirmed'>): Problem {
  return retryLater('unavailable', detail(`broker_${failure}`), { part: 'broker' }, 2);
}

/** Receives replies on a new queue, and resolves with its name. If the queue is lost, closes the connection, to reconnect. */
async function consumeReplies(
  connection: ChannelModel,
  { namespace, log, receive }: { namespace: string; log: Log; receive: (reply: Reply | EndReply) => void },
): Promise<string> {
  const reconnect = () => void connection.close().catch(() => undefined);
  await ensureCommandQueues(connection, namespace);
  const channel = await connection.createChannel();
  channel.on('error', (error: Error) => log.warn({ err: error }, 'reply channel failed'));
  channel.on('close', reconnect);
  const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true, durable: false });
  await channel.bindQueue(queue, repliesExchange(namespace), queue);
  await channel.consume(
    queue,
    (message) => {
      if (message === null) reconnect();
      else decodeReplies(message.content).forEach(receive);
    },
    { noAck: true },
  );
  return queue;
}

function publishOptions(command: Command, replyTo: string, correlationId: string): Publication['options'] {
  return {
    messageId: command.id,
    type: command.type,
    contentType: 'application/json',
    replyTo,
    correlationId,
    headers: currentTraceHeaders(),
  };
}

function spanAttributes({ id }: Command, exchange: string): Attributes {
  return {
    'messaging.system': 'rabbitmq',
    'messaging.operation.type': 'send',
    'messaging.operation.name': 'publish',
    'messaging.destination.name': exchange,
    'messaging.message.id': id,
  };
}

/** Writes to a single record without an id in the path: the shop's settings, and the staff's saved views. */
const singleRecords: ReadonlySet<string> = new Set(['settings.update', 'saved-views.update']);

/** Identifies a shopper or a record. Commands with the same aggregate are processed one after the other. */
export function aggregateOf(command: Pick<Command, 'id' | 'type' | 'caller' | 'params'>): string {
  if (command.caller.area === 'client') return `user:${shopperKey(command.caller) ?? 0}`;
  if (singleRecords.has(command.type)) return command.type;
  const [parameter] = Object.entries(command.params);
  return parameter ? parameter.join(':') : command.id;
}
