import {
  checksFirst,
  errorsOr,
  type Answer,
  type Change,
  type State,
} from '#shared/engine/decide/handler.ts';
import { allRecords } from '#shared/engine/decide/resource.ts';
import { makesOnce } from '#shared/engine/decide/make-once.ts';
import { remembered, type Deleter } from '#shared/engine/decide/deletion.ts';
import { changed, isSame, matchVersion, withoutUndefined } from '#shared/engine/decide/versioned-record.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import { maxItems } from '#shared/contracts/endpoints/order-lines.ts';
import type { ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';
import { detail, invalid, Problem, type FieldError } from '#shared/contracts/errors.ts';
import { findProduct } from '../stock/product-copy.ts';
import { returnsOf } from '../returns/return.ts';
import { heldAtAmount, releaseStock, stockMoves, takeStock, type StockMoves } from '../stock/stock.ts';
import type { Order, OrderItem, OrdersHandler, OrdersTables } from '../records/tables.ts';
import { withLines, type FigureRules } from './figures.ts';
import { hasItem, newLine, productOnLine, refuseBelowReturns } from './order-lines.ts';
import { puts, withEvents } from './order.ts';
import { itemResource } from './order-resource.ts';

/** Throws 404 if no order has the item, 409 if the order is damaged, and 412 if the caller's version is outdated. */
function holderOf(state: State<OrdersTables>, itemId: number, command: Pick<Command, 'ifMatch' | 'caller'>) {
  const [order] = allRecords(state.orders, ({ items }) => hasItem(items, itemId));
  const item = order?.items.find(({ id }) => id === itemId);
  if (!order || !item) throw new Problem('not_found');
  matchVersion(command, order);
  return { order, item };
}

/** Does not look up an order or product that the item already has (`known`). */
function referredByItem(
  state: State<OrdersTables>,
  { order_id: orderId, product_id: productId }: { order_id?: number; product_id?: number },
  known: { orderId?: number; productId?: number } = {},
): { to: Order | undefined; product: ProductCopy | undefined; errors: FieldError[] } {
  const isOtherOrder = orderId !== undefined && orderId !== known.orderId;
  const isOtherProduct = productId !== undefined && productId !== known.productId;
  const to = isOtherOrder ? state.orders.get(orderId) : undefined;
  const product = isOtherProduct ? findProduct(state, productId) : undefined;
  const errors: FieldError[] = [];
  if (isOtherOrder && !to) errors.push({ field: 'order_id', rule: 'exists' });
  if (isOtherProduct && !product) errors.push({ field: 'product_id', rule: 'exists' });
  return { to, product, errors };
}

/** Throws 422 if the order would have too many lines or too large sums. */
function withItems(order: Order, items: OrderItem[], now: string, rules: FigureRules): Order {
  if (items.length > maxItems) {
    throw invalid({ field: 'order_id', rule: 'max_items', params: { max: maxItems } });
  }
  return changed<Order>(order, withLines(order, items, rules, 'amount'), now);
}

function withoutItem(order: Order, item: OrderItem, now: string, rules: FigureRules): Order {
  const items = order.items.filter(({ id }) => id !== item.id);
  return changed<Order>(order, withLines(order, items, rules, 'amount'), now);
}

function itemAnswer(
  status: 200 | 201,
  item: OrderItem,
  order: Order,
  { language }: Pick<Command, 'language'>,
  decimals: number,
): Answer {
  return {
    status,
    ...(status === 201 && { location: `/api/admin/profile/order-items/${item.id}` }),
    version: order.version,
    data: itemResource(item, order._id, { area: 'admin', language, decimals }),
  };
}

/** Records the deletion of a line. If the command that added the line is redelivered, it then does not add the line again. */
export function rememberedItem(
  item: OrderItem,
  { version }: Pick<Order, 'version'>,
  deleter: Deleter,
  now: string,
): Change<OrdersTables> {
  return remembered('order_items', { ...item, _id: item.id, version }, deleter, now);
}

export function createOrderItem(rules: FigureRules): OrdersHandler<'order-items.create'> {
  const { decimals } = rules;
  /** Builds the response from the order with the added line. Throws 409 if the line has been deleted since. */
  const answer = (order: Order, command: Command): Answer => {
    const item = order.items.find((line) => line.created_by_command === command.id);
    if (!item) throw new Problem('conflict', detail('created_record_deleted'));
    return itemAnswer(201, item, order, command, decimals);
  };
  return makesOnce(answer, {
    needs: ({ body }) => ({
      orders: body.order_id === undefined ? [] : [body.order_id],
      products: body.product_id === undefined ? [] : [body.product_id],
      sequences: ['order_items'],
    }),
    check: (state, { body }) => {
      const { to: before, product, errors } = referredByItem(state, body);
      return errorsOr(errors, before && product && { before, product, inventory: state.inventory });
    },
    decide: ({ before, product, inventory }, command, { now, nextId }) => {
      const moves = stockMoves(inventory, now);
      const { status } = before;
      const line = newLine({ ...command.body, product }, { status, moves, now, nextId });
      const item = { ...line, created_by_command: command.id };
      const order = withItems(before, [...before.items, item], now, rules);
      const written = withEvents(puts('orders', [order]), { stock: moves.finish(), decimals });
      return { answer: answer(order, command), ...written };
    },
  });
}

/**
 * The units that a line holds after a change. If the line gets another order or product, all its units go back to the stock and
 * new units are reserved. Otherwise, only the difference is reserved or goes back.
 */
function heldAfter(item: OrderItem, from: Order, next: OrderItem, to: Order, moves: StockMoves): number {
  if (to === from && next.product_id === item.product_id)
    return heldAtAmount(item, next.amount, from.status, moves);
  releaseStock(item, from.status, moves);
  return takeStock(next.product, next.amount, to.status, moves);
}

export function updateOrderItem(rules: FigureRules): OrdersHandler<'order-items.update'> {
  const { decimals } = rules;
  return checksFirst({
    needs: ({ params, body }) => ({
      ordersOfItems: [params.order_item],
      orders: body.order_id === undefined ? [] : [body.order_id],
      products: body.product_id === undefined ? [] : [body.product_id],
    }),
    check: (state, command) => {
      const { order: from, item } = holderOf(state, command.params.order_item, command);
      const known = { orderId: from._id, productId: item.product_id };
      const { errors, to = from, product } = referredByItem(state, command.body, known);
      const { inventory, returns } = state;
      return errorsOr(errors, { from, item, to, product, inventory, returns });
    },
    decide: ({ from, item, to, product, inventory, returns }, command, { now }) => {
      const { order_id: _toId, product_id: _productId, ...values } = command.body;
      const moves = stockMoves(inventory, now);
      const stays = to === from;
      const updated: OrderItem = {
        ...item,
        ...withoutUndefined(values),
        ...(product && { product_id: product._id, product: productOnLine(product) }),
        updated_at: now,
      };
      refuseBelowReturns(item, stays && !product ? updated.amount : 0, returnsOf(returns, from._id));
      const next = { ...updated, held: heldAfter(item, from, updated, to, moves) };
      if (stays && isSame({ ...next, updated_at: item.updated_at }, item))
        return { answer: itemAnswer(200, item, from, command, decimals), changes: [], events: [] };
      const left = stays ? [] : [withoutItem(from, item, now, rules)];
      const items = stays
        ? from.items.map((line) => (line.id === item.id ? next : line))
        : [...to.items, next];
      const order = withItems(to, items, now, rules);
      return {
        answer: itemAnswer(200, next, order, command, decimals),
        ...withEvents(puts('orders', [...left, order]), { stock: moves.finish(), decimals }),
      };
    },
  });
}

export function deleteOrderItem(rules: FigureRules): OrdersHandler<'order-items.delete'> {
  return {
    needs: ({ params }) => ({ ordersOfItems: [params.order_item] }),
    decide: (state, command, { now }) => {
      const { order, item } = holderOf(state, command.params.order_item, command);
      refuseBelowReturns(item, 0, returnsOf(state.returns, order._id));
      const moves = stockMoves(state.inventory, now);
      releaseStock(item, order.status, moves);
      const changes = puts('orders', [withoutItem(order, item, now, rules)]);
      changes.push(rememberedItem(item, order, command, now));
      const { decimals } = rules;
      return { answer: { status: 204 }, ...withEvents(changes, { stock: moves.finish(), decimals }) };
    },
  };
}
