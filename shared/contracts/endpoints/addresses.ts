import { post, put, read, remove, type ResourceContract } from '../kit/define.ts';
import { eventsOf } from '../kit/event-schema.ts';
import { nullable, object, required, sometimes } from '../kit/fields.ts';
import { country, reference, text } from '../kit/field-kinds.ts';
import { dateFilter, idsFilter } from '../kit/filter-kinds.ts';
import { listOf } from '../kit/list-query.ts';
import { namesWith, shownIn, type NamesWith, type Privacy } from '../kit/privacy.ts';
import * as s from '../kit/resource-schema.ts';
import { timelineOf } from './timeline.ts';

/**
 * The fields of an address, except its ids. The erasure of a customer deletes the customer's addresses. Orders keep
 * copies without the personal fields.
 */
const lines = {
  label: { shows: s.orNull(s.text), personal: true, event: false },
  line1: { shows: s.text, personal: true, event: false },
  line2: { shows: s.orNull(s.text), personal: true, event: false },
  city: { shows: s.text, personal: false, event: true },
  country: { shows: s.text, personal: false, event: true },
  phone: { shows: s.orNull(s.text), personal: true, event: false },
} satisfies Record<string, Privacy & { shows: s.SchemaOf<string | null> }>;

type Lines = typeof lines;
export type AddressLines = { [Name in keyof Lines]: s.Shown<Lines[Name]['shows']> };
export type PersonalAddressField = NamesWith<Lines, 'personal'>;
const addressLineNames = Object.keys(lines) as (keyof Lines)[];
export const personalAddressFields = namesWith(lines, 'personal');

/** The schemas of the fields in events: the location of an address, without anything that identifies a person. */
export const addressEventColumn = shownIn(lines, namesWith(lines, 'event'));

const properties = { id: s.id, user_id: s.id, ...shownIn(lines, addressLineNames) };
export const addressSchema = s.named('Address', { ...properties, ...s.times });
export const addressCopySchema = s.named('OrderAddress', properties);
export const addressEventSchema = s.objectOf({ id: s.id, user_id: s.id, ...addressEventColumn, ...s.times });

const line = () => text({ max: 255 });

const optionalLines = {
  label: nullable(line()),
  line2: nullable(line()),
  phone: nullable(text({ max: 32 })),
};
const whole = {
  line1: required(line()),
  city: required(line()),
  country: required(country()),
  ...optionalLines,
};
const change = {
  line1: sometimes(line()),
  city: sometimes(line()),
  country: sometimes(country()),
  ...optionalLines,
};

const list = listOf({
  filters: {
    user_id: idsFilter(),
    city: line(),
    country: country(),
    created_at: dateFilter(),
    id: idsFilter(),
  },
  costs: { city: 'scan', country: 'scan' },
  searchable: ['user_id', 'city', 'country', 'created_at'],
});

const example = { label: 'Home', line1: '12 Rainbow Street', city: 'Amman', country: 'JO' };

export const addressReads = {
  'addresses.list': read('/api/admin/addresses', {
    summary: 'List addresses',
    description: 'The addresses of all users.',
    list,
    answers: addressSchema,
  }),
  'addresses.read': read('/api/admin/addresses/:address', {
    summary: 'Read an address',
    description: 'The current address; orders keep their own copy.',
    answers: addressSchema,
  }),
  'addresses.timeline': timelineOf('/api/admin/addresses/:address/timeline', 'an address'),
  'own-addresses.list': read('/api/client/addresses', {
    summary: 'List your addresses',
    description: 'The addresses of the token’s user.',
    list,
    answers: addressSchema,
  }),
  'own-addresses.read': read('/api/client/addresses/:address', {
    summary: 'Read one of your addresses',
    description: '404 for an address of another shopper.',
    answers: addressSchema,
  }),
};

export const addressContract = {
  sections: {
    'Admin addresses': 'The addresses of all customers.',
    'Client addresses': 'The shopper’s own addresses.',
  },
  events: eventsOf('orders', 'addresses', addressEventSchema, {
    'orders.address.created.v2': 'An address was created.',
    'orders.address.updated.v2': 'An address was changed.',
    'orders.address.deleted.v2': 'An address was deleted.',
  }),
  reads: addressReads,
  writes: {
    'addresses.create': post('/api/admin/addresses', {
      summary: 'Create an address',
      description: '`country` has two letters, ISO 3166-1.',
      body: object({ user_id: required(reference('users')), ...whole }),
      status: 201,
      answers: addressSchema,
      example: { user_id: 1, ...example },
    }),
    'addresses.update': put('/api/admin/addresses/:address', {
      summary: 'Change an address',
      description: 'Send the fields that change. Existing orders keep their copies.',
      body: object({ user_id: sometimes(reference('users')), ...change }),
      answers: addressSchema,
      example: { city: 'Irbid' },
    }),
    'addresses.delete': remove('/api/admin/addresses/:address', {
      summary: 'Delete an address',
      description: 'Orders keep their copy of it.',
    }),
    'own-addresses.create': post('/api/client/addresses', {
      summary: 'Add an address of yours',
      description: 'You can use it in a checkout immediately. `country` has two letters, ISO 3166-1.',
      body: object(whole),
      status: 201,
      answers: addressSchema,
      example,
    }),
    'own-addresses.update': put('/api/client/addresses/:address', {
      summary: 'Change an address of yours',
      description: 'Send the fields that change. Existing orders keep their copies.',
      body: object(change),
      answers: addressSchema,
      example: { label: 'Office' },
    }),
    'own-addresses.delete': remove('/api/client/addresses/:address', {
      summary: 'Delete an address of yours',
      description: 'Orders keep their copy of it.',
      exampleIds: { address: 2 },
    }),
  },
} satisfies ResourceContract;
