import { detailsOf } from '#shared/contracts/endpoints/order-fields.ts';
import { orderNumber } from '#services/orders/records/order-number.ts';
import { orderResource, orderEvent } from '#services/orders/orders/order-resource.ts';
import { itemRow } from '#services/orders/store/layout.ts';
import type { Cart, Order, OrderItem } from '#services/orders/records/tables.ts';
import { toCloudEvent } from '#shared/engine/commands/messages.ts';
import { rowId, type LedgerRow } from '#shared/engine/decide/ledger-row.ts';
import { emptyLog } from '#shared/engine/decide/versioned-record.ts';
import { toInboxDocument } from '#shared/engine/commands/inbox.ts';
import { searchText } from '#shared/engine/lists/search-text.ts';

export interface BareCommand {
  id: string;
  userId: number;
  body: { payment_method: number; address_id: number };
}

/** The documents that one checkout writes, and its response. */
export interface BareDocuments {
  order: Order;
  items: object[];
  cart: Cart;
  inbox: object;
  event: object;
  row: LedgerRow;
  answer: string;
}

const view = { language: 'en', decimals: 2 } as const;

/** Builds the documents of a checkout in the store's format from invented values, without lookups or checks. */
export function bareCheckout(command: BareCommand, cart: Cart, id: number, now: string): BareDocuments {
  const { userId } = command;
  const items = cart.items.map((line, index): OrderItem => ({
    id: id * 4 + index,
    product_id: line.product_id,
    amount: line.amount,
    held: line.amount,
    product: { id: line.product_id, en: { name: 'A product' }, ar: { name: 'A product' } },
    main_price: 1250,
    manufacturing_price: 800,
    discount_amount: 0,
    created_at: now,
    updated_at: now,
  }));
  const total = items.reduce((sum, item) => sum + item.main_price * item.amount, 0);
  const lines = {
    label: null,
    line1: `${userId} Long Street`,
    line2: null,
    city: 'Cairo',
    country: 'EG',
    phone: null,
  };
  const number = orderNumber(id);
  const order: Order & { search: string } = {
    _id: id,
    version: 1,
    order_number: number,
    user_id: userId,
    created_at: now,
    updated_at: now,
    ...emptyLog,
    user: { id: userId, name: `Shopper ${userId}` },
    address_id: command.body.address_id,
    address: { id: command.body.address_id, user_id: userId, ...lines },
    payment_method: command.body.payment_method,
    status: 'pending',
    ...detailsOf({}),
    total,
    discount_amount: 0,
    tax_amount: 0,
    main_price: total,
    manufacturing_price: 800,
    items,
    cart_version: cart.version,
    history: [{ at: now, by: `client:${userId}`, from: null, to: 'pending', reason: null }],
    search: searchText([userId, userId, number, 'pending', command.body.payment_method, now, now]),
  };
  const body = JSON.stringify(orderResource(order, { area: 'client', ...view }));
  const event = orderEvent('placed', order, 2);
  const row = createdRow(command, order, now);
  const { by, via, stock } = row;
  const known = { changed: ['*'], by, request_id: via?.request_id, operation_id: via?.operation_id, stock };
  const data = { ...known, ...event.data };
  return {
    order,
    items: items.map((item) => itemRow(item, order)),
    cart: { ...cart, version: cart.version + 1, items: [], updated_at: now },
    inbox: toInboxDocument(
      {
        _id: command.id,
        type: 'orders.checkout',
        owner: `client:${userId}`,
        fingerprint: command.id,
        state: 'done',
        accepted_at: now,
        decided_at: now,
        outcome: { status: 201, location: `/api/client/orders/${id}`, version: 1, body },
      },
      new Date(now),
    ),
    event: {
      id: command.id,
      type: event.type,
      traceparent: null,
      json: JSON.stringify(
        toCloudEvent({ ...event, data }, { source: '/orders', now, traceparent: undefined }),
      ),
    },
    row,
    answer: `{"data":${body}}`,
  };
}

/** The ledger row of a checkout, with invented stock figures. */
function createdRow({ id, userId }: BareCommand, order: Order, now: string): LedgerRow {
  return {
    _id: rowId(`orders/${order._id}`, 1),
    kind: 'created',
    at: now,
    by: { area: 'client', subject: String(userId) },
    via: { type: 'orders.checkout', request_id: id, operation_id: id },
    stock: order.items.map(({ product_id, amount }) => ({
      product_id,
      version: order._id,
      stock: { from: 1000, to: 1000 - amount },
      held: { from: 0, to: amount },
    })),
  };
}
