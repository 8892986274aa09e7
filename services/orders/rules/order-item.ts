import type { Change, EventDraft, Handlers, State } from '#shared/decide/handler.ts';
import { changed, matchVersion, withoutUndefined } from '#shared/decide/versioned-record.ts';
import type { Command } from '#shared/contracts/schema-kit/define.ts';
import { maxFigure, maxItems } from '#shared/contracts/endpoints/orders.ts';
import type { OrdersCommands } from '#shared/contracts/endpoints/orders-service.ts';
import { invalid, Problem } from '#shared/errors.ts';
import type { FieldError } from '#shared/errors.ts';
import { orderEvent } from './order-events.ts';
import { findProduct, newLine, productOnLine, sumLines } from './order-lines.ts';
import type { LineRequest } from './order-lines.ts';
import { itemResource } from './order-resource.ts';
import { releaseItem, takesStock } from './order-status.ts';
import type { Order, OrderItem, OrdersNeeds, OrdersTables } from './tables.ts';
import { stockMoves } from './stock.ts';
import type { StockMoves } from './stock.ts';

type OrderItemCommands = Pick<
  OrdersCommands,
  'order-items.create' | 'order-items.update' | 'order-items.delete'
>;

const itemLocation = (item: Pick<OrderItem, 'id'>) => `/api/admin/profile/order-items/${item.id}`;

/** The item and the order that holds it, at the order's version that the caller knows. */
function holderOf(state: State<OrdersTables>, itemId: number, command: Pick<Command, 'ifMatch'>) {
  for (const order of state.orders.values()) {
    const item = order.items.find(({ id }) => id === itemId);
    if (!item) continue;
    matchVersion(command, order);
    return { order, item };
  }
  throw new Problem('not_found');
}

function brokenReferences(
  state: State<OrdersTables>,
  body: { order_id?: number; product_id?: number },
  known: { orderId?: number; productId?: number } = {},
): FieldError[] {
  const errors: FieldError[] = [];
  const { order_id: orderId, product_id: productId } = body;
  if (orderId !== undefined && orderId !== known.orderId && !state.orders.has(orderId)) {
    errors.push({ field: 'order_id', rule: 'exists' });
  }
  if (productId !== undefined && productId !== known.productId && !findProduct(state, productId)) {
    errors.push({ field: 'product_id', rule: 'exists' });
  }
  return errors;
}

/** The order with these lines; refuses more lines, or larger sums, than an order can have. */
function withItems(order: Order, items: OrderItem[], command: Command, now: string, decimals: number): Order {
  if (items.length > maxItems)
    throw invalid({ field: 'order_id', rule: 'max_items', params: { max: maxItems } });
  if (!sumLines(items, decimals)) throw invalid({ field: 'amount', rule: 'max', params: { max: maxFigure } });
  return changed<Order>(order, { items }, command, now);
}

/**
 * The line after an update in the same order: a grown line takes more stock, a shrunk one gives back, another
 * product gives all back and takes anew.
 */
function changedLine(
  item: OrderItem,
  order: Order,
  body: Partial<LineRequest>,
  state: State<OrdersTables>,
  { moves, now }: { moves: StockMoves; now: string },
): OrderItem {
  const { product_id: productId, ...values } = body;
  const product =
    productId === undefined || productId === item.product_id ? undefined : findProduct(state, productId);
  const amount = body.amount ?? item.amount;
  const next = { ...item, ...withoutUndefined(values), amount, updated_at: now };
  if (product) {
    releaseItem(item, order, moves);
    const held = takesStock(order.status) ? moves.take(product._id, amount) : 0;
    return { ...next, product_id: product._id, product: productOnLine(product), held };
  }
  return { ...next, held: heldAfter(item, amount, order, moves) };
}

/** A line holds what it took: it gives back what it no longer needs, and takes what it needs more. */
function heldAfter(item: OrderItem, amount: number, order: Order, moves: StockMoves): number {
  if (amount < item.held) {
    moves.giveBack(item.product_id, item.held - amount, order.status === 'delivered');
    return amount;
  }
  if (amount > item.amount && takesStock(order.status)) {
    return item.held + moves.take(item.product_id, amount - item.amount);
  }
  return item.held;
}

function isSameLine(a: OrderItem, b: OrderItem): boolean {
  return JSON.stringify({ ...a, updated_at: '' }) === JSON.stringify({ ...b, updated_at: '' });
}

export function orderItemHandlers(decimals: number): Handlers<OrdersTables, OrdersNeeds, OrderItemCommands> {
  const answer = (status: 200 | 201, item: OrderItem, order: Order, { language }: Command) => ({
    status,
    ...(status === 201 && { location: itemLocation(item) }),
    version: order.version,
    data: itemResource(item, order._id, { area: 'admin', language, decimals }),
  });
  const events = (...orders: Order[]): EventDraft[] =>
    orders.map((order) => orderEvent('updated', order, decimals));
  const puts = (...orders: Order[]): Change<OrdersTables>[] =>
    orders.map((put) => ({ table: 'orders', put }));

  return {
    'order-items.create': {
      needs: ({ body }) => ({
        orders: body.order_id === undefined ? [] : [body.order_id],
        products: body.product_id === undefined ? [] : [body.product_id],
        sequences: ['order_items'],
      }),
      check: (state, { body }) => brokenReferences(state, body),
      decide: (state, command, { now, nextId }) => {
        const { body } = command;
        const before = state.orders.get(body.order_id);
        const product = findProduct(state, body.product_id);
        if (!before || !product) throw invalid(...brokenReferences(state, body));
        const moves = stockMoves(state.inventory, now);
        const item = newLine(nextId('order_items'), body, product, { status: before.status, moves, now });
        const order = withItems(before, [...before.items, item], command, now, decimals);
        return {
          answer: answer(201, item, order, command),
          changes: [...puts(order), ...moves.finish()],
          events: events(order),
        };
      },
    },

    'order-items.update': {
      needs: ({ params, body }) => ({
        ordersOfItems: [params.order_item],
        orders: body.order_id === undefined ? [] : [body.order_id],
        products: body.product_id === undefined ? [] : [body.product_id],
      }),
      check: (state, command) => {
        const { order, item } = holderOf(state, command.params.order_item, command);
        return brokenReferences(state, command.body, { orderId: order._id, productId: item.product_id });
      },
      decide: (state, command, { now }) => {
        const { order: from, item } = holderOf(state, command.params.order_item, command);
        const { order_id: toId, ...body } = command.body;
        const moves = stockMoves(state.inventory, now);
        const to = toId === undefined || toId === from._id ? null : (state.orders.get(toId) ?? null);
        if (!to) {
          const changedItem = changedLine(item, from, body, state, { moves, now });
          const next = isSameLine(item, changedItem) ? item : changedItem;
          const items = from.items.map((line) => (line.id === item.id ? next : line));
          const order = withItems(from, items, command, now, decimals);
          const isChanged = order !== from;
          return {
            answer: answer(200, next, order, command),
            changes: isChanged ? [...puts(order), ...moves.finish()] : [],
            events: isChanged ? events(order) : [],
          };
        }
        const leaving = releaseItem(item, from, moves);
        const product = findProduct(state, body.product_id ?? item.product_id);
        const amount = body.amount ?? item.amount;
        const arriving: OrderItem = {
          ...leaving,
          ...withoutUndefined({ ...body, product_id: undefined }),
          ...(product && product._id !== item.product_id && { product: productOnLine(product) }),
          product_id: body.product_id ?? item.product_id,
          amount,
          held: takesStock(to.status) ? moves.take(body.product_id ?? item.product_id, amount) : 0,
          updated_at: now,
        };
        const source = changed<Order>(
          from,
          { items: from.items.filter(({ id }) => id !== item.id) },
          command,
          now,
        );
        const target = withItems(to, [...to.items, arriving], command, now, decimals);
        return {
          answer: answer(200, arriving, target, command),
          changes: [...puts(source, target), ...moves.finish()],
          events: events(source, target),
        };
      },
    },

    'order-items.delete': {
      needs: ({ params }) => ({ ordersOfItems: [params.order_item] }),
      decide: (state, command, { now }) => {
        const { order: before, item } = holderOf(state, command.params.order_item, command);
        const moves = stockMoves(state.inventory, now);
        releaseItem(item, before, moves);
        const order = changed<Order>(
          before,
          { items: before.items.filter(({ id }) => id !== item.id) },
          command,
          now,
        );
        return {
          answer: { status: 204 },
          changes: [...puts(order), ...moves.finish()],
          events: events(order),
        };
      },
    },
  };
}
