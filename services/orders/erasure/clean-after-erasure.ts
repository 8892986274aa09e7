import type { Command } from '#shared/contracts/kit/define.ts';
import { recordIn, type Change, type Handler } from '#shared/engine/decide/handler.ts';
import type { Cause } from '#shared/engine/decide/bulk-operation.ts';
import type { Address, Erasure, OrderReturn, OrdersNeeds, OrdersTables, Payment } from '../records/tables.ts';
import { erasedPayment } from '../payments/payment.ts';
import { erasedReturn } from '../returns/return.ts';
import { erasedOrder, isOrderOf } from '../orders/erased-order.ts';
import { puts, withEvents } from '../orders/order.ts';
import { possessionsRemoved } from './erase-user.ts';

/**
 * This internal command removes an erased person's data from orders. It also deletes addresses and a cart that the person got
 * after the erasure.
 */
export const cleanCommand = 'erasure.clean';

/** `since`: when the order passed to the person from another customer. Null: it always belonged to the person. */
interface OwnedOrder {
  id: number;
  since: string | null;
}

type Clean = Command<
  typeof cleanCommand,
  Record<string, never>,
  { user: number; orders: readonly OwnedOrder[] }
>;

export function cleanAfterErasure(decimals: number): Handler<OrdersTables, OrdersNeeds, Clean> {
  return {
    needs: ({ body: { user = 0, orders = [] } }) => {
      const ids = orders.map(({ id }) => id);
      return {
        orders: ids,
        paymentsOf: ids,
        returnsOf: ids,
        erasures: [user],
        addressesOf: [user],
        carts: [user],
      };
    },
    decide: (state, command, { now }) => {
      const { user, orders } = command.body;
      const nothing = { answer: { status: 200 as const }, changes: [], events: [] };
      const erasure = state.erasures.get(user);
      if (!erasure) return nothing;
      // A damaged address must not prevent the cleaning of the person's orders, so it is left out. The audit reports it.
      const addresses = [...state.addresses.values()].filter(
        (address) => address.user_id === user && isTheirs(address, erasure),
      );
      const gone = possessionsRemoved(state, user, { addresses, deleter: command, now });
      const changes: Change<OrdersTables>[] = [];
      if (addresses.length > 0) {
        const put = {
          ...erasure,
          version: erasure.version + 1,
          addresses: [...erasure.addresses, ...addresses.map(({ _id }) => _id)],
        };
        changes.push({ table: 'erasures', put });
      }
      for (const { id, since } of orders) {
        const before = state.orders.get(id);
        // The order may have passed to another customer since the command was built.
        if (!before || !isOrderOf(before, user)) continue;
        // On a former customer's payments and returns, only the texts since the passing are about this person.
        const isAbout = ({ order_id: order, user_id: owner }: Payment | OrderReturn) =>
          order === id && (owner === user || since !== null);
        const textsSince = ({ user_id: owner }: Payment | OrderReturn) => (owner === user ? null : since);
        const payments = [...state.payments.values()]
          .filter(isAbout)
          .map((one) => erasedPayment(one, textsSince(one), now));
        const returns = [...state.returns.values()]
          .filter(isAbout)
          .map((one) => erasedReturn(one, { userId: user, since: textsSince(one) }, now));
        changes.push(...puts('payments', payments), ...puts('returns', returns));
        changes.push(...puts('orders', [erasedOrder(before, since, now)]));
      }
      const isChanged = (change: Change<OrdersTables>) =>
        !('put' in change) || recordIn(state, change.table, change.put._id) !== change.put;
      const written = withEvents(changes.filter(isChanged), { decimals });
      return {
        ...nothing,
        erases: true,
        changes: [...gone.changes, ...written.changes],
        events: [...gone.events, ...written.events],
      };
    },
  };
}

/**
 * The maximum duration of a batch. An address has the time when its batch began, but is stored when the batch ends. So an address
 * that is stored just after the erasure may have a time up to this long before the erasure.
 */
export const longestBatchMs = 120_000;

/**
 * Whether an address with the user id of an erased person really belonged to this person: either the erasure deleted an address
 * with this id (`addresses`), or this address was created during or after the erasure. Any other address got the user id by
 * damage, because the erasure deleted all addresses of the person. If `by` is null, an earlier release deleted the user without a
 * list of addresses, so the result is always true.
 */
export function isTheirs({ _id, created_at: createdAt }: Address, { addresses, at, by }: Erasure): boolean {
  const isSince = Date.parse(createdAt) >= Date.parse(at) - longestBatchMs;
  return by === null || addresses.includes(_id) || isSince;
}

/** Builds the command that cleans these orders, on behalf of the admin who erased the person. */
export function cleaning({ _id: user, at, by }: Erasure, orders: readonly OwnedOrder[]): Clean & Cause {
  const id = by?.id ?? `erasure-${user}`;
  return {
    id,
    type: cleanCommand,
    params: {},
    body: { user, orders },
    caller: by?.caller ?? { area: 'admin', subject: 'erasure', userId: null },
    language: 'en',
    fingerprint: '',
    ifMatch: null,
    at,
    requestId: by?.requestId ?? id,
    isOperation: by !== null,
  };
}
