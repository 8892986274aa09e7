import type { Shown } from '#shared/contracts/kit/resource-schema.ts';
import type { profileSchema } from '#shared/contracts/endpoints/users.ts';
import type { Caller } from '#shared/contracts/kit/define.ts';
import { checksFirst, errorsOr, type State } from '#shared/engine/decide/handler.ts';
import {
  changed,
  firstVersion,
  matchVersion,
  withoutUndefined,
} from '#shared/engine/decide/versioned-record.ts';
import { Problem, type FieldError } from '#shared/contracts/errors.ts';
import type { OrdersHandler, OrdersTables, User } from '../records/tables.ts';
import { hasKey, hasSent } from './sender.ts';
import { shopper, shopperId } from './shopper.ts';
import { emailErrors, emailKey, userEvent } from './user.ts';

export function profileResource(user: User): Shown<typeof profileSchema> {
  const { _id: id, name, email, phone, created_at, updated_at } = user;
  return { id, name, email, phone, created_at, updated_at };
}

/**
 * Returns the caller's user. If there is no user, returns null for a shopper of an identity provider, whose user this command
 * then creates. Otherwise throws 403.
 */
function ownUser(state: State<OrdersTables>, command: { caller: Caller }): User | null {
  const user = state.users.get(shopperId(command));
  return user ?? (!command.caller.external ? shopper(state, command) : null);
}

/** Throws 403 if the person was erased after they sent this command, because the command must not create their user again. */
function refuseErased(
  state: State<OrdersTables>,
  { caller: { external }, at }: { caller: Caller; at: string },
): void {
  if (!external) return;
  const sent = { owner: `client:${external.key}`, at };
  if (state.erasures.values().some((erasure) => hasSent(erasure, sent))) throw new Problem('forbidden');
}

/**
 * Called for a retry, which gets the stored outcome of the first request. Throws 403 if the user was deleted, because deleted
 * users must not receive stored outcomes. A shopper who never had a user may receive them, so that a retry of a rejected command
 * gets the same error.
 */
function refuseDeleted(state: State<OrdersTables>, command: { caller: Caller }): void {
  const { external } = command.caller;
  const isErased = state.erasures.values().some((erasure) => hasKey(erasure, external?.key));
  if (!external || isErased) shopper(state, command);
}

function missing(body: { name?: string; email?: string }): FieldError[] {
  return (['name', 'email'] as const).flatMap((field) =>
    body[field] === undefined ? [{ field, rule: 'required' as const }] : [],
  );
}

/** For a new shopper of an identity provider, this command creates the user. */
export const updateProfile: OrdersHandler<'me.update'> = checksFirst({
  needs: ({ body, caller }) => ({
    users: caller.userId === null ? [] : [caller.userId],
    emails: body.email === undefined ? [] : [emailKey(body.email)],
    sequences: ['users'],
    erasedKeys: caller.external ? [caller.external.key] : [],
  }),
  admits: refuseDeleted,
  check: (state, command) => {
    refuseErased(state, command);
    const before = ownUser(state, command);
    const addressed = before && { collection: 'users', id: before._id };
    matchVersion(command, before ?? { version: 0 }, [], addressed);
    const errors = before ? [] : missing(command.body);
    return errorsOr([...errors, ...emailErrors(state, command.body.email, before)], { before });
  },
  decide: ({ before }, command, { now, nextId }) => {
    const { name = '', email = '', phone = null } = command.body;
    const { external } = command.caller;
    const user: User = before
      ? changed<User>(before, withoutUndefined(command.body), now)
      : {
          _id: nextId('users'),
          ...firstVersion(command, now),
          name,
          email,
          phone,
          ...(external && { external_id: external.id }),
        };
    return {
      answer: {
        status: before ? 200 : 201,
        ...(!before && { location: '/api/client/me' }),
        version: user.version,
        data: profileResource(user),
      },
      changes: user === before ? [] : [{ table: 'users', put: user }],
      events: user === before ? [] : [userEvent(before ? 'updated' : 'created', user)],
    };
  },
});
