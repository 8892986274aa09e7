import { events } from '../events.ts';
import { post, put, read, remove, type ResourceContract } from '../kit/define.ts';
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
  webhookStatuses,
  webhookWithSecretSchema,
} from './webhook-schema.ts';

const url = () =>
  describe(receiverUrl(), 'The URL for deliveries: https, with a host on the public internet.');
const types = () =>
  describe(
    // A ping is not an event of the feed. Every endpoint receives pings, regardless of its types.
    eventTypes([...Object.keys(events), 'webhook.ping']),
    'Types of events, or beginnings of types with `*` (`orders.order.*`, `*`).',
  );
const payload = () =>
  describe(
    word(webhookPayloads),
    '`thin` (default): the event. `full`: also `data.record`, the record at the moment of sending, or null if it is deleted.',
  );
const status = () =>
  describe(word(webhookStatuses), '`active` by default. In any other status nothing is sent.');
const description = () => nullable(text({ max: 500 }));

const webhookList = listOf({
  filters: { status: word(webhookStatuses), created_at: dateFilter(), id: idsFilter() },
  searchable: ['url', 'description'],
  sortable: ['id', 'status', 'created_at'],
});

const deliveryList = listOf({
  filters: {
    status: word(deliveryStatuses),
    type: text({ max: 200 }),
    subject: text({ max: 200 }),
    created_at: dateFilter(),
  },
  searchable: [],
  sortable: ['id', 'created_at'],
});

export const webhookContract = {
  sections: { 'Admin webhooks': 'URLs of other systems that receive events, and every delivery.' },
  events: webhookEvents,
  reads: {
    'webhooks.list': read('/api/admin/webhooks', {
      summary: 'List webhook endpoints',
      description: 'Every URL that receives events, without secrets.',
      impersonal: true,
      list: webhookList,
      answers: webhookSchema,
    }),
    'webhooks.read': read('/api/admin/webhooks/:webhook', {
      summary: 'Read a webhook endpoint',
      description: 'Only creating it and `rotate-secret` return the secret.',
      impersonal: true,
      answers: webhookSchema,
    }),
    'webhook-deliveries.list': read('/api/admin/webhooks/:webhook/deliveries', {
      summary: 'List the deliveries of a webhook endpoint',
      description:
        'Sent and waiting deliveries, with every attempt and without bodies. Ended deliveries are kept as long as events.',
      list: deliveryList,
      answers: webhookDeliverySchema,
    }),
    'webhook-deliveries.read': read('/api/admin/webhooks/:webhook/deliveries/:delivery', {
      summary: 'Read a delivery',
      description: 'The delivery as in the list.',
      // The response includes the attempts, which change without a new version of the delivery.
      composed: true,
      answers: webhookDeliverySchema,
    }),
  },
  writes: {
    'webhooks.create': post('/api/admin/webhooks', {
      summary: 'Create a webhook endpoint',
      description: [
        'The endpoint receives events from now on, signed as Standard Webhooks says: the events of a record in the order of its',
        'versions, each at least once. Only this response has the `secret`; after a 202, `rotate-secret` returns a new one.',
      ].join(' '),
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
    'webhooks.update': put('/api/admin/webhooks/:webhook', {
      summary: 'Change a webhook endpoint',
      description:
        'Send the fields that change. A paused or disabled endpoint receives nothing. Once it is active again, it gets all events since then that are still kept.',
      body: object({
        url: sometimes(url()),
        types: sometimes(types()),
        payload: sometimes(payload()),
        status: sometimes(status()),
        description: description(),
      }),
      answers: webhookSchema,
      example: { types: ['orders.order.*', 'orders.stock.low.v1'] },
    }),
    'webhooks.delete': remove('/api/admin/webhooks/:webhook', {
      summary: 'Delete a webhook endpoint',
      description: 'Nothing more is sent to it, and its deliveries are deleted.',
    }),
    'webhooks.rotate-secret': post('/api/admin/webhooks/:webhook/rotate-secret', {
      summary: 'Rotate the secret of a webhook endpoint',
      description:
        'Only this response has the new secret. For 24 hours the store signs with the previous secret too, and never with more than two.',
      answers: webhookWithSecretSchema,
    }),
    'webhooks.ping': post('/api/admin/webhooks/:webhook/ping', {
      summary: 'Send a ping to a webhook endpoint',
      description:
        'Sends an event of the type `webhook.ping` immediately. Returns its delivery, where you can read the result.',
      status: 201,
      answers: webhookDeliverySchema,
      refuses: ['conflict'],
    }),
    'webhooks.replay': post('/api/admin/webhooks/:webhook/replay', {
      summary: 'Send events again to a webhook endpoint',
      description: 'Sends all kept events after this position again, in order.',
      body: object({
        after: required(
          text({ max: 300 }),
          'A cursor of `/api/admin/events`, or a time: a day or ISO 8601. `0`: the oldest kept events.',
        ),
      }),
      placeField: 'after',
      answers: webhookSchema,
      example: { after: '2026-01-31T09:30:00Z' },
    }),
    'webhook-deliveries.redeliver': post('/api/admin/webhooks/:webhook/deliveries/:delivery/redeliver', {
      summary: 'Send a delivery again',
      description:
        'Sends it immediately, without waiting for other deliveries of the record, with ten more attempts.',
      answers: webhookDeliverySchema,
      refuses: ['conflict'],
    }),
  },
} satisfies ResourceContract;
