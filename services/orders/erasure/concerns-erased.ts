import { ownerOf } from '#shared/engine/decide/outcome.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import type { Erasure } from '../records/tables.ts';

interface Named {
  user?: unknown;
  address?: unknown;
  order?: unknown;
  payment?: unknown;
  user_id?: unknown;
  address_id?: unknown;
}

/** Finds the erased person who sent a command, or to whose user, address or order the command refers. */
export function erasedIn(
  command: Pick<Command, 'caller' | 'params' | 'body'>,
  erasures: readonly Erasure[],
  /** Maps order ids to the user ids of their customers. */
  userOfOrder: ReadonlyMap<number, number>,
  /** Maps payment ids to the ids of their orders. */
  orderOfPayment: ReadonlyMap<number, number> = new Map(),
): Erasure | undefined {
  const owner = ownerOf(command);
  const {
    user,
    address,
    payment,
    order = orderOfPayment.get(Number(payment)),
    user_id,
    address_id,
  } = namedBy(command);
  return erasures.find(({ _id, owners, addresses }) => {
    const isTheirAddress = [address, address_id].some((id) => addresses.includes(Number(id)));
    const isTheirs = [user, user_id, userOfOrder.get(Number(order))].some((id) => Number(id) === _id);
    return owners.includes(owner) || isTheirAddress || isTheirs;
  });
}

/** The values may be text, because forms send numbers as text. */
function namedBy({ params, body }: Pick<Command, 'params' | 'body'>): Named {
  const { user_id, address_id } = (body ?? {}) as Named;
  return { ...(params as Named), user_id, address_id };
}

/** The id of the order or the payment in a command's path. Null: the path has none. */
export function idNamed({ params }: Pick<Command, 'params'>, name: 'order' | 'payment'): number | null {
  const id = Number((params as Named)[name]);
  return Number.isSafeInteger(id) ? id : null;
}
