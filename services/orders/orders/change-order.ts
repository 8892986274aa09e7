import { doneAtOnce } from '#shared/engine/decide/undoable-change.ts';
import { notFound, refusedStep, type UndoneWork } from '#shared/engine/decide/bulk-operation.ts';
import {
  checksFirst,
  errorsOr,
  type Answer,
  type Change,
  type Drafts,
  type State,
  type Tools,
} from '#shared/engine/decide/handler.ts';
import { idOfRow, valuesBefore, type LedgerRow } from '#shared/engine/decide/ledger-row.ts';
import { isRedelivery } from '#shared/engine/decide/make-once.ts';
import { changed, existing } from '#shared/engine/decide/versioned-record.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import { toMajor } from '#shared/contracts/kit/money.ts';
import type { Shown } from '#shared/contracts/kit/resource-schema.ts';
import type { changedStockSchema, orderChangeSchema } from '#shared/contracts/endpoints/order-changes.ts';
import { maxItems } from '#shared/contracts/endpoints/order-lines.ts';
import { changeableStates } from '#shared/contracts/endpoints/order-states.ts';
import type { OrdersCommands } from '#shared/contracts/endpoints/orders-service.ts';
import type { DetailCode } from '#shared/contracts/details.ts';
import { invalid, type FieldError } from '#shared/contracts/errors.ts';
import { dueOn } from '../payments/balance.ts';
import { paymentsOf, sumsAfter } from '../payments/payment.ts';
import { refundedFromNewest } from '../payments/refund.ts';
import type {
  Address,
  Inventory,
  Order,
  OrderItem,
  OrderReturn,
  OrdersHandler,
  OrdersNeeds,
  OrdersTables,
  Payment,
} from '../records/tables.ts';
import { returnsOf } from '../returns/return.ts';
import { findProduct } from '../stock/product-copy.ts';
import { heldAtAmount, linesAsBefore, releaseStock, stockMoves, type StockMoves } from '../stock/stock.ts';
import { followsLines, withLines, type FigureRules } from './figures.ts';
import { withDiscount } from './line-shares.ts';
import { newLine, refuseBelowReturns, type KnownLine } from './order-lines.ts';
import { rememberedItem } from './order-item.ts';
import { orderResource } from './order-resource.ts';
import { wrongState } from './order-status.ts';
import { addressOnOrder, orderChanges, puts, referredBy, withEvents } from './order.ts';

type Body = OrdersCommands['orders.change']['body'];
type AskedLine = NonNullable<Body['lines']>[number];

interface Found extends Pick<State<OrdersTables>, 'inventory'> {
  before: Order;
  address: Address | undefined;
  /** New amounts of the order's items, by item id. */
  amounts: ReadonlyMap<number, number>;
  added: readonly KnownLine[];
  payments: readonly Payment[];
  returns: readonly OrderReturn[];
}

/** The lines of a change set (several changes of an order in one command), with errors for unknown items and products. */
function knownChanges(
  lines: Drafts<AskedLine>,
  order: Order,
  state: State<OrdersTables>,
): Pick<Found, 'amounts' | 'added'> & { errors: FieldError[] } {
  const amounts = new Map<number, number>();
  const added: KnownLine[] = [];
  const errors: FieldError[] = [];
  for (const [index, line] of lines.entries()) {
    const { item_id: itemId, product_id: productId, amount = 0, main_price: price } = line ?? {};
    if (itemId !== undefined) {
      if (order.items.some(({ id }) => id === itemId)) amounts.set(itemId, amount);
      else errors.push({ field: `lines.${index}.item_id`, rule: 'exists' });
    }
    if (productId === undefined) continue;
    const product = findProduct(state, productId);
    if (!product) errors.push({ field: `lines.${index}.product_id`, rule: 'exists' });
    else
      added.push({
        product,
        product_id: productId,
        amount,
        ...(price !== undefined && { main_price: price }),
      });
  }
  return { amounts, added, errors };
}

function discountErrors(order: Order, { discount_amount: discount }: Partial<Body>): FieldError[] {
  if (discount === undefined || followsLines(order)) return [];
  return [{ field: 'discount_amount', rule: 'needs_lines' }];
}

function changedItems(
  { before, amounts, added, returns }: Found,
  moves: StockMoves,
  tools: Tools,
): OrderItem[] {
  const { status } = before;
  const kept = before.items.flatMap((item) => {
    const amount = amounts.get(item.id) ?? item.amount;
    if (amount === item.amount) return [item];
    refuseBelowReturns(item, amount, returns);
    if (amount > 0)
      return [{ ...item, amount, held: heldAtAmount(item, amount, status, moves), updated_at: tools.now }];
    releaseStock(item, status, moves);
    return [];
  });
  const more = added.map((line) => newLine(line, { status, moves, ...tools }));
  return [...kept, ...more];
}

/** If an item's amount shrinks, its discount stays. So the price of the remaining units must not be less than the discount. */
function refuseTooSmall(items: readonly OrderItem[], { lines = [] }: Body): void {
  const errors = lines.flatMap(({ item_id: id }, index): FieldError[] => {
    const item = items.find((one) => one.id === id);
    if (!item || item.discount_amount <= item.main_price * item.amount) return [];
    const min = Math.ceil(item.discount_amount / Math.max(item.main_price, 1));
    return [{ field: `lines.${index}.amount`, rule: 'min', params: { min } }];
  });
  if (errors.length > 0) throw invalid(...errors);
}

function itemsAfter(
  found: Found,
  body: Body,
  moves: StockMoves,
  tools: Tools,
  decimals: number,
): OrderItem[] {
  const items = changedItems(found, moves, tools);
  if (items.length > maxItems)
    throw invalid({ field: 'lines', rule: 'max_items', params: { max: maxItems } });
  const { discount_amount: discount } = body;
  if (discount === undefined) {
    if (followsLines(found.before)) refuseTooSmall(items, body);
    return items;
  }
  const most = items.reduce((sum, { main_price: price, amount }) => sum + price * amount, 0);
  if (discount > most)
    throw invalid({ field: 'discount_amount', rule: 'max', params: { max: toMajor(most, decimals) } });
  return withDiscount(items, discount, tools.now);
}

/** Changes lines, discount, address and notes of an order in one step. If requested, also refunds what the shop then owes. */
export function changeOrder(rules: FigureRules): OrdersHandler<'orders.change'> {
  const { decimals } = rules;
  return checksFirst({
    needs: ({ params, body }) => ({
      orders: [params.order],
      addresses: body.address_id === undefined ? [] : [body.address_id],
      products: ((body.lines ?? []) as Drafts<AskedLine>).flatMap((line) => line?.product_id ?? []),
      paymentsOf: [params.order],
      returnsOf: [params.order],
      sequences: ['order_items'],
    }),
    check: (state, command) => {
      const done = state.orders.get(command.params.order);
      if (done && isDone(done, command)) return { done };
      const before = existing(state.orders, command.params.order, command);
      const illegal = wrongState(before, changeableStates);
      if (illegal.length > 0) return illegal;
      const { body } = command;
      const { address, errors } = referredBy(state, body, before);
      const { errors: unknown, ...known } = knownChanges(body.lines ?? [], before, state);
      const payments = paymentsOf(state.payments, before._id);
      const returns = returnsOf(state.returns, before._id);
      const found = { before, address, ...known, payments, returns, inventory: state.inventory };
      return errorsOr<Found | { done: Order }>(
        [...unknown, ...discountErrors(before, body), ...errors],
        found,
      );
    },
    decide: (found, command, tools) => {
      if ('done' in found) {
        const { done } = found;
        const nothingMore = { operation_id: command.id, stock: [], refunded: 0 };
        return { answer: changeAnswer(done, done, nothingMore, command, decimals), changes: [], events: [] };
      }
      const { body } = command;
      const { now } = tools;
      const { before, address, payments, inventory } = found;
      const moves = stockMoves(inventory, now);
      const items = itemsAfter(found, body, moves, tools, decimals);
      const isSame =
        items.length === before.items.length && items.every((item, at) => item === before.items[at]);
      const values = {
        ...(!isSame && withLines(before, items, rules, 'lines')),
        // The order's own address may belong to another customer by now.
        ...(address?.user_id === before.user_id && {
          address_id: address._id,
          address: addressOnOrder(address),
        }),
        ...(body.notes !== undefined && { notes: body.notes }),
      };
      const cheaper = { ...before, ...values };
      const refund = body.refund === 'due' ? -dueOn(cheaper) : 0;
      const asked = { amount: refund, return_id: null, reason: body.reason ?? null };
      const refunds = refundedFromNewest(payments, asked, command, now);
      const changedOrder = changed<Order>(before, { ...values, ...sumsAfter(before, refunds) }, now);
      const order = changedOrder === before ? before : withTrace(changedOrder, command, now);
      const stock = moves.finish();
      const done = {
        operation_id: order === before ? null : command.id,
        stock: stock.changes.flatMap((change) => movedStock(change, inventory)),
        refunded: refunds.reduce((sum, { before: had, after }) => sum + after.refunded - had.refunded, 0),
      };
      const answer = changeAnswer(before, order, done, command, decimals);
      if (order === before) return { answer, changes: [], events: [] };
      const gone = linesGone(before.items, items);
      const { _id: id, version } = order;
      const payers = refunds.map(({ after }) => after);
      const changes = [
        ...puts('orders', [order]),
        ...puts('payments', payers),
        ...gone.map((item) => rememberedItem(item, order, command, now)),
        ...doneAtOnce(command, { id, version, former: { items: before.items } satisfies Former }, now),
      ];
      return {
        answer,
        ...(typeof body.reason === 'string' && { reason: body.reason }),
        ...withEvents(changes, { stock, decimals }),
      };
    },
  });
}

const keptTraces = 50;

/** The order lists its last change sets. So a command that is redelivered after its inbox record expired changes nothing. */
function withTrace(order: Order, { id }: Pick<Command, 'id'>, now: string): Order {
  const traces = [...(order.change_sets ?? []), { id, at: now }];
  return { ...order, change_sets: traces.slice(-keptTraces) };
}

function isDone({ change_sets: traces = [] }: Order, command: Pick<Command, 'id' | 'at'>): boolean {
  return traces.some((trace) => trace.id === command.id && isRedelivery(command, trace.at));
}

function linesGone(before: readonly OrderItem[], after: readonly OrderItem[]): OrderItem[] {
  const left = new Set(after.map(({ id }) => id));
  return before.filter(({ id }) => !left.has(id));
}

/** If an earlier run of the command changed the order, `before` and `after` are both the order as it is now. */
function changeAnswer(
  before: Order,
  after: Order,
  done: { operation_id: string | null; stock: readonly Shown<typeof changedStockSchema>[]; refunded: number },
  { language }: Pick<Command, 'language'>,
  decimals: number,
): Answer {
  const view = { area: 'admin', language, decimals } as const;
  const data: Record<keyof Shown<typeof orderChangeSchema>, unknown> = {
    operation_id: done.operation_id,
    before: orderResource(before, view),
    after: orderResource(after, view),
    stock: done.stock,
    money: {
      due_before: toMajor(dueOn(before), decimals),
      due_after: toMajor(dueOn(after), decimals),
      refunded: toMajor(done.refunded, decimals),
    },
  };
  return { status: 200, version: after.version, language, data };
}

function movedStock(
  change: Change<OrdersTables>,
  inventory: ReadonlyMap<number, Inventory>,
): Shown<typeof changedStockSchema>[] {
  if (change.table !== 'inventory' || !('put' in change)) return [];
  const { _id: id, stock: to } = change.put;
  const from = inventory.get(id)?.stock ?? null;
  return from === to ? [] : [{ product_id: id, from, to }];
}

/** The response to a dry run. Lines that the change would add have no ids, and there is no operation to undo. */
export function rehearsedChange(shown: Shown<typeof orderChangeSchema>): Shown<typeof orderChangeSchema> {
  const known = new Set(shown.before.items.map(({ id }) => id));
  const items = shown.after.items.map((item) => ({
    ...item,
    id: item.id !== null && known.has(item.id) ? item.id : null,
  }));
  return { ...shown, operation_id: null, after: { ...shown.after, items } };
}

/** The order's whole lines before a change set, for its undo. The ledger has only the lines' changed fields. */
interface Former {
  items: OrderItem[];
}

/** Fields that a change set changes, in addition to the lines and the address. */
const otherFields = [
  'main_price',
  'manufacturing_price',
  'discount_amount',
  'tax_amount',
  'total',
  'address_id',
  'notes',
] as const;

/** The order's values before the change. For the address, the ledger has only the fields that changed, without ids. */
function valuesOf(row: LedgerRow, order: Order): Partial<Order> {
  const values = valuesBefore<Order>(row, otherFields);
  const { address_id: id = order.address_id } = values;
  const former = (row.changes ?? []).flatMap((change) => {
    const [parent, name = ''] = change.field.split('.');
    return parent === 'address' && 'from' in change ? [[name, change.from] as const] : [];
  });
  if (former.length === 0 && id === order.address_id) return values;
  return { ...values, address: { ...order.address, ...Object.fromEntries(former), id } };
}

export function undoneChange(decimals: number): UndoneWork<OrdersTables, OrdersNeeds> {
  return {
    table: 'orders',
    needs: (ids) => ({ orders: ids }),
    restore: (state, row, operation, { now }, kept) => {
      const order = state.orders.get(idOfRow(row));
      const former = kept as Former | null | undefined;
      if (!order) return notFound;
      const hasRefunded = row.changes?.some(({ field }) => field === 'paid') === true;
      if (hasRefunded) return refusedStep('conflict', { sentence: 'change_refunded' satisfies DetailCode });
      if (!former) return refusedStep('conflict');
      const moves = stockMoves(state.inventory, now);
      const items = linesAsBefore(order.items, former.items, moves);
      const next = changed<Order>(order, { ...valuesOf(row, order), items }, now);
      const { changes, events } = orderChanges(order, next, moves, decimals);
      const deleter = { id: operation._id, caller: operation.caller };
      const gone = linesGone(order.items, items).map((item) => rememberedItem(item, next, deleter, now));
      const undone: Former = { items: order.items };
      return { fate: 'changed', changes: [...changes, ...gone], events, former: undone };
    },
  };
}
