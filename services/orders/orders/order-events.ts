import { orderEventValues } from '#shared/contracts/endpoints/order-fields.ts';
import type { OrderEventData } from '#shared/contracts/endpoints/order-schema.ts';
import { toMajor } from '#shared/contracts/kit/money.ts';
import type { EventDraft } from '#shared/engine/decide/handler.ts';
import { recordEvent } from '#shared/engine/decide/versioned-record.ts';
import { itemsTotal } from './order-lines.ts';
import type { Order, OrderItem } from '../records/tables.ts';

type OrderHappening = 'placed' | 'created' | 'updated' | 'status-changed' | 'noted' | 'deleted';

/** An order's event has the fields with `event` in `orderFields`, its place and its lines, but no text about people. */
export function orderEvent(happened: OrderHappening, order: Order, decimals: number): EventDraft {
  const of = { kind: 'orders.order', path: 'orders', shape: 2 } as const;
  return recordEvent(of, happened, order, shownOrder(order, decimals));
}

function shownOrder(order: Order, decimals: number): OrderEventData {
  const { city, country } = order.address;
  const { order_number, user_id, address_id, ...others } = orderEventValues(order, decimals);
  return {
    id: order._id,
    order_number,
    user_id,
    address_id,
    address: { city, country },
    ...others,
    items: order.items.map((item) => shownItem(item, decimals)),
    items_total: toMajor(itemsTotal(order), decimals),
    created_at: order.created_at,
    updated_at: order.updated_at,
  };
}

function shownItem(item: OrderItem, decimals: number): OrderEventData['items'][number] {
  return {
    id: item.id,
    product_id: item.product_id,
    amount: item.amount,
    main_price: toMajor(item.main_price, decimals),
    manufacturing_price: toMajor(item.manufacturing_price, decimals),
    discount_amount: toMajor(item.discount_amount, decimals),
  };
}
