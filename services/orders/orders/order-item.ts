import { errorsOr, type Answer, type Change, type State } from '#shared/engine/decide/handler.ts';
import { allRecords } from '#shared/engine/decide/resource.ts';
import { makesOnce } from '#shared/engine/decide/make-once.ts';
import { remembered, type Deleter } from '#shared/engine/decide/deletion.ts';
import { changed, matchVersion } from '#shared/engine/decide/versioned-record.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import { maxItems } from '#shared/contracts/endpoints/order-lines.ts';
import type { ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';
import { detail, invalid, Problem, type FieldError } from '#shared/contracts/errors.ts';
import { findProduct } from '../stock/product-copy.ts';
import { returnsOf } from '../returns/return.ts';
import { stockMoves, releaseStock } from '../stock/stock.ts';
import type { Order, OrderItem, OrdersHandler, OrdersTables } from '../records/tables.ts';
import { withLines, type FigureRules } from './figures.ts';
import { hasItem, newLine, refuseBelowReturns } from './order-lines.ts';
import { puts, withEvents } from './order.ts';
import { itemResource } from './order-resource.ts';

/** Throws 404 if no order has the item, 409 if the order is damaged, and 412 if the caller's version is outdated. */
export function holderOf(
  state: State<OrdersTables>,
  itemId: number,
  command: Pick<Command, 'ifMatch' | 'caller'>,
) {
  const [order] = allRecords(state.orders, ({ items }) => hasItem(items, itemId));
  const item = order?.items.find(({ id }) => id === itemId);
  if (!order || !item) throw new Problem('not_found');
  matchVersion(command, order);
  return { order, item };
}

/** Does not check an order or product that the item already has (`known`). */
export function referredByItem(
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
export function withItems(order: Order, items: OrderItem[], now: string, rules: FigureRules): Order {
  if (items.length > maxItems) {
    throw invalid({ field: 'order_id', rule: 'max_items', params: { max: maxItems } });
  }
  return changed<Order>(order, withLines(order, items, rules), now);
}

export function withoutItem(order: Order, item: OrderItem, now: string, rules: FigureRules): Order {
  const items = order.items.filter(({ id }) => id !== item.id);
  return changed<Order>(order, withLines(order, items, rules), now);
}

export function itemAnswer(
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
  return remembered<OrdersTables>('order_items', { ...item, _id: item.id, version }, deleter, now);
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
      const line = newLine(nextId('order_items'), { ...command.body, product }, { status, moves, now });
      const item = { ...line, created_by_command: command.id };
      const order = withItems(before, [...before.items, item], now, rules);
      const written = withEvents(puts('orders', [order]), { stock: moves.finish(), decimals });
      return { answer: answer(order, command), ...written };
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
