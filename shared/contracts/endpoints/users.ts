import { longestExternalId, post, put, read, remove, type ResourceContract } from '../kit/define.ts';
import { eventsOf } from '../kit/event-schema.ts';
import { nullable, object, required, sometimes } from '../kit/fields.ts';
import { email, text } from '../kit/field-kinds.ts';
import { dateFilter, idsFilter } from '../kit/filter-kinds.ts';
import { listOf } from '../kit/list-query.ts';
import * as s from '../kit/resource-schema.ts';
import { timelineOf } from './timeline.ts';

const contact = { name: s.text, email: s.text, phone: s.orNull(s.text) };
const person = {
  ...contact,
  external_id: s.orNull(s.described(s.text, 'The identity provider’s id of the user.')),
};
/** All fields of a user except id and times. An erasure deletes them, and events do not have them. */
export const personalUserFields = Object.keys(person) as (keyof typeof person)[];

export const userSchema = s.named('User', { id: s.id, ...person, ...s.times });
export const profileSchema = s.named('Profile', { id: s.id, ...contact, ...s.times });
export const userEventSchema = s.objectOf({ id: s.id, ...s.times });

const longestReason = 500;

const name = () => text({ min: 2, max: 255 });
const phone = () => text({ max: 32 });
const externalId = () => nullable(text({ max: longestExternalId }));

export const userReads = {
  'users.list': read('/api/admin/users', {
    summary: 'List users',
    description: 'The people that orders, addresses and client tokens belong to.',
    list: listOf({
      filters: {
        name: text({ max: 255 }),
        email: text({ max: 255 }),
        phone: text({ max: 32 }),
        external_id: text({ max: longestExternalId }),
        created_at: dateFilter(),
        id: idsFilter(),
      },
      costs: { name: 'scan', email: 'scan', phone: 'scan' },
      searchable: ['name', 'email', 'phone', 'created_at'],
      sortable: ['id', 'name', 'email', 'phone', 'created_at'],
    }),
    answers: userSchema,
  }),
  'users.read': read('/api/admin/users/:user', {
    summary: 'Read a user',
    description: 'With e-mail address and phone.',
    answers: userSchema,
  }),
  'me.read': read('/api/client/me', {
    summary: 'Get the current user',
    description: 'The user of the token; 404 if the user does not exist yet.',
    perCaller: true,
    mayBeMissing: true,
    answers: profileSchema,
  }),
  'users.timeline': timelineOf('/api/admin/users/:user/timeline', 'a user'),
};

const changes = () => ({ name: sometimes(name()), email: sometimes(email()), phone: nullable(phone()) });

export const userContract = {
  sections: { 'Admin users': 'The shop’s customers.', 'Client me': 'The shopper’s own profile.' },
  events: eventsOf('orders', 'users', userEventSchema, {
    'orders.user.created.v2': 'A user was created.',
    'orders.user.updated.v2': 'A user was changed.',
    'orders.user.deleted.v2': 'A user was deleted.',
    'orders.user.erased.v2':
      'A user was erased. Every consumer must remove its personal data of this user. Published directly after the deletion, with the same version.',
  }),
  reads: userReads,
  writes: {
    'me.update': put('/api/client/me', {
      summary: 'Change the current user',
      description: [
        'Send the fields that change. With tokens of an identity provider (`AUTH_USER_KIND=external`), the first request creates the',
        'user and returns 201; it needs `name` and `email`. Until then every other write is a 403. An e-mail address of another user is',
        'rejected, because it never links two accounts.',
      ].join(' '),
      perCaller: true,
      body: object(changes()),
      mayCreate: true,
      answers: profileSchema,
      example: { name: 'Layla Haddad', phone: '+962 7 9000 0000' },
    }),
    'users.create': post('/api/admin/users', {
      summary: 'Create a user',
      description:
        'The e-mail address is unique, ignoring case. `external_id`, the id in tokens of an identity provider, is unique too.',
      body: object({
        name: required(name()),
        email: required(email()),
        phone: nullable(phone()),
        external_id: externalId(),
      }),
      status: 201,
      answers: userSchema,
      example: { name: 'Layla Haddad', email: 'layla@example.com', phone: '+962 7 9000 0000' },
    }),
    'users.update': put('/api/admin/users/:user', {
      summary: 'Change a user',
      description: 'Send the fields that change; `phone` and `external_id` may be null.',
      body: object({ ...changes(), external_id: externalId() }),
      answers: userSchema,
      example: { phone: null },
    }),
    'users.delete': remove('/api/admin/users/:user', {
      summary: 'Erase a user',
      description: [
        'Deletes the user, their addresses and their cart. Orders keep their figures, lines, city and country, under "Deleted customer".',
        'Other personal data is removed within minutes, at the latest within a day. A 409 lists in `orders` the orders that prevent it:',
        'open ones (pending to shipped), ones with an open return, and ones for which the shop owes money. It cannot be undone.',
        '`reason` stays on the timeline for 90 days, so it must not identify the person.',
      ].join(' '),
      body: object({ reason: nullable(text({ max: longestReason })) }),
      // Version 2 rejects the command while the shop owes the customer money.
      version: 2,
      example: { reason: 'They asked for it by e-mail' },
    }),
  },
} satisfies ResourceContract;
