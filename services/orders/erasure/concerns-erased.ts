import { ownerOf } from '#shared/engine/decide/outcome.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import { hasSent } from '../customers/sender.ts';
import type { Erasure } from '../records/tables.ts';

export type OrderOf = Readonly<Record<'payment' | 'return', ReadonlyMap<number, number>>>;

/** The ids in a command's path and body. */
type Named = Partial<
  Record<'user' | 'address' | 'order' | 'payment' | 'return' | 'user_id' | 'address_id', unknown>
>;

/** Finds the erased person whom a command concerns: the person sent the command, or it refers to their user, address or order. */
export function erasedIn(
  command: Pick<Command, 'caller' | 'params' | 'body' | 'at'>,
  erasures: readonly Erasure[],
  /** Maps order ids to the user ids of their customers. */
  userOfOrder: ReadonlyMap<number, number>,
  /** Maps the ids of payments and returns to the ids of their orders. */
  orderOf: OrderOf = { payment: new Map(), return: new Map() },
): Erasure | undefined {
  const sent = { owner: ownerOf(command), at: command.at };
  // An id may be text, because forms send numbers as text.
  const { user, address, ...named } = command.params as Named;
  const { user_id, address_id } = (command.body ?? {}) as Named;
  const order =
    named.order ?? orderOf.payment.get(Number(named.payment)) ?? orderOf.return.get(Number(named.return));
  return erasures.find((erasure) => {
    const { _id, addresses } = erasure;
    const isTheirAddress = [address, address_id].some((id) => addresses.includes(Number(id)));
    const isTheirs = [user, user_id, userOfOrder.get(Number(order))].some((id) => Number(id) === _id);
    return hasSent(erasure, sent) || isTheirAddress || isTheirs;
  });
}

/** The id of an order, payment or return in a command's path. Null: the path has none. */
export function idNamed({ params }: Pick<Command, 'params'>, name: 'order' | keyof OrderOf): number | null {
  const id = Number((params as Named)[name]);
  return Number.isSafeInteger(id) ? id : null;
}
