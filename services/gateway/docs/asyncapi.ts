import { events } from '#shared/contracts/events.ts';
import type { EventContract } from '#shared/contracts/kit/define.ts';
import type { JsonSchema } from '#shared/contracts/kit/fields.ts';
import { openSchema, resourceSchemas } from './openapi-schemas.ts';

const contentType = 'application/cloudevents+json';

export function asyncApiDocument(options: { exchange: string; version: string }) {
  const declared: [type: string, event: EventContract][] = Object.entries(events);
  const refs = declared.map(([type]) => ({ $ref: `#/channels/events/messages/${type}` }));
  const messages = Object.fromEntries(declared.map(([type, event]) => [type, messageOf(type, event)]));
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Storefront events',
      version: options.version,
      description: description(options.exchange),
      tags: [{ name: 'Events', description: 'Facts about orders, stock and the catalogue.' }],
    },
    defaultContentType: contentType,
    channels: {
      events: {
        address: '{type}',
        description: 'The routing key is the event’s type, so `orders.order.*.v2` binds to all of orders.',
        parameters: { type: { description: 'The type of the event.', enum: declared.map(([type]) => type) } },
        messages: Object.fromEntries(
          declared.map(([type]) => [type, { $ref: `#/components/messages/${type}` }]),
        ),
        bindings: {
          amqp: {
            is: 'routingKey',
            exchange: { name: options.exchange, type: 'topic', durable: true, autoDelete: false },
            bindingVersion: '0.3.0',
          },
        },
      },
    },
    operations: {
      publishEvents: {
        action: 'send',
        channel: { $ref: '#/channels/events' },
        summary: 'Everything that happens in the store.',
        description: 'An outage of the broker delays events, and loses none.',
        messages: refs,
        bindings: { amqp: { deliveryMode: 2, bindingVersion: '0.3.0' } },
      },
    },
    components: { messages, schemas: referredTo(messages, resourceSchemas()) },
  };
}

function description(exchange: string): string {
  return `Bind a queue of your own to the topic exchange \`${exchange}\`. Every event is published at least once, after
the change that it describes was committed: drop ids that you know, and versions older than the one you have.`;
}

function referredTo(value: unknown, schemas: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const found = new Set<string>();
  function follow(from: unknown): void {
    for (const [, name = ''] of JSON.stringify(from).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      follow(schemas[name]);
    }
  }
  follow(value);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => found.has(name)));
}

/** Describes an event type as a message of CloudEvents 1.0 in structured JSON mode. */
function messageOf(type: string, { summary, service, subjects, data }: EventContract): JsonSchema {
  const moment = { type: 'string', format: 'date-time' };
  const properties = {
    specversion: { const: '1.0' },
    id: { type: 'string', format: 'uuid' },
    source: { const: `/${service}` },
    type: { const: type },
    subject: { type: 'string', pattern: `^${subjects}/[0-9]+$` },
    time: moment,
    datacontenttype: { const: 'application/json' },
    traceparent: { type: 'string', description: 'W3C trace context of the request that caused it.' },
    data: openSchema(data),
  };
  const required = Object.keys(properties).filter((name) => name !== 'traceparent');
  return {
    name: type,
    title: summary,
    summary,
    contentType,
    payload: { type: 'object', properties, required },
  };
}
