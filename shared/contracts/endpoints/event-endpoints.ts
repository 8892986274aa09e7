import { events } from '../events.ts';
import { local, type Local } from '../kit/define.ts';
import { eventTypesByComma } from '../kit/event-types.ts';
import { describe, object, sometimes, type BodyOf } from '../kit/fields.ts';
import { integer, text } from '../kit/field-kinds.ts';
import { eventPageSchema } from './event-feed.ts';
import { maxTypes } from './webhooks.ts';

const fields = {
  after: describe(
    sometimes(text({ max: 300 })),
    'A cursor: `meta.next`, or the `id` of an event of the stream. Without it from now on; `0`: from the oldest that are kept.',
  ),
  limit: describe(
    sometimes(integer({ min: 1, max: 5000 })),
    'Events in an answer, 100 by default. Not of a stream.',
  ),
  wait: describe(
    sometimes(integer({ min: 0, max: 60 })),
    'Seconds that the answer is held until there is something. Not of a stream.',
  ),
  types: describe(
    sometimes(eventTypesByComma({ max: maxTypes, known: Object.keys(events) })),
    'Their types, or the beginnings of types with `*` (`orders.order.*`), by comma, as of a webhook.',
  ),
  type: describe(sometimes(text({ max: 200 })), 'One of `types`. A type that no event has finds nothing.'),
  subject: describe(sometimes(text({ max: 200 })), 'Of one record alone: `orders/12`.'),
};
export type EventsQuery = BodyOf<typeof fields>;

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

function feed<const Path extends string>({
  description,
  ...declared
}: Pick<Local<Path, EventsQuery, unknown>, 'path' | 'scope' | 'summary' | 'description'>) {
  return local<Path, EventsQuery, unknown>({
    method: 'get',
    ...declared,
    description: `${description} With \`Accept: text/event-stream\` the same live: \`id\` is the cursor, \`event\` the type, a heartbeat every 15 seconds; it ends with the token or the session.`,
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
  'events.list': feed({
    path: '/api/admin/events',
    scope: 'admin:read',
    summary: 'Follow what happens in the store',
    description:
      'A client that follows the cursor sees every committed change once, and the changes of a record in the order of its versions.',
  }),
  'own-events.list': feed({
    path: '/api/client/events',
    scope: 'client',
    summary: 'Follow what happens to one’s own orders',
    description:
      'As the store’s events, without who did it and without costs: every change of the caller’s orders once, in order.',
  }),
};
