import { post, put, read, remove, type ResourceContract } from '../kit/define.ts';
import { withOrigin } from '../kit/event-schema.ts';
import { nullable, object, required, sometimes } from '../kit/fields.ts';
import { country, reference, text } from '../kit/field-kinds.ts';
import { dateFilter, idsFilter } from '../kit/filter-kinds.ts';
import { listOf } from '../kit/list-query.ts';
import { namesWith, type NamesWith, type Privacy } from '../kit/privacy.ts';
import {
  idSchema,
  objectOf,
  orNull,
  textSchema,
  times,
  type SchemaOf,
  type Shown,
} from '../kit/resource-schema.ts';
import { timelineOf } from './timeline.ts';

/** The fields of an address, without its ids. An erasure deletes addresses. Orders keep a copy without its personal fields. */
const lines = {
  label: { shows: orNull(textSchema), personal: true, event: false },
  line1: { shows: textSchema, personal: true, event: false },
  line2: { shows: orNull(textSchema), personal: true, event: false },
  city: { shows: textSchema, personal: false, event: true },
  country: { shows: textSchema, personal: false, event: true },
  phone: { shows: orNull(textSchema), personal: true, event: false },
} satisfies Record<string, Privacy & { shows: SchemaOf<string | null> }>;

type Lines = typeof lines;
export type AddressLines = { [Name in keyof Lines]: Shown<Lines[Name]['shows']> };
export type PersonalAddressField = NamesWith<Lines, 'personal'>;
const addressLineNames = Object.keys(lines) as (keyof Lines)[];
export const personalAddressFields = namesWith(lines, 'personal');
const addressEventFields = namesWith(lines, 'event');

function shownLines<Name extends keyof Lines>(names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, lines[name].shows])) as {
    [Each in Name]: Lines[Each]['shows'];
  };
}

/** The schemas of the fields in events: the location of an address, without anything that identifies a person. */
export function addressEventColumn() {
  return shownLines(addressEventFields);
}

const properties = { id: idSchema, user_id: idSchema, ...shownLines(addressLineNames) };
export const addressSchema = objectOf({ ...properties, ...times });
export const addressCopySchema = objectOf(properties);
export const addressEventSchema = objectOf({
  id: idSchema,
  user_id: idSchema,
  ...addressEventColumn(),
  ...times,
});

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

const event = { service: 'orders', subjects: 'addresses', data: withOrigin(addressEventSchema) } as const;

export const addressContract = {
  schemas: { Address: addressSchema, OrderAddress: addressCopySchema },
  sections: {
    'Admin addresses': 'The addresses of all customers.',
    'Client addresses': 'The shopper’s own addresses.',
  },
  events: {
    'orders.address.created.v2': { ...event, summary: 'An address was created.' },
    'orders.address.updated.v2': { ...event, summary: 'An address was changed.' },
    'orders.address.deleted.v2': { ...event, summary: 'An address was deleted.' },
  },
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
