import { events } from '../events.ts';
import { local, serviceNames, type Local, type ServiceName } from '../kit/define.ts';
import { eventTypesByComma } from '../kit/event-types.ts';
import { object, sometimes, type BodyOf } from '../kit/fields.ts';
import { integer, text } from '../kit/field-kinds.ts';
import * as s from '../kit/resource-schema.ts';

const eventDataSchema: s.SchemaOf<{ version: number }> = s.called('EventData', {
  type: 'object',
  properties: { version: { type: 'integer', minimum: 1 } },
  required: ['version'],
  additionalProperties: true,
  description: 'The data of this type, as described in `/asyncapi.json`.',
});

const eventSchema = s.named(
  'Event',
  {
    specversion: { ...s.text, const: '1.0' },
    id: s.described(s.text, 'The same wherever the event is published.'),
    source: s.described(s.text, 'The service: `/orders`.'),
    type: s.described(s.text, '`orders.order.placed.v2`.'),
    subject: s.described(s.text, 'The record: `orders/12`.'),
    time: s.moment,
    datacontenttype: { ...s.text, const: 'application/json' },
    traceparent: s.text,
    data: eventDataSchema,
  },
  ['traceparent'],
);

const service: s.SchemaOf<ServiceName> = { type: 'string', enum: [...serviceNames] };

const eventPageMetaSchema = s.named('EventPageMeta', {
  next: s.described(s.text, 'The cursor for the next request.'),
  has_more: s.described(s.boolean, 'More events are waiting: send the next request immediately.'),
  delayed: s.arrayOf(service, 'Unavailable services, whose events come later.'),
});

export const eventPageSchema = s.named('EventPage', {
  data: s.arrayOf(eventSchema),
  meta: eventPageMetaSchema,
});

const fields = {
  after: sometimes(
    text({ max: 300 }),
    'A cursor: `meta.next`, or the `id` of a streamed event. Absent: from now on. `0`: from the oldest kept events.',
  ),
  limit: sometimes(
    integer({ min: 1, max: 5000 }),
    'Events in a response, 100 by default. Streams ignore it.',
  ),
  wait: sometimes(integer({ min: 0, max: 60 }), 'Seconds to wait for an event. Streams ignore it.'),
  types: sometimes(
    eventTypesByComma(Object.keys(events)),
    'Types of events, or beginnings of types with `*` (`orders.order.*`), separated by commas.',
  ),
  type: sometimes(
    text({ max: 200 }),
    'A single type. An unknown type matches nothing: the header `Warning` names a similar one.',
  ),
  subject: sometimes(text({ max: 200 }), 'Only events of one record: `orders/12`.'),
};
export type EventsQuery = BodyOf<typeof fields>;
export const eventsQueryNames = Object.keys(fields);

const exampleEvent = {
  specversion: '1.0',
  id: '0b0e7a5c-6f0b-4f39-8a54-0d1b4c6f9d10',
  source: '/orders',
  type: 'orders.order.status-changed.v2',
  subject: 'orders/12',
  time: '2026-01-31T09:30:00.000Z',
  datacontenttype: 'application/json',
  data: { version: 3, changed: ['status'], status: 'confirmed' },
};
const examplePage = { data: [exampleEvent], meta: { next: 'q9fW3z1c', has_more: false, delayed: [] } };
const exampleStream = `id: q9fW3z1c\nevent: ${exampleEvent.type}\ndata: ${JSON.stringify(exampleEvent)}\n\n`;

function feed<const Path extends string>(
  path: Path,
  { description, ...declared }: Pick<Local<Path, EventsQuery, unknown>, 'scope' | 'summary' | 'description'>,
) {
  return local<Path, EventsQuery, unknown>('get', path, {
    ...declared,
    description: `${description} With \`Accept: text/event-stream\`, a stream of the same events: \`id\` is the cursor, \`event\` the type. A heartbeat comes every 15 seconds. The stream ends with the token or the session.`,
    tag: 'Events',
    query: object(fields),
    streams: true,
    responses: {
      200: {
        description: 'Events after the cursor.',
        content: {
          'application/json': { schema: eventPageSchema, example: examplePage },
          'text/event-stream': { schema: { type: 'string' }, example: exampleStream },
        },
      },
    },
    refuses: ['cursor_expired'],
  });
}

export const eventLocals = {
  'events.list': feed('/api/admin/events', {
    scope: 'admin:read',
    summary: 'Read events of the store',
    description:
      'A client that keeps the cursor gets every committed change once, and the changes of a record in the order of its versions.',
  }),
  'own-events.list': feed('/api/client/events', {
    scope: 'client',
    summary: 'Read events of your own orders',
    description: 'Every change of the caller’s orders once, in order, without authors and costs.',
  }),
};
