import { SpanKind } from '@opentelemetry/api';
import type { Attributes } from '@opentelemetry/api';
import type { Publication, Publisher } from '../amqp/publisher.ts';
import { eventsExchange } from '../amqp/topology.ts';
import { publishDuration, publishedEvents } from '../telemetry/metrics.ts';
import { startSpanAfter, traceparentFrom } from '../telemetry/spans.ts';
import type { OutboxDocument, OutboxEvent } from './outbox.ts';

const confirmTimeout = 10_000;

/** Publishes the events of these entries at once; resolves when the broker has confirmed every one. */
export type PublishEvents = (entries: readonly OutboxDocument[]) => Promise<void>;

export function createEventPublisher(publisher: Publisher, namespace: string): PublishEvents {
  const exchange = eventsExchange(namespace);
  const publishing: Attributes = {
    'messaging.system': 'rabbitmq',
    'messaging.operation.name': 'publish',
    'messaging.destination.name': exchange,
  };
  publishedEvents.add(0, publishing);

  const publishEvent = (event: OutboxEvent, at: string): Promise<void> => {
    const span = startSpanAfter(event.traceparent ?? undefined, `${event.type} publish`, {
      kind: SpanKind.PRODUCER,
      attributes: { ...publishing, 'messaging.operation.type': 'send', 'messaging.message.id': event.id },
    });
    const traceparent = span ? (traceparentFrom(span) ?? null) : event.traceparent;
    const sent = publisher.publish(toPublication(event, { exchange, at, traceparent }), confirmTimeout);
    return span ? sent.finally(() => span.end()) : sent;
  };

  return async (entries) => {
    const startedAt = performance.now();
    const events = entries.flatMap((entry) => entry.events.map((event) => publishEvent(event, entry.at)));
    await Promise.all(events);
    publishDuration.record((performance.now() - startedAt) / 1000, publishing);
    publishedEvents.add(events.length, publishing);
  };
}

function toPublication(
  event: OutboxEvent,
  { exchange, at, traceparent }: { exchange: string; at: string; traceparent: string | null },
): Publication {
  return {
    exchange,
    routingKey: event.type,
    body: Buffer.from(event.json),
    options: {
      // An event that no queue is bound for is not an error.
      mandatory: false,
      messageId: event.id,
      contentType: 'application/cloudevents+json',
      type: event.type,
      timestamp: Math.floor(Date.parse(at) / 1000),
      ...(traceparent !== null && { headers: { traceparent } }),
    },
  };
}
