import type { Answer, Change, EventDraft, State } from '#shared/engine/decide/handler.ts';
import { author, firstVersion } from '#shared/engine/decide/versioned-record.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import type { BalanceField, OrderValues } from '#shared/contracts/endpoints/order-fields.ts';
import { Problem, type FieldError } from '#shared/contracts/errors.ts';
import { shopper } from '../customers/shopper.ts';
import { paymentEvent } from '../payments/payment.ts';
import { orderNumber } from '../records/order-number.ts';
import { returnEvent } from '../returns/return.ts';
import type { StockMoves } from '../stock/stock.ts';
import type {
  Address,
  Order,
  OrderItem,
  OrderReturn,
  OrdersTables,
  User,
  Written,
} from '../records/tables.ts';
import { orderResource, orderEvent } from './order-resource.ts';

export function userOnOrder(user: User): Order['user'] {
  return { id: user._id, name: user.name };
}

export function addressOnOrder(address: Address): Order['address'] {
  const { _id: id, user_id, label, line1, line2, city, country, phone } = address;
  return { id, user_id, label, line1, line2, city, country, phone };
}

/** A user or address that the order already has is not checked again. */
export function referredBy(
  state: State<OrdersTables>,
  { user_id: userId, address_id: addressId }: { user_id?: number; address_id?: number },
  order: Pick<Order, 'user_id' | 'address_id' | 'address'> | null,
): { user: User | undefined; address: Address | undefined; errors: FieldError[] } {
  const user = userId === undefined ? undefined : state.users.get(userId);
  const address = addressId === undefined ? undefined : state.addresses.get(addressId);
  const isOtherUser = userId !== undefined && userId !== order?.user_id;
  const isOtherAddress = addressId !== undefined && addressId !== order?.address_id;
  const errors: FieldError[] = [];
  if (isOtherUser && !user) errors.push({ field: 'user_id', rule: 'exists' });
  if (isOtherAddress && !address) errors.push({ field: 'address_id', rule: 'exists' });
  const customer = userId ?? order?.user_id;
  const used = address ?? order?.address;
  const isForeign = customer !== undefined && used !== undefined && used.user_id !== customer;
  if (errors.length === 0 && (isOtherUser || isOtherAddress) && isForeign)
    errors.push({ field: 'address_id', rule: 'owned_by_user' });
  return { user, address, errors };
}

/** Throws 409 if the order is missing. Only damage causes this: an order is deleted with its payments and returns. */
export function orderOf(orders: ReadonlyMap<number, Order>, { order_id: id }: { order_id: number }): Order {
  const order = orders.get(id);
  if (!order) throw new Problem('conflict');
  return order;
}

/** Throws 403 if the caller has no user, and 404 if the order is missing or another shopper's. */
export function ownOrder(
  state: State<OrdersTables>,
  command: Pick<Command, 'caller'> & { params: { order: number } },
): Order {
  const user = shopper(state, command);
  const order = state.orders.get(command.params.order);
  if (order?.user_id !== user._id) throw new Problem('not_found');
  return order;
}

export function newOrder(
  id: number,
  parts: {
    user: User;
    address: Address;
    items: OrderItem[];
    values: Omit<OrderValues, 'order_number' | 'user_id' | 'address_id' | BalanceField> &
      Pick<Order, 'tax_rate'>;
    cartVersion: number | null;
  },
  command: Pick<Command, 'id' | 'caller'>,
  now: string,
): Order {
  const { user, address, items, values, cartVersion } = parts;
  const { status: to, reject_reason: reason } = values;
  return {
    _id: id,
    ...firstVersion(command, now),
    order_number: orderNumber(id),
    user_id: user._id,
    user: userOnOrder(user),
    address_id: address._id,
    address: addressOnOrder(address),
    ...values,
    items,
    history: [{ at: now, by: author(command), from: null, to, reason }],
    cart_version: cartVersion,
  };
}

/**
 * The changes of a command, with the events: one event for each order, payment and return that the command creates or changes,
 * and the events of `stock`. `was`: the order before the command, if the command may change its status.
 */
export function withEvents(
  changes: readonly Change<OrdersTables>[],
  { was, stock, decimals }: { was?: Order; stock?: Written; decimals: number },
): Written {
  const events = changes.flatMap((change) => eventOf(change, was, decimals) ?? []);
  return { changes: [...changes, ...(stock?.changes ?? [])], events: [...events, ...(stock?.events ?? [])] };
}

function eventOf(change: Change<OrdersTables>, was: Order | undefined, decimals: number): EventDraft | null {
  if (!('put' in change)) return null;
  const happened = change.put.version === 1 ? 'created' : 'updated';
  if (change.table === 'payments') return paymentEvent(happened, change.put, decimals);
  if (change.table === 'returns') return returnEvent(happened, change.put, decimals);
  if (change.table !== 'orders') return null;
  const { put: order } = change;
  if (happened === 'created')
    return orderEvent(order.cart_version === null ? 'created' : 'placed', order, decimals);
  const isMoved = was?._id === order._id && was.status !== order.status;
  return orderEvent(isMoved ? 'status-changed' : 'updated', order, decimals);
}

export function puts<Table extends 'orders' | 'payments' | 'returns'>(
  table: Table,
  records: readonly OrdersTables[Table][],
): Change<OrdersTables>[] {
  return records.map((put) => ({ table, put }) as Change<OrdersTables>);
}

/** The changes of a command that changes one order, its stock and these returns. There are none if the order stays the same. */
export function orderChanges(
  before: Order,
  order: Order,
  moves: StockMoves,
  decimals: number,
  returns: readonly OrderReturn[] = [],
): Written {
  if (order === before) return { changes: [], events: [] };
  const changes = [...puts('orders', [order]), ...puts('returns', returns)];
  return withEvents(changes, { was: before, stock: moves.finish(), decimals });
}

export function orderAnswer(order: Order, { caller, language }: Command, decimals: number) {
  return { version: order.version, data: orderResource(order, { area: caller.area, language, decimals }) };
}

export function madeOrder(decimals: number): (order: Order, command: Command) => Answer {
  return (order, command) => ({
    status: 201,
    location: `/api/${command.caller.area}/orders/${order._id}`,
    ...orderAnswer(order, command, decimals),
  });
}
