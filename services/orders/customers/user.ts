import {
  checksFirst,
  errorsOr,
  type Answer,
  type EventDraft,
  type State,
} from '#shared/engine/decide/handler.ts';
import { allRecords } from '#shared/engine/decide/resource.ts';
import { makesOnce } from '#shared/engine/decide/make-once.ts';
import {
  firstVersion,
  changed,
  existing,
  recordEvent,
  withoutUndefined,
} from '#shared/engine/decide/versioned-record.ts';
import type { OrdersCommands } from '#shared/contracts/endpoints/orders-service.ts';
import { foldDigits } from '#shared/contracts/kit/fold-text.ts';
import type { FieldError } from '#shared/contracts/errors.ts';
import type { Shown } from '#shared/contracts/kit/resource-schema.ts';
import type { userEventSchema, userSchema } from '#shared/contracts/endpoints/users.ts';
import type { OrdersHandlers, OrdersNeeds, OrdersTables, User } from '../records/tables.ts';
import { userOfExternal } from './shopper.ts';

export function userResource(user: User): Shown<typeof userSchema> {
  const { _id: id, name, email, phone, external_id = null, created_at, updated_at } = user;
  return { id, name, email, phone, external_id, created_at, updated_at };
}

/** The fields of a user in the search text, in this order. The list's filters use their positions. */
export const searchedUserFields = ['name', 'email', 'phone', 'created_at'] as const satisfies (keyof User)[];

/** A key for comparing e-mail addresses. It ignores letter case and the script of digits. */
export function emailKey(email: string): string {
  return foldDigits(email.toLowerCase());
}

export function userEvent(happened: 'created' | 'updated' | 'deleted' | 'erased', user: User): EventDraft {
  const { _id: id, created_at, updated_at } = user;
  const shown: Shown<typeof userEventSchema> = { id, created_at, updated_at };
  return recordEvent({ kind: 'orders.user', path: 'users', shape: 2 }, happened, user, shown);
}

/** Returns an error if another user has this e-mail address. Throws 409 if a damaged user has it. */
export function emailErrors(
  state: State<OrdersTables>,
  email: string | undefined,
  own: User | null,
): FieldError[] {
  if (email === undefined) return [];
  const key = emailKey(email);
  const holders = allRecords(state.users, (user: { email: unknown }) => emailKey(String(user.email)) === key);
  return holders.some(({ _id }) => _id !== own?._id) ? [{ field: 'email', rule: 'unique' }] : [];
}

interface UniqueFields {
  email?: string;
  external_id?: string | null;
}

/** The needs of a command with this body: the users that have its e-mail or its external id. */
function needsHolders({ email, external_id: externalId }: UniqueFields): OrdersNeeds {
  return {
    emails: email === undefined ? [] : [emailKey(email)],
    externalIds: typeof externalId === 'string' ? [externalId] : [],
  };
}

function uniqueErrors(
  state: State<OrdersTables>,
  { email, external_id: externalId }: UniqueFields,
  own: User | null,
): FieldError[] {
  const holder = typeof externalId === 'string' ? userOfExternal(state, externalId) : undefined;
  const isTaken = holder && holder._id !== own?._id;
  return [
    ...emailErrors(state, email, own),
    ...(isTaken ? [{ field: 'external_id', rule: 'unique' as const }] : []),
  ];
}

function madeUser(user: User): Answer {
  const location = `/api/admin/users/${user._id}`;
  return { status: 201, location, version: user.version, data: userResource(user) };
}

/** A user without an external id must lack the field, because the unique sparse index would reject a second null. */
function changedUser(before: User, body: OrdersCommands['users.update']['body'], now: string): User {
  const change = { ...withoutUndefined(body), ...(body.external_id === null && { external_id: undefined }) };
  const user = changed<User>(before, change as Partial<User>, now);
  return user === before ? before : (withoutUndefined(user) as User);
}

/** The deletion of a user is an erasure: see `erasure/erase-user.ts`. */
export const userHandlers: Omit<OrdersHandlers<`users.${string}`>, 'users.delete'> = {
  'users.create': makesOnce(madeUser, {
    needs: ({ body }) => ({ ...needsHolders(body), sequences: ['users'] }),
    check: (state, { body }) => errorsOr(uniqueErrors(state, body, null), state),
    decide: (_state, command, { now, nextId }) => {
      const { name, email, phone = null, external_id: externalId } = command.body;
      const user: User = {
        _id: nextId('users'),
        ...firstVersion(command, now),
        name,
        email,
        phone,
        ...(typeof externalId === 'string' && { external_id: externalId }),
      };
      return {
        answer: madeUser(user),
        changes: [{ table: 'users', put: user }],
        events: [userEvent('created', user)],
      };
    },
  }),
  'users.update': checksFirst({
    needs: ({ params, body }) => ({ users: [params.user], ...needsHolders(body) }),
    check: (state, command) => {
      const user = existing(state.users, command.params.user, command);
      return errorsOr(uniqueErrors(state, command.body, user), user);
    },
    decide: (before, command, { now }) => {
      const user = changedUser(before, command.body, now);
      return {
        answer: { status: 200, version: user.version, data: userResource(user) },
        changes: user === before ? [] : [{ table: 'users', put: user }],
        events: user === before ? [] : [userEvent('updated', user)],
      };
    },
  }),
};
