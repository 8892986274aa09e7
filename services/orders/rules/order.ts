import type { Handlers, State } from '#shared/decide/handler.ts';
import {
  author,
  firstVersion,
  changed,
  matchVersion,
  withoutUndefined,
} from '#shared/decide/versioned-record.ts';
import type { Command } from '#shared/contracts/schema-kit/define.ts';
import { maxFigure } from '#shared/contracts/endpoints/orders.ts';
import type { OrderState } from '#shared/contracts/endpoints/order-states.ts';
import type { OrdersCommands } from '#shared/contracts/endpoints/orders-service.ts';
import { invalid, Problem } from '#shared/errors.ts';
import type { FieldError } from '#shared/errors.ts';
import { orderEvent } from './order-events.ts';
import { findProduct, newLine, sumLines } from './order-lines.ts';
import { looksGenerated, orderNumber } from './order-number.ts';
import { orderResource } from './order-resource.ts';
import { moveTo, releaseItem, transitionError } from './order-status.ts';
import type { Address, Order, OrdersNeeds, OrdersTables, User } from './tables.ts';
import { shopper, shopperId } from './shopper.ts';
import { stockMoves } from './stock.ts';

type OrderCommands = Pick<
  OrdersCommands,
  'orders.create' | 'orders.update' | 'orders.delete' | 'orders.cancel'
>;
type UpdateBody = OrdersCommands['orders.update']['body'];

export const orderLocation = (order: Pick<Order, '_id'>) => `/api/admin/orders/${order._id}`;

/** The order of this id, at the version that the caller knows. */
export function existingOrder(
  state: State<OrdersTables>,
  id: number,
  command: Pick<Command, 'ifMatch'>,
): Order {
  const order = state.orders.get(id);
  if (!order) throw new Problem('not_found');
  matchVersion(command, order);
  return order;
}

export function userOnOrder(user: User): Order['user'] {
  return { id: user._id, name: user.name };
}

export function addressOnOrder(address: Address): Order['address'] {
  const { _id: id, user_id, label, line1, line2, city, country, phone } = address;
  return { id, user_id, label, line1, line2, city, country, phone };
}

const exists = (field: string): FieldError => ({ field, rule: 'exists' });

/** References of an order that do not exist; ones that it already has are not looked up again. */
function brokenReferences(
  state: State<OrdersTables>,
  body: { user_id?: number; address_id?: number; items?: readonly ({ product_id?: number } | undefined)[] },
  order: Pick<Order, 'user_id' | 'address_id'> | null,
): FieldError[] {
  const { user_id: userId, address_id: addressId, items = [] } = body;
  const errors: FieldError[] = [];
  if (userId !== undefined && userId !== order?.user_id && !state.users.has(userId))
    errors.push(exists('user_id'));
  if (addressId !== undefined && addressId !== order?.address_id && !state.addresses.has(addressId)) {
    errors.push(exists('address_id'));
  }
  for (const [index, item] of items.entries()) {
    if (item?.product_id !== undefined && !findProduct(state, item.product_id)) {
      errors.push(exists(`items.${index}.product_id`));
    }
  }
  return errors;
}

/** Where an update takes the order: clearing the status rejects it. Undefined: the status was not sent. */
function targetOf(body: Partial<UpdateBody>): OrderState | undefined {
  return body.status === null ? 'rejected' : body.status;
}

function statusErrors(order: Order, body: Partial<UpdateBody>): FieldError[] {
  const target = targetOf(body);
  if (target === undefined) return [];
  const errors: FieldError[] = [];
  const illegal = transitionError(order, target);
  if (illegal) errors.push(illegal);
  if (target === 'rejected' && order.status !== 'rejected' && !body.reject_reason) {
    errors.push(
      body.status === null
        ? { field: 'reject_reason', rule: 'required_when_empty', params: { other: 'status' } }
        : { field: 'reject_reason', rule: 'required' },
    );
  }
  return errors;
}

/** Unique among all orders; and no order takes a number that the service makes for another. */
function numberErrors(state: State<OrdersTables>, order: Order, number: string | undefined): FieldError[] {
  if (number === undefined || number === order.order_number) return [];
  const isTaken = state.orders
    .values()
    .some((other) => other._id !== order._id && other.order_number === number);
  const isReserved = looksGenerated(number) && number !== orderNumber(order._id);
  return isTaken || isReserved ? [{ field: 'order_number', rule: 'unique' }] : [];
}

export function orderHandlers(decimals: number): Handlers<OrdersTables, OrdersNeeds, OrderCommands> {
  return {
    'orders.create': {
      needs: ({ body }) => ({
        users: body.user_id === undefined ? [] : [body.user_id],
        addresses: body.address_id === undefined ? [] : [body.address_id],
        // A draft's entries may lack what broke a rule.
        products: (body.items ?? []).flatMap(
          (item: { product_id?: number } | undefined) => item?.product_id ?? [],
        ),
        sequences: ['orders', 'order_items'],
      }),
      check: (state, { body }) => brokenReferences(state, body, null),
      decide: (state, command, { now, nextId }) => {
        const { body } = command;
        const moves = stockMoves(state.inventory, now);
        const id = nextId('orders');
        const items = (body.items ?? []).map((asked) => {
          const product = findProduct(state, asked.product_id);
          if (!product) throw invalid(exists('items'));
          return newLine(nextId('order_items'), asked, product, { status: body.status, moves, now });
        });
        const sums = sumLines(items, decimals);
        if (!sums) throw invalid({ field: 'items', rule: 'max', params: { max: maxFigure } });
        const user = state.users.get(body.user_id);
        const address = state.addresses.get(body.address_id);
        if (!user || !address) throw invalid(exists(user ? 'address_id' : 'user_id'));
        const reason = body.reject_reason ?? null;
        const order: Order = {
          _id: id,
          ...firstVersion(command, now),
          order_number: orderNumber(id),
          user_id: user._id,
          user: userOnOrder(user),
          address_id: address._id,
          address: addressOnOrder(address),
          payment_method: body.payment_method,
          status: body.status,
          reject_reason: reason,
          notes: body.notes ?? null,
          estimated_arrive_time: body.estimated_arrive_time ?? null,
          total: body.total,
          discount_amount: body.discount_amount ?? sums.discount_amount,
          tax_amount: body.tax_amount ?? 0,
          main_price: body.main_price ?? sums.main_price,
          manufacturing_price: body.manufacturing_price ?? sums.manufacturing_price,
          items,
          history: [{ at: now, by: author(command), from: null, to: body.status, reason }],
          cart_version: null,
        };
        const stock = moves.finish();
        const data = orderResource(order, { area: 'admin', language: command.language, decimals });
        return {
          answer: { status: 201, location: orderLocation(order), version: order.version, data },
          changes: [{ table: 'orders', put: order }, ...stock],
          events: [orderEvent('created', order, decimals)],
        };
      },
    },

    'orders.update': {
      needs: ({ params, body }) => ({
        orders: [params.order],
        users: body.user_id === undefined ? [] : [body.user_id],
        addresses: body.address_id === undefined ? [] : [body.address_id],
        orderNumbers: body.order_number === undefined ? [] : [body.order_number],
      }),
      check: (state, command) => {
        const order = existingOrder(state, command.params.order, command);
        const { body } = command;
        return [
          ...numberErrors(state, order, body.order_number),
          ...brokenReferences(state, body, order),
          ...statusErrors(order, body),
        ];
      },
      decide: (state, command, { now }) => {
        const before = existingOrder(state, command.params.order, command);
        const { body } = command;
        const { status: _status, ...values } = body;
        const target = targetOf(body) ?? before.status;
        const moves = stockMoves(state.inventory, now);
        const moved = moveTo(
          before,
          { to: target, reason: body.reject_reason ?? null, by: author(command), now },
          moves,
        );
        const user = body.user_id === undefined ? undefined : state.users.get(body.user_id);
        const address = body.address_id === undefined ? undefined : state.addresses.get(body.address_id);
        const change = {
          ...withoutUndefined(values),
          ...(user && { user: userOnOrder(user) }),
          ...(address && { address: addressOnOrder(address) }),
          ...moved,
        };
        const order = changed<Order>(before, change, command, now);
        const isMoved = order.status !== before.status;
        const data = orderResource(order, { area: 'admin', language: command.language, decimals });
        return {
          answer: { status: 200, version: order.version, data },
          changes: order === before ? [] : [{ table: 'orders', put: order }, ...moves.finish()],
          events:
            order === before ? [] : [orderEvent(isMoved ? 'status-changed' : 'updated', order, decimals)],
        };
      },
    },

    'orders.delete': {
      needs: ({ params }) => ({ orders: [params.order] }),
      decide: (state, command, { now }) => {
        const order = existingOrder(state, command.params.order, command);
        const moves = stockMoves(state.inventory, now);
        // What was delivered has left the house, whatever becomes of its record.
        if (order.status !== 'delivered') for (const item of order.items) releaseItem(item, order, moves);
        return {
          answer: { status: 204 },
          changes: [{ table: 'orders', remove: order._id }, ...moves.finish()],
          events: [orderEvent('deleted', order, decimals)],
        };
      },
    },

    'orders.cancel': {
      needs: (command) => ({ users: [shopperId(command)], orders: [command.params.order] }),
      check: (state, command) => {
        shopper(state, command);
        const order = state.orders.get(command.params.order);
        if (order?.user_id !== shopperId(command)) throw new Problem('not_found');
        matchVersion(command, order);
        return [];
      },
      decide: (state, command, { now }) => {
        const before = existingOrder(state, command.params.order, command);
        if (before.status !== 'pending' && before.status !== 'cancelled') {
          throw invalid({
            field: 'status',
            rule: 'illegal_transition',
            params: { from: before.status, to: 'cancelled', allowed: '' },
          });
        }
        const moves = stockMoves(state.inventory, now);
        const moved = moveTo(before, { to: 'cancelled', reason: null, by: author(command), now }, moves);
        const order = changed<Order>(before, moved, command, now);
        const data = orderResource(order, { area: 'client', language: command.language, decimals });
        return {
          answer: { status: 200, version: order.version, data },
          changes: order === before ? [] : [{ table: 'orders', put: order }, ...moves.finish()],
          events: order === before ? [] : [orderEvent('status-changed', order, decimals)],
        };
      },
    },
  };
}
