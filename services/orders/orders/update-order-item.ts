import { checksFirst, errorsOr, type Decision, type State } from '#shared/engine/decide/handler.ts';
import { withoutUndefined } from '#shared/engine/decide/versioned-record.ts';
import type { OrdersCommands } from '#shared/contracts/endpoints/orders-service.ts';
import type { ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';
import { returnsOf } from '../returns/return.ts';
import { stockMoves, type StockMoves, heldAtAmount, releaseStock, takeStock } from '../stock/stock.ts';
import type { Order, OrderItem, OrdersHandler, OrdersTables } from '../records/tables.ts';
import { holderOf, itemAnswer, referredByItem, withItems, withoutItem } from './order-item.ts';
import { puts, withEvents } from './order.ts';
import type { FigureRules } from './figures.ts';
import { productOnLine, refuseBelowReturns, type LineRequest } from './order-lines.ts';

/** The caller must also change the stock. */
function withValues(
  item: OrderItem,
  { product_id: _productId, ...values }: Partial<LineRequest>,
  product: ProductCopy | undefined,
  now: string,
): OrderItem {
  return {
    ...item,
    ...withoutUndefined(values),
    ...(product && { product_id: product._id, product: productOnLine(product) }),
    updated_at: now,
  };
}

/**
 * The units that a line holds after a change. If the line gets another order or product, all its units go back to the stock and
 * new units are reserved. Otherwise, only the difference is reserved or goes back.
 */
function heldAfter(item: OrderItem, from: Order, next: OrderItem, to: Order, moves: StockMoves): number {
  if (to._id === from._id && next.product_id === item.product_id) {
    return heldAtAmount(item, next.amount, from.status, moves);
  }
  releaseStock(item, from.status, moves);
  return takeStock(next.product, next.amount, to.status, moves);
}

function isSameLine(a: OrderItem, b: OrderItem): boolean {
  return JSON.stringify({ ...a, updated_at: '' }) === JSON.stringify({ ...b, updated_at: '' });
}

interface Found extends Pick<State<OrdersTables>, 'inventory' | 'returns'> {
  order: Order;
  item: OrderItem;
  /** The order to which the line moves. Undefined: the line stays in its order. */
  to: Order | undefined;
  /** The line's new product. Undefined: the line keeps its product. */
  product: ProductCopy | undefined;
}

function changeItem(
  { order: from, item, to = from, product, inventory, returns }: Found,
  command: OrdersCommands['order-items.update'],
  now: string,
  rules: FigureRules,
): Decision<OrdersTables> {
  const { decimals } = rules;
  const { order_id: _toId, ...body } = command.body;
  const moves = stockMoves(inventory, now);
  const values = withValues(item, body, product, now);
  refuseBelowReturns(item, to === from && !product ? values.amount : 0, returnsOf(returns, from._id));
  const next = { ...values, held: heldAfter(item, from, values, to, moves) };
  if (to !== from) {
    const source = withoutItem(from, item, now, rules);
    const target = withItems(to, [...to.items, next], now, rules);
    return {
      answer: itemAnswer(200, next, target, command, decimals),
      ...withEvents(puts('orders', [source, target]), { stock: moves.finish(), decimals }),
    };
  }
  if (isSameLine(item, next)) {
    return { answer: itemAnswer(200, item, from, command, decimals), changes: [], events: [] };
  }
  const items = from.items.map((line) => (line.id === item.id ? next : line));
  const order = withItems(from, items, now, rules);
  return {
    answer: itemAnswer(200, next, order, command, decimals),
    ...withEvents(puts('orders', [order]), { stock: moves.finish(), decimals }),
  };
}

export function updateOrderItem(rules: FigureRules): OrdersHandler<'order-items.update'> {
  return checksFirst({
    needs: ({ params, body }) => ({
      ordersOfItems: [params.order_item],
      orders: body.order_id === undefined ? [] : [body.order_id],
      products: body.product_id === undefined ? [] : [body.product_id],
    }),
    check: (state, command) => {
      const { order, item } = holderOf(state, command.params.order_item, command);
      const known = { orderId: order._id, productId: item.product_id };
      const { errors, ...referred } = referredByItem(state, command.body, known);
      const { inventory, returns } = state;
      return errorsOr<Found>(errors, { order, item, ...referred, inventory, returns });
    },
    decide: (found, command, { now }) => changeItem(found, command, now, rules),
  });
}
