import { events } from '../events.ts';
import { read, write, type ResourceContract } from '../kit/define.ts';
import { describe, nullable, object, required, sometimes } from '../kit/fields.ts';
import { eventTypes } from '../kit/event-types.ts';
import { receiverUrl, text, word } from '../kit/field-kinds.ts';
import { dateFilter, idsFilter } from '../kit/filter-kinds.ts';
import { listOf } from '../kit/list-query.ts';
import {
  deliveryStatuses,
  webhookDeliverySchema,
  webhookEvents,
  webhookPayloads,
  webhookSchema,
  webhookSchemas,
  webhookStatuses,
  webhookWithSecretSchema,
} from './webhook-schema.ts';

export const maxTypes = 50;

const url = () =>
  describe(
    receiverUrl(),
    'Where deliveries are sent: https, and a host that the internet at large can reach.',
  );
const types = () =>
  describe(
    // A ping is not an event of the feed. Every endpoint receives pings, regardless of its types.
    eventTypes({ max: maxTypes, known: [...Object.keys(events), 'webhook.ping'] }),
    'Which events: their types, or the beginnings of types with `*` (`orders.order.*`, `*`).',
  );
const payload = () =>
  describe(
    word(webhookPayloads),
    '`thin` (without it): the event. `full`: with `data.record`, the record as it reads when it is sent; null when it is gone.',
  );
const status = () => describe(word(webhookStatuses), '`active` without it. Otherwise nothing is sent.');
const description = () => nullable(text({ max: 500 }));

export const webhookList = listOf({
  filters: { status: word(webhookStatuses), created_at: dateFilter(), id: idsFilter() },
  searchable: ['url', 'description'],
  sortable: ['id', 'status', 'created_at'],
});

export const deliveryList = listOf({
  filters: {
    status: word(deliveryStatuses),
    type: text({ max: 200 }),
    subject: text({ max: 200 }),
    created_at: dateFilter(),
  },
  searchable: [],
  sortable: ['id', 'created_at'],
});

const webhookReads = {
  'webhooks.list': read({
    path: '/api/admin/webhooks',
    summary: 'List webhook endpoints',
    description: 'Every URL that events are sent to. Secrets are never shown here.',
    scope: 'admin:read',
    impersonal: true,
    list: webhookList,
    answers: webhookSchema,
  }),
  'webhooks.read': read({
    path: '/api/admin/webhooks/:webhook',
    summary: 'Read a webhook endpoint',
    description: 'Its secret is shown by creating it and by `rotate-secret` alone.',
    scope: 'admin:read',
    impersonal: true,
    answers: webhookSchema,
  }),
  'webhook-deliveries.list': read({
    path: '/api/admin/webhooks/:webhook/deliveries',
    summary: 'List the deliveries of a webhook endpoint',
    description:
      'What was sent to it and what waits, with every attempt. Bodies are not kept. Final ones are kept as long as events are.',
    scope: 'admin:read',
    list: deliveryList,
    answers: webhookDeliverySchema,
  }),
  'webhook-deliveries.read': read({
    path: '/api/admin/webhooks/:webhook/deliveries/:delivery',
    summary: 'Read a delivery',
    description: 'As the list shows it.',
    scope: 'admin:read',
    // A delivery's attempts change without a new version of the delivery.
    composed: true,
    answers: webhookDeliverySchema,
  }),
};

const webhookWrites = {
  'webhooks.create': write({
    method: 'post',
    path: '/api/admin/webhooks',
    summary: 'Create a webhook endpoint',
    description: [
      'Events from now on are sent to it, signed as Standard Webhooks says, a record’s in the order of its versions, each at',
      'least once. The answer shows the `secret` this once; after a 202, `rotate-secret` shows another one.',
    ].join(' '),
    scope: 'admin',
    body: object({
      url: required(url()),
      types: required(types()),
      payload: sometimes(payload()),
      status: sometimes(status()),
      description: description(),
    }),
    status: 201,
    answers: webhookWithSecretSchema,
    example: {
      url: 'https://receiver.example.com/storefront',
      types: ['orders.order.*'],
      payload: 'thin',
      description: 'The warehouse',
    },
  }),
  'webhooks.update': write({
    method: 'put',
    path: '/api/admin/webhooks/:webhook',
    summary: 'Change a webhook endpoint',
    description:
      'Send what changes. Paused or disabled, nothing is sent to it; active again, it goes on where it stopped, as far as events are kept.',
    scope: 'admin',
    body: object({
      url: sometimes(url()),
      types: sometimes(types()),
      payload: sometimes(payload()),
      status: sometimes(status()),
      description: description(),
    }),
    status: 200,
    answers: webhookSchema,
    example: { types: ['orders.order.*', 'orders.stock.low.v1'] },
  }),
  'webhooks.delete': write({
    method: 'delete',
    path: '/api/admin/webhooks/:webhook',
    summary: 'Delete a webhook endpoint',
    description: 'Nothing more is sent to it, and its deliveries are forgotten.',
    scope: 'admin',
    body: object({}),
    status: 204,
    answers: null,
    example: {},
  }),
  'webhooks.rotate-secret': write({
    method: 'post',
    path: '/api/admin/webhooks/:webhook/rotate-secret',
    summary: 'Give a webhook endpoint a new secret',
    description:
      'The answer shows it this once. The one before signs too for 24 hours, so that a receiver can take it over in its own time; never more than two sign.',
    scope: 'admin',
    body: object({}),
    status: 200,
    answers: webhookWithSecretSchema,
    example: {},
  }),
  'webhooks.ping': write({
    method: 'post',
    path: '/api/admin/webhooks/:webhook/ping',
    summary: 'Send a ping to a webhook endpoint',
    description:
      'An event of type `webhook.ping`, at once. The answer is its delivery, which shows the result.',
    scope: 'admin',
    body: object({}),
    status: 201,
    answers: webhookDeliverySchema,
    refuses: ['conflict'],
    example: {},
  }),
  'webhooks.replay': write({
    method: 'post',
    path: '/api/admin/webhooks/:webhook/replay',
    summary: 'Send events again to a webhook endpoint',
    description:
      'Sets it back to a place in the events: all that came after it, as far as it is kept, is sent again in order.',
    scope: 'admin',
    body: object({
      after: describe(
        required(text({ max: 300 })),
        'A cursor of `/api/admin/events`, or a moment: a day or ISO 8601. `0`: the oldest that are kept.',
      ),
    }),
    placeField: 'after',
    status: 200,
    answers: webhookSchema,
    example: { after: '2026-01-31T09:30:00Z' },
  }),
  'webhook-deliveries.redeliver': write({
    method: 'post',
    path: '/api/admin/webhooks/:webhook/deliveries/:delivery/redeliver',
    summary: 'Send a delivery again',
    description: 'At once and outside the order of its record, with ten more attempts.',
    scope: 'admin',
    body: object({}),
    status: 200,
    answers: webhookDeliverySchema,
    refuses: ['conflict'],
    example: {},
  }),
};

export const webhookContract = {
  schemas: webhookSchemas,
  sections: {
    'Admin webhooks': 'URLs of other systems that events are sent to, and what became of each delivery.',
  },
  events: webhookEvents,
  reads: webhookReads,
  writes: webhookWrites,
} satisfies ResourceContract;
