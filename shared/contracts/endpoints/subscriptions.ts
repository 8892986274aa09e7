import { post, put, read, remove, type ResourceContract } from '../kit/define.ts';
import { eventsOf } from '../kit/event-schema.ts';
import { object, required, sometimes } from '../kit/fields.ts';
import { flag, money } from '../kit/field-kinds.ts';
import { listOf } from '../kit/list-query.ts';
import * as s from '../kit/resource-schema.ts';
import { bulkCatalogChange, bulkDeletion } from './bulk-writes.ts';
import { maxPrice } from './price-change.ts';
import {
  catalogCosts,
  catalogFilters,
  catalogSearch,
  translatedProperties,
  translation,
  translationChange,
} from './products.ts';
import { timelineOf } from './timeline.ts';

export const subscriptionSchema = s.named('Subscription', {
  id: s.id,
  price: s.money,
  is_active: s.boolean,
  ...translatedProperties,
  ...s.times,
});

export const subscriptionList = listOf({
  filters: catalogFilters,
  costs: catalogCosts,
  searchable: catalogSearch,
});

export const subscriptionReads = {
  'subscriptions.list': read('/api/admin/subscriptions', {
    summary: 'List subscriptions',
    description:
      'The plans, with texts in the language of the request and in both. `search` and `filters[name]` search both languages.',
    impersonal: true,
    list: subscriptionList,
    answers: subscriptionSchema,
  }),
  'subscriptions.read': read('/api/admin/subscriptions/:subscription', {
    summary: 'Read a subscription',
    description: '`name` and `description` are in the language of the request; `en` and `ar` hold both.',
    impersonal: true,
    answers: subscriptionSchema,
  }),
  'subscriptions.timeline': timelineOf('/api/admin/subscriptions/:subscription/timeline', 'a subscription'),
  'shop-subscriptions.list': read('/api/client/subscriptions', {
    summary: 'List the subscriptions on offer',
    description: 'The active subscriptions, with texts in the language of the request and in both.',
    impersonal: true,
    list: subscriptionList,
    answers: subscriptionSchema,
  }),
  'shop-subscriptions.read': read('/api/client/subscriptions/:subscription', {
    summary: 'Read a subscription on offer',
    description: '404 if it is inactive or deleted.',
    impersonal: true,
    answers: subscriptionSchema,
  }),
};

export const subscriptionContract = {
  sections: {
    'Admin subscriptions': 'Plans that the shop offers, in both languages.',
    'Client subscriptions': 'Plans that the shop offers, as shoppers see them.',
  },
  events: eventsOf('catalog', 'subscriptions', subscriptionSchema, {
    'catalog.subscription.created.v1': 'A subscription was created.',
    'catalog.subscription.updated.v1': 'A subscription was changed.',
    'catalog.subscription.deleted.v1': 'A subscription was deleted.',
  }),
  reads: subscriptionReads,
  writes: {
    'subscriptions.create': post('/api/admin/subscriptions', {
      summary: 'Create a subscription',
      description: 'Both languages are required. `is_active` is true by default.',
      body: object({
        price: required(money({ max: maxPrice })),
        is_active: sometimes(flag()),
        en: required(translation()),
        ar: required(translation()),
      }),
      status: 201,
      answers: subscriptionSchema,
      example: {
        price: 49,
        is_active: true,
        en: { name: 'Monthly box', description: 'A box of coffee every month' },
        ar: { name: 'صندوق شهري', description: 'صندوق قهوة كل شهر' },
      },
    }),
    'subscriptions.update': put('/api/admin/subscriptions/:subscription', {
      summary: 'Change a subscription',
      description: 'Send the fields that change; a single language or a single text is enough.',
      body: object({
        price: sometimes(money({ max: maxPrice })),
        is_active: sometimes(flag()),
        en: sometimes(translationChange()),
        ar: sometimes(translationChange()),
      }),
      answers: subscriptionSchema,
      example: { ar: { name: 'الصندوق الشهري' } },
    }),
    'subscriptions.delete': remove('/api/admin/subscriptions/:subscription', {
      summary: 'Delete a subscription',
      description: 'Deletes it permanently.',
    }),
    'subscriptions.bulk-update': bulkCatalogChange('subscriptions', subscriptionList),
    'subscriptions.bulk-delete': bulkDeletion('subscriptions', subscriptionList),
  },
} satisfies ResourceContract;
