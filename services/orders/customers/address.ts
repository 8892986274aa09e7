import {
  checksFirst,
  errorsOr,
  type Answer,
  type Decision,
  type EventDraft,
  type State,
} from '#shared/engine/decide/handler.ts';
import { makesOnce } from '#shared/engine/decide/make-once.ts';
import { removal } from '#shared/engine/decide/deletion.ts';
import {
  firstVersion,
  changed,
  existing,
  matchVersion,
  recordEvent,
  withoutUndefined,
} from '#shared/engine/decide/versioned-record.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import { isCountry } from '#shared/contracts/countries.ts';
import { Problem, type FieldError } from '#shared/contracts/errors.ts';
import type { Shown } from '#shared/contracts/kit/resource-schema.ts';
import type {
  AddressLines,
  addressEventSchema,
  addressSchema,
} from '#shared/contracts/endpoints/addresses.ts';
import type { Address, OrdersHandlers, OrdersTables } from '../records/tables.ts';
import { ownAddress, shopper, shopperId } from './shopper.ts';

/** The fields of an address in its search text, in this order. The list's filters use their positions. */
export const searchedAddressFields = [
  'user_id',
  'city',
  'country',
  'created_at',
] as const satisfies (keyof Address)[];

export function addressResource(address: Address): Shown<typeof addressSchema> {
  const { _id: id, user_id, label, line1, line2, city, country, phone, created_at, updated_at } = address;
  return { id, user_id, label, line1, line2, city, country, phone, created_at, updated_at };
}

export function addressEvent(happened: 'created' | 'updated' | 'deleted', address: Address): EventDraft {
  const of = { kind: 'orders.address', path: 'addresses', shape: 2 } as const;
  const { _id: id, user_id, city, country, created_at, updated_at } = address;
  const shown: Shown<typeof addressEventSchema> = { id, user_id, city, country, created_at, updated_at };
  return recordEvent(of, happened, address, shown);
}

/** Throws the same 404 for another shopper's address as for a missing address. */
function ownExisting(
  state: State<OrdersTables>,
  id: number,
  command: Pick<Command, 'ifMatch' | 'caller'>,
): Address {
  const address = ownAddress(state, id, shopper(state, command)._id);
  if (!address) throw new Problem('not_found');
  matchVersion(command, address);
  return address;
}

function userErrors(state: State<OrdersTables>, userId: number | undefined, known?: number): FieldError[] {
  if (userId === undefined || userId === known || state.users.has(userId)) return [];
  return [{ field: 'user_id', rule: 'exists' }];
}

/** An address may keep an unknown code that an earlier release accepted. */
function countryErrors({ country }: Partial<AddressLines>, known?: Address): FieldError[] {
  if (country === undefined || country === known?.country || isCountry(country)) return [];
  return [{ field: 'country', rule: 'country' }];
}

function madeAddress(address: Address, { caller }: Pick<Command, 'caller'>): Answer {
  const location = `/api/${caller.area}/addresses/${address._id}`;
  return { status: 201, location, version: address.version, data: addressResource(address) };
}

type NewLines = Pick<AddressLines, 'line1' | 'city' | 'country'> & Partial<AddressLines>;

function create(
  id: number,
  userId: number,
  body: NewLines,
  command: Command,
  now: string,
): Decision<OrdersTables> {
  const { label = null, line1, line2 = null, city, country, phone = null } = body;
  const address: Address = {
    _id: id,
    ...firstVersion(command, now),
    user_id: userId,
    label,
    line1,
    line2,
    city,
    country,
    phone,
  };
  return {
    answer: madeAddress(address, command),
    changes: [{ table: 'addresses', put: address }],
    events: [addressEvent('created', address)],
  };
}

function update(before: Address, body: Partial<Address>, now: string): Decision<OrdersTables> {
  const address = changed<Address>(before, withoutUndefined(body), now);
  return {
    answer: { status: 200, version: address.version, data: addressResource(address) },
    changes: address === before ? [] : [{ table: 'addresses', put: address }],
    events: address === before ? [] : [addressEvent('updated', address)],
  };
}

function remove(address: Address, command: Command, now: string): Decision<OrdersTables> {
  return {
    answer: { status: 204 },
    changes: removal('addresses', address, command, now),
    events: [addressEvent('deleted', address)],
  };
}

export const addressHandlers: OrdersHandlers<`addresses.${string}` | `own-addresses.${string}`> = {
  'addresses.create': makesOnce(madeAddress, {
    needs: ({ body }) => ({
      users: body.user_id === undefined ? [] : [body.user_id],
      sequences: ['addresses'],
    }),
    check: (state, { body }) => errorsOr([...userErrors(state, body.user_id), ...countryErrors(body)], state),
    decide: (_state, command, { now, nextId }) => {
      const { user_id: userId, ...lines } = command.body;
      return create(nextId('addresses'), userId, lines, command, now);
    },
  }),
  'addresses.update': checksFirst({
    needs: ({ params, body }) => ({
      addresses: [params.address],
      users: body.user_id === undefined ? [] : [body.user_id],
    }),
    check: (state, command) => {
      const address = existing(state.addresses, command.params.address, command);
      const errors = [
        ...userErrors(state, command.body.user_id, address.user_id),
        ...countryErrors(command.body, address),
      ];
      return errorsOr(errors, address);
    },
    decide: (before, command, { now }) => update(before, command.body, now),
  }),
  'addresses.delete': {
    needs: ({ params }) => ({ addresses: [params.address] }),
    decide: (state, command, { now }) =>
      remove(existing(state.addresses, command.params.address, command), command, now),
  },
  'own-addresses.create': makesOnce(madeAddress, {
    needs: (command) => ({ users: [shopperId(command)], sequences: ['addresses'] }),
    check: (state, command) => errorsOr(countryErrors(command.body), shopper(state, command)),
    decide: (user, command, { now, nextId }) =>
      create(nextId('addresses'), user._id, command.body, command, now),
  }),
  'own-addresses.update': checksFirst({
    needs: (command) => ({ users: [shopperId(command)], addresses: [command.params.address] }),
    check: (state, command) => {
      const address = ownExisting(state, command.params.address, command);
      return errorsOr(countryErrors(command.body, address), address);
    },
    decide: (before, command, { now }) => update(before, command.body, now),
  }),
  'own-addresses.delete': {
    needs: (command) => ({ users: [shopperId(command)], addresses: [command.params.address] }),
    decide: (state, command, { now }) =>
      remove(ownExisting(state, command.params.address, command), command, now),
  },
};
