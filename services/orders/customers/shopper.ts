import { type State, areErrors, checksFirst, type Handler } from '#shared/engine/decide/handler.ts';
import { allRecords } from '#shared/engine/decide/resource.ts';
import type { Command, Caller } from '#shared/contracts/kit/define.ts';
import { Problem } from '#shared/contracts/errors.ts';
import type { Address, OrdersTables, User, OrdersNeeds } from '../records/tables.ts';

/** Throws 403 if the user does not exist. */
export function shopper(state: State<OrdersTables>, command: Pick<Command, 'caller'>): User {
  const user = state.users.get(shopperId(command));
  if (!user) throw new Problem('forbidden');
  return user;
}

export function shopperId(command: Pick<Command, 'caller'>): number {
  return command.caller.userId ?? 0;
}

/** Replaces the subject of a shopper's token with the user's id, because the subject may be a name. */
export function authorById(by: string, userId: number): string {
  return by.startsWith('client:') ? `client:${userId}` : by;
}

/** Returns undefined if the address is missing or belongs to another shopper. */
export function ownAddress(
  state: State<OrdersTables>,
  id: number | undefined,
  userId: number,
): Address | undefined {
  const address = id === undefined ? undefined : state.addresses.get(id);
  return address?.user_id === userId ? address : undefined;
}

/** Throws 409 if the user with this id is damaged, because the id must not count as unused. */
export function userOfExternal(
  state: Pick<State<OrdersTables>, 'users'>,
  externalId: string,
): User | undefined {
  return allRecords(state.users, (user) => user.external_id === externalId)[0];
}

/**
 * Adapts a handler to shoppers of an identity provider, whose commands have the provider's id (`external_id`). The handler gets
 * the id of the shopper's user, or null if there is no user yet. If a shopper without a user repeats an earlier command, the
 * result is 403 instead of the stored outcome, unless the handler's own `admits` accepts the shopper.
 */
export function forExternalShoppers<C extends Command>(
  handler: Handler<OrdersTables, OrdersNeeds, C>,
): Handler<OrdersTables, OrdersNeeds, C> {
  const { needs, admits = shopper, check = (state) => state, decide } = handler;
  return checksFirst({
    needs: (command) => {
      const own = needs(command);
      return { ...own, ...neededOf(command.caller, own) };
    },
    admits: (state, command) => {
      if (command.caller.area === 'client') admits(state, withUser(state, command));
    },
    check: (state, command) => {
      const own = withUser(state, command);
      const found = check(state, own);
      return areErrors(found) ? found : { found, caller: own.caller };
    },
    decide: ({ found, caller }, command, tools) => decide(found, { ...command, caller }, tools),
  });
}

function neededOf({ external }: Caller, { carts, externalIds = [] }: OrdersNeeds): OrdersNeeds {
  if (!external) return {};
  return carts ? { externalCarts: [external.id] } : { externalIds: [...externalIds, external.id] };
}

function withUser<C extends { caller: Caller }>(state: State<OrdersTables>, command: C): C {
  const { external } = command.caller;
  if (!external) return command;
  const userId = userOfExternal(state, external.id)?._id ?? null;
  return { ...command, caller: { ...command.caller, userId } };
}
