import { setTimeout as sleep } from 'node:timers/promises';
import { SpanKind } from '@opentelemetry/api';
import { keepConnected } from '../amqp/connection.ts';
import { createPublisher } from '../amqp/publisher.ts';
import { declareEvents, eventsExchange } from '../amqp/topology.ts';
import { killPoint, killPointSoon } from '../process/kill-point.ts';
import type { Log } from '../process/log.ts';
import type { Database } from '../mongo/connect.ts';
import type { BatchModels } from './batch-models.ts';
import type { OutboxDocument, OutboxEvent } from './outbox.ts';
import { leaseModel, taskLease } from '../mongo/leases.ts';
import { operator } from '../mongo/operator.ts';
import { publishDuration, publishedEvents } from '../telemetry/metrics.ts';
import { startSpanAfter, traceparentFrom } from '../telemetry/spans.ts';

export interface OutboxRelay {
  ready: Promise<void>;
  /** This process has committed this entry: it need not be read. */
  publish: (entry: OutboxDocument) => void;
  close: () => Promise<void>;
}

const leaseMs = 10_000;
const pollMs = 250;
/** From one round to the next, so that many commits in a row are one round's work; the first goes at once. */
const betweenRoundsMs = 25;
/** From one removal to the next: each waits for the disks, as the writes of orders do. */
const betweenRemovalsMs = 1000;
const entriesAtOnce = 50;
const confirmTimeout = 10_000;

/**
 * Publishes the outbox to the events exchange: publish → confirm → remove, oldest first, many removed at once. One relay
 * at a time, by a lease; after a crash the next holder publishes again what was not removed, and consumers drop what
 * they know.
 */
export function startOutboxRelay(options: {
  database: Database;
  models: BatchModels;
  url: string;
  namespace: string;
  holder: string;
  log: Log;
}): OutboxRelay {
  const { database, models, namespace, holder, log } = options;
  const lease = taskLease(leaseModel(database), 'relay', holder, leaseMs);
  const publisher = createPublisher();
  let isClosing = false;
  let wake: () => void = () => undefined;
  let isWoken = false;
  /** Of this process, to be published without reading them. What is not here any more is found in the outbox. */
  let handedOver: OutboxDocument[] = [];
  /** When to look into the outbox again: for what others left there, and what could not be published. */
  let looksAt = -Infinity;
  /** Entries that the broker has and that are not removed yet, by their ids. */
  const published = new Map<string, OutboxDocument['_id']>();
  let removedAt = -Infinity;
  const publishing = {
    'messaging.system': 'rabbitmq',
    'messaging.operation.name': 'publish',
    'messaging.destination.name': eventsExchange(namespace),
  };
  publishedEvents.add(0, publishing);

  const link = keepConnected({
    url: options.url,
    name: `${holder}-relay`,
    log,
    setUp: async (connection) => {
      const channel = await connection.createChannel();
      channel.on('error', () => undefined);
      await declareEvents(channel, namespace, null);
      await channel.close();
      await publisher.use(connection);
    },
  });

  const publishEvent = (event: OutboxEvent, at: string): Promise<void> => {
    const span = startSpanAfter(event.traceparent ?? undefined, `${event.type} publish`, {
      kind: SpanKind.PRODUCER,
      attributes: { ...publishing, 'messaging.operation.type': 'send', 'messaging.message.id': event.id },
    });
    const traceparent = span ? (traceparentFrom(span) ?? null) : event.traceparent;
    const sent = publisher.publish(
      {
        exchange: eventsExchange(namespace),
        routingKey: event.type,
        body: Buffer.from(event.json),
        options: {
          // Nobody needs to have bound a queue for an event.
          mandatory: false,
          messageId: event.id,
          contentType: 'application/cloudevents+json',
          type: event.type,
          timestamp: Math.floor(Date.parse(at) / 1000),
          ...(traceparent !== null && { headers: { traceparent } }),
        },
      },
      confirmTimeout,
    );
    return span ? sent.finally(() => span.end()) : sent;
  };

  /** What was handed over and has not been found, and published, meanwhile. */
  const unpublished = () => handedOver.filter(({ _id }) => !published.has(_id.toHexString()));

  const nextEntries = async (): Promise<OutboxDocument[]> => {
    const given = unpublished();
    handedOver = [];
    if (performance.now() < looksAt) return given;
    // Those that were handed over are among these, in their place.
    const found = await models.outbox
      .find({ _id: operator({ $nin: [...published.values()] }) })
      .sort({ _id: 1 })
      .limit(entriesAtOnce)
      .lean();
    if (found.length < entriesAtOnce) looksAt = performance.now() + pollMs - betweenRoundsMs;
    return found;
  };

  const publishSome = async (): Promise<number> => {
    const entries = await nextEntries();
    if (entries.length === 0) return 0;
    killPoint('relay.before-publish');
    killPointSoon('relay.before-confirm');
    const startedAt = performance.now();
    await Promise.all(entries.flatMap((entry) => entry.events.map((event) => publishEvent(event, entry.at))));
    publishDuration.record((performance.now() - startedAt) / 1000, publishing);
    publishedEvents.add(
      entries.reduce((sum, entry) => sum + entry.events.length, 0),
      publishing,
    );
    for (const { _id } of entries) published.set(_id.toHexString(), _id);
    return entries.length;
  };

  const removePublished = async (): Promise<void> => {
    if (published.size === 0) return;
    killPoint('relay.before-removal');
    // By a majority, as reads are: what is not gone by then would be found, and published, again.
    await models.outbox.deleteMany({ _id: operator({ $in: [...published.values()] }) });
    handedOver = unpublished();
    published.clear();
    removedAt = performance.now();
  };

  const loop = async (): Promise<void> => {
    while (!isClosing) {
      isWoken = false;
      let count = 0;
      const startedAt = performance.now();
      try {
        if (published.size >= entriesAtOnce || startedAt - removedAt >= betweenRemovalsMs)
          await removePublished();
        if (publisher.isOpen && (await lease.hold())) count = await publishSome();
        else looksAt = -Infinity;
      } catch (error) {
        looksAt = -Infinity;
        log.warn({ err: error }, 'events wait in the outbox');
        await sleep(pollMs);
      }
      if (count === entriesAtOnce) continue;
      await sleep(Math.max(startedAt + betweenRoundsMs - performance.now(), 0));
      // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- set by publish() meanwhile
      if (count > 0 || isWoken) continue;
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, pollMs);
      });
    }
  };
  const ended = loop();

  return {
    ready: link.ready,
    publish: (entry) => {
      if (handedOver.length < entriesAtOnce) handedOver.push(entry);
      else looksAt = -Infinity;
      isWoken = true;
      // The replies to whoever waits for this commit go first.
      setImmediate(() => wake());
    },
    close: async () => {
      isClosing = true;
      isWoken = true;
      wake();
      await ended;
      // What stays is published again by whoever is next, and known to those who follow.
      await removePublished().catch((error: unknown) =>
        log.warn({ err: error }, 'the outbox keeps what is published'),
      );
      await lease.release();
      await link.close();
    },
  };
}
