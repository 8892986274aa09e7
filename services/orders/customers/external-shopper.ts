import { areErrors, checksFirst, type Handler, type State } from '#shared/engine/decide/handler.ts';
import type { Caller, Command } from '#shared/contracts/kit/define.ts';
import { shopper } from './shopper.ts';
import type { OrdersNeeds, OrdersTables, User } from '../records/tables.ts';

export function userOfExternal(
  state: Pick<State<OrdersTables>, 'users'>,
  externalId: string,
): User | undefined {
  return state.users.values().find((user) => user.external_id === externalId);
}

/**
 * Adapts a handler to shoppers of an identity provider, whom a command identifies by `external_id`. The handler gets their user's
 * id, or null while they have no user. A shopper without a user does not receive stored outcomes, unless the handler's own
 * `admits` allows it.
 */
export function forExternalShoppers<C extends Command>(
  handler: Handler<OrdersTables, OrdersNeeds, C>,
): Handler<OrdersTables, OrdersNeeds, C> {
  const { needs, admits = requireShopper, check = (state) => state, decide } = handler;
  return checksFirst({
    needs: (command) => ({ ...needs(command), ...neededOf(command.caller, needs(command)) }),
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

function requireShopper(state: State<OrdersTables>, command: Command): void {
  shopper(state, command);
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
