import type { State } from '#shared/engine/decide/handler.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import { Problem } from '#shared/contracts/errors.ts';
import type { Address, OrdersTables, User } from '../records/tables.ts';

/** Throws 403 if the caller's user does not exist. */
export function shopper(state: State<OrdersTables>, command: Pick<Command, 'caller'>): User {
  const user = state.users.get(command.caller.userId ?? 0);
  if (!user) throw new Problem('forbidden');
  return user;
}

export function shopperId(command: Pick<Command, 'caller'>): number {
  return command.caller.userId ?? 0;
}

/** Undefined if the address is missing or belongs to another shopper. */
export function ownAddress(
  state: State<OrdersTables>,
  id: number | undefined,
  userId: number,
): Address | undefined {
  const address = id === undefined ? undefined : state.addresses.get(id);
  return address?.user_id === userId ? address : undefined;
}
