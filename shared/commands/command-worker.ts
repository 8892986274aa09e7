import { randomInt } from 'node:crypto';
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import { keepConnected } from '../amqp/connection.ts';
import { createPublisher } from '../amqp/publisher.ts';
import {
  commandQueue,
  declareCommandQueues,
  declareEvents,
  eventQueue,
  givenUpQueue,
  partitions,
  repliesExchange,
} from '../amqp/topology.ts';
import type { Command, ServiceName } from '../contracts/schema-kit/define.ts';
import { killPoint } from '../process/kill-point.ts';
import type { Log } from '../process/log.ts';
import { inSpan, traceparentOf } from '../telemetry/spans.ts';
import type { Result } from '../decide/decide-batch.ts';
import { isBackground } from '../decide/outcome.ts';
import { readMessage, replyAddress } from './delivery.ts';
import type { Delivery, ReadDelivery } from './delivery.ts';
import { createBrokenQueues } from './broken-queues.ts';
import { consumeGivenUp } from './dead-letters.ts';
import { measureDecided, measureTaken, observeHeld, outcomeCode } from './measure-batches.ts';
import { encodeReplies } from './messages.ts';
import { createPutAside } from './retry-or-park.ts';
import type { RunBatch } from './run-batch.ts';
import { endBatchSpans, startBatchSpans } from './trace-batch.ts';
import type { BatchSpans } from './trace-batch.ts';

/** Follows the last delivery that is worth deciding before its channel is given up. */
interface Ending {
  ends: Channel;
}

export interface CommandWorker {
  ready: Promise<void>;
  readonly isConsuming: boolean;
  /** Stop taking → finish → ack → close. */
  close: () => Promise<void>;
}

const batchLimit = 256;
const prefetchPerQueue = 128;
/**
 * One consumer of a partition is active: the first, which would be the same worker for all of them. RabbitMQ 4 gives
 * each to the one of the highest priority, and so by lot to any of the workers; older ones leave it with the first.
 */
const priorities = 1_000_000;

/**
 * Takes a service's commands and the events it follows from the broker, runs them in batches (one when idle, many
 * under load: no timer), and answers, then acks, only what is committed.
 */
export function startCommandWorker(options: {
  url: string;
  namespace: string;
  service: ServiceName;
  /** Patterns of events to follow. */
  follows: readonly string[];
  run: RunBatch;
  /** Records that a command was given up, so that its operation shows as parked. */
  recordParked: (command: Command, reason: string) => Promise<void>;
  /** Called when bulk work was committed: it goes on in the background. */
  began: (commandId: string) => void;
  log: Log;
}): CommandWorker {
  const { namespace, service, log } = options;
  const waiting: (Delivery | Ending)[] = [];
  let inWork: Delivery[] = [];
  const publisher = createPublisher();
  const putAside = createPutAside({ ...options, publisher });
  const brokenQueues = createBrokenQueues(log);
  let current: Channel | null = null;
  let isClosing = false;
  let wake: () => void = () => undefined;

  const receive = (channel: Channel, queue: string, isEvent: boolean) => (message: ConsumeMessage | null) => {
    if (message === null) {
      log.warn({ queue }, 'the broker took the consumer away, opening a new channel');
      // What a deleted queue has handed over is nowhere else: that is decided before the channel goes.
      waiting.push({ ends: channel });
    } else waiting.push({ delivered: readMessage(message, isEvent), message, queue, channel });
    wake();
  };

  const consume = async (connection: ChannelModel): Promise<void> => {
    const channel = await connection.createChannel();
    channel.on('error', (error: Error) => log.warn({ err: error }, 'consuming channel failed'));
    channel.on('close', () => {
      if (current !== channel) return;
      current = null;
      // A channel can die alone; its connection is given up with it, so that one path rebuilds everything.
      void connection.close().catch(() => undefined);
    });
    await channel.prefetch(prefetchPerQueue);
    await declareCommandQueues(channel, namespace, service);
    await declareEvents(channel, namespace, { service, patterns: options.follows });
    current = channel;
    const take = (queue: string, isEvent: boolean, more = {}) =>
      brokenQueues.around(queue, () => channel.consume(queue, receive(channel, queue, isEvent), more));
    for (let partition = 0; partition < partitions; partition += 1) {
      await take(commandQueue(namespace, service, partition), false, { priority: randomInt(priorities) });
    }
    if (options.follows.length > 0) await take(eventQueue(namespace, service), true);
    brokenQueues.tryAgainOn(connection);
    await consumeGivenUp(connection, givenUpQueue(namespace, service), { park: putAside.parkGivenUp, log });
  };

  let replies: Channel | null = null;
  const publishing = keepConnected({
    url: options.url,
    name: `${service}-worker-publish`,
    log,
    setUp: async (connection) => {
      await publisher.use(connection);
      const channel = await connection.createChannel();
      channel.on('error', () => undefined);
      channel.on('close', () => {
        if (replies === channel) replies = null;
      });
      replies = channel;
    },
  });
  const consuming = keepConnected({
    url: options.url,
    name: `${service}-worker-consume`,
    log,
    setUp: consume,
  });

  const reply = (batch: readonly ReadDelivery[], results: readonly Result[]): void => {
    const at = Date.now();
    const told = batch.flatMap(({ message }, index) => {
      const result = results[index];
      const { replyTo, correlationId } = replyAddress(message);
      if (result?.kind !== 'decided' || !replyTo || !correlationId) return [];
      const { outcome, replayed } = result;
      return { replyTo, reply: { correlationId, outcome, replayed, at } };
    });
    for (const [replyTo, all] of Map.groupBy(told, (one) => one.replyTo)) {
      try {
        for (const body of encodeReplies(all.map((one) => one.reply)))
          replies?.publish(repliesExchange(namespace), replyTo, body);
      } catch {
        // The outcome is kept: a retry, or the operation, will tell it.
      }
    }
  };

  const finish = async (
    batch: readonly ReadDelivery[],
    results: readonly Result[],
    spans: BatchSpans,
  ): Promise<void> => {
    reply(batch, results);
    for (const [index, delivery] of batch.entries()) {
      const result = results[index];
      if (result?.kind === 'decided') {
        if (isBackground(result.outcome))
          inSpan(spans.all[index] ?? null, () => options.began(delivery.delivered.command.id));
      } else await putAside.later(delivery, result?.error);
    }
  };

  const tell = (
    batch: readonly ReadDelivery[],
    results: readonly Result[],
    spans: BatchSpans,
    ms: number,
  ): void => {
    measureDecided(batch, results, ms);
    for (const [index, delivery] of batch.entries())
      report(delivery, results[index], batch.length, Math.round(ms));
    endBatchSpans(spans, results);
  };

  const report = (delivery: ReadDelivery, result: Result | undefined, size: number, ms: number): void => {
    const { message } = delivery;
    const { command } = delivery.delivered;
    const traceparent = traceparentOf(message.properties.headers);
    log.info(
      {
        command_id: command.id,
        type: command.type,
        outcome: outcomeCode(result),
        replayed: result?.kind === 'decided' && result.replayed,
        redelivered: message.fields.redelivered,
        request_id: command.requestId,
        trace_id: traceparent?.split('-')[1],
        batch: size,
        ms,
      },
      'command decided',
    );
  };

  const handle = async (batch: Delivery[]): Promise<void> => {
    const startedAt = performance.now();
    const readable = batch.filter((delivery): delivery is ReadDelivery => delivery.delivered !== null);
    for (const delivery of batch) {
      if (delivery.delivered === null) await putAside.park(delivery, 'The message is no command');
    }
    if (readable.length > 0) {
      const commands = readable.map((delivery) => delivery.delivered);
      measureTaken(commands, Date.now());
      const spans = startBatchSpans(readable);
      try {
        const results = await inSpan(spans.lead, () => options.run(commands));
        const ms = performance.now() - startedAt;
        killPoint('worker.before-reply');
        await finish(readable, results, spans);
        // While the next batch waits for the database.
        setImmediate(() => tell(readable, results, spans, ms));
      } catch (error) {
        endBatchSpans(spans, null, error);
        throw error;
      }
    }
    killPoint('worker.before-ack');
    // Deliveries came in order, so the last one of the living channel stands for all before it.
    const last = batch.findLast((delivery) => delivery.channel === current);
    if (last) current?.ack(last.message, true);
  };

  const pump = async (): Promise<void> => {
    while (!isClosing) {
      if (waiting.length === 0) {
        await new Promise<void>((resolve) => (wake = resolve));
        continue;
      }
      const taken = waiting.splice(0, batchLimit);
      const batch = taken.filter((one): one is Delivery => 'message' in one && one.channel === current);
      inWork = batch;
      try {
        if (batch.length > 0) await handle(batch);
        if (taken.some((one) => 'ends' in one && one.ends === current)) await current?.close();
      } catch (error) {
        // Nothing is acked: the broker delivers the batch again on the next channel.
        log.error({ err: error, batch: batch.length }, 'batch not finished, it will be delivered again');
        await current?.close().catch(() => undefined);
      }
      inWork = [];
    }
  };
  const pumped = pump();
  observeHeld(() => {
    const held = [...inWork, ...waiting].filter(
      (one): one is Delivery => 'message' in one && one.channel === current,
    );
    const moments = held.flatMap(({ delivered }) => (delivered ? [Date.parse(delivered.command.at)] : []));
    return { count: held.length, oldestAt: moments.length === 0 ? null : Math.min(...moments) };
  });

  return {
    ready: Promise.all([publishing.ready, consuming.ready]).then(() => undefined),
    get isConsuming() {
      return current !== null && publishing.isOpen;
    },
    close: async () => {
      isClosing = true;
      wake();
      await pumped;
      // Closing the channel hands back what was prefetched and not taken.
      const channel = current;
      current = null;
      await channel?.close().catch(() => undefined);
      await consuming.close();
      await publishing.close();
    },
  };
}
