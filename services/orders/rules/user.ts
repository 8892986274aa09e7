import { removal } from '#shared/decide/deletion.ts';
import type { Answer, EventDraft, Handlers, State } from '#shared/decide/handler.ts';
import { makesOnce } from '#shared/decide/make-once.ts';
import {
  firstVersion,
  changed,
  matchVersion,
  recordEvent,
  withoutUndefined,
} from '#shared/decide/versioned-record.ts';
import type { Command } from '#shared/contracts/schema-kit/define.ts';
import type { OrdersCommands } from '#shared/contracts/endpoints/orders-service.ts';
import { foldDigits } from '#shared/contracts/schema-kit/fold-text.ts';
import { Problem } from '#shared/errors.ts';
import type { FieldError } from '#shared/errors.ts';
import type { Shown } from '#shared/contracts/schema-kit/resource-schema.ts';
import type { userSchema } from '#shared/contracts/endpoints/users.ts';
import type { userEventSchema } from '#shared/contracts/events.ts';
import type { OrdersNeeds, OrdersTables, User } from './tables.ts';

type UserCommands = Pick<OrdersCommands, Extract<keyof OrdersCommands, `users.${string}`>>;

export function userResource(user: User): Shown<typeof userSchema> {
  const { _id: id, name, email, phone, created_at, updated_at } = user;
  return { id, name, email, phone, created_at, updated_at };
}

/** E-mail addresses that differ in case or in the script of their digits alone are the same. */
export function emailKey(email: string): string {
  return foldDigits(email.toLowerCase());
}

function userEvent(happened: 'created' | 'updated' | 'deleted', user: User): EventDraft {
  const { _id: id, created_at, updated_at } = user;
  const shown: Shown<typeof userEventSchema> = { id, created_at, updated_at };
  return recordEvent({ kind: 'orders.user', path: 'users', shape: 2 }, happened, user, shown);
}

function existingUser(
  state: State<OrdersTables>,
  id: number,
  command: Pick<Command, 'ifMatch' | 'caller'>,
): User {
  const user = state.users.get(id);
  if (!user) throw new Problem('not_found');
  matchVersion(command, user);
  return user;
}

function emailErrors(state: State<OrdersTables>, email: string | undefined, own: User | null): FieldError[] {
  if (email === undefined) return [];
  const key = emailKey(email);
  const isTaken = state.users.values().some((user) => user._id !== own?._id && emailKey(user.email) === key);
  return isTaken ? [{ field: 'email', rule: 'unique' }] : [];
}

function madeUser(user: User): Answer {
  const location = `/api/admin/users/${user._id}`;
  return { status: 201, location, version: user.version, data: userResource(user) };
}

type UserHandlers = Handlers<OrdersTables, OrdersNeeds, UserCommands>;

const createUser: UserHandlers['users.create'] = {
  needs: ({ body }) => ({
    emails: body.email === undefined ? [] : [emailKey(body.email)],
    sequences: ['users'],
  }),
  check: (state, { body }) => emailErrors(state, body.email, null),
  decide: (_state, command, { now, nextId }) => {
    const { name, email, phone } = command.body;
    const user: User = {
      _id: nextId('users'),
      ...firstVersion(command, now),
      name,
      email,
      phone: phone ?? null,
    };
    return {
      answer: madeUser(user),
      changes: [{ table: 'users', put: user }],
      events: [userEvent('created', user)],
    };
  },
};

export const userHandlers: UserHandlers = {
  'users.create': makesOnce(createUser, madeUser),
  'users.update': {
    needs: ({ params, body }) => ({
      users: [params.user],
      emails: body.email === undefined ? [] : [emailKey(body.email)],
    }),
    check: (state, command) => {
      const user = existingUser(state, command.params.user, command);
      return emailErrors(state, command.body.email, user);
    },
    decide: (state, command, { now }) => {
      const before = existingUser(state, command.params.user, command);
      const user = changed<User>(before, withoutUndefined(command.body), command, now);
      return {
        answer: { status: 200, version: user.version, data: userResource(user) },
        changes: user === before ? [] : [{ table: 'users', put: user }],
        events: user === before ? [] : [userEvent('updated', user)],
      };
    },
  },
  'users.delete': {
    needs: ({ params }) => ({ users: [params.user] }),
    decide: (state, command, { now }) => {
      const user = existingUser(state, command.params.user, command);
      return {
        answer: { status: 204 },
        changes: removal<OrdersTables>('users', user, command, now),
        events: [userEvent('deleted', user)],
      };
    },
  },
};
