import { SpanKind, type Attributes } from '@opentelemetry/api';
import type { Publication, Publisher } from '../../platform/amqp/publisher.ts';
import { eventsExchange } from '../../platform/amqp/topology.ts';
import { publishDuration, publishedEvents } from '../../platform/telemetry/metrics.ts';
import { startSpanAfter, traceparentFrom } from '../../platform/telemetry/spans.ts';
import type { LoggedEvent } from './event-log.ts';

export interface DatedEvent {
  event: LoggedEvent;
  at: string;
}

/** `count`: the events before the first failure. `failure`: the error of the first failed event; null if all are confirmed. */
export interface Published {
  count: number;
  failure: unknown;
}

/** Publishes these events in order, without waiting for a confirm in between. */
export type PublishEvents = (events: readonly DatedEvent[]) => Promise<Published>;

export function createEventPublisher(
  publisher: Publisher,
  namespace: string,
  confirmTimeoutMs: number,
): PublishEvents {
  const exchange = eventsExchange(namespace);
  const publishing: Attributes = {
    'messaging.system': 'rabbitmq',
    'messaging.operation.name': 'publish',
    'messaging.destination.name': exchange,
  };
  publishedEvents.add(0, publishing);

  const publishEvent = ({ event, at }: DatedEvent): Promise<void> => {
    const span = startSpanAfter(event.traceparent ?? undefined, `${event.type} publish`, {
      kind: SpanKind.PRODUCER,
      attributes: { ...publishing, 'messaging.operation.type': 'send', 'messaging.message.id': event.id },
    });
    const traceparent = span ? (traceparentFrom(span) ?? null) : (event.traceparent ?? null);
    const sent = publisher.publish(toPublication(event, { exchange, at, traceparent }), confirmTimeoutMs);
    return span ? sent.finally(() => span.end()) : sent;
  };

  return async (events) => {
    const startedAt = performance.now();
    const published = firstPublished(await Promise.allSettled(events.map(publishEvent)));
    publishDuration.record((performance.now() - startedAt) / 1000, publishing);
    publishedEvents.add(published.count, publishing);
    return published;
  };
}

/**
 * Counts the events before the first failure. Later events are published again after the failed event, so that
 * a record's events keep their order.
 */
function firstPublished(ends: readonly PromiseSettledResult<void>[]): Published {
  const count = ends.findIndex(({ status }) => status === 'rejected');
  const failed = ends[count];
  if (failed?.status !== 'rejected') return { count: ends.length, failure: null };
  return { count, failure: failed.reason };
}

function toPublication(
  event: LoggedEvent,
  { exchange, at, traceparent }: { exchange: string; at: string; traceparent: string | null },
): Publication {
  return {
    exchange,
    routingKey: event.type,
    body: Buffer.from(event.json),
    options: {
      // If no queue is bound for an event, that is not an error.
      mandatory: false,
      messageId: event.id,
      contentType: 'application/cloudevents+json',
      type: event.type,
      timestamp: Math.floor(Date.parse(at) / 1000),
      ...(traceparent !== null && { headers: { traceparent } }),
    },
  };
}
