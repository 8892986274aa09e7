import type { Language } from '#shared/contracts/kit/languages.ts';
import { toMajor } from '#shared/contracts/kit/money.ts';
import type { Shown } from '#shared/contracts/kit/resource-schema.ts';
import { detailsOf, orderEventValues } from '#shared/contracts/endpoints/order-fields.ts';
import type { clientOrderItemSchema } from '#shared/contracts/endpoints/order-lines.ts';
import type {
  clientOrderSchema,
  OrderEventData,
  rehearsedOrderSchema,
} from '#shared/contracts/endpoints/order-schema.ts';
import { nextStates } from '#shared/contracts/endpoints/order-states.ts';
import type { EventDraft } from '#shared/engine/decide/handler.ts';
import { recordEvent } from '#shared/engine/decide/versioned-record.ts';
import { balanceOf } from '../payments/balance.ts';
import type { Order, OrderItem } from '../records/tables.ts';
import { figuresOf } from './figures.ts';
import { itemsTotal } from './order-lines.ts';

const untimed = { created_at: null, updated_at: null };

export interface View {
  area: 'admin' | 'client';
  language: Language;
  decimals: number;
}

export function itemResource(
  item: Omit<OrderItem, 'held'>,
  orderId: number,
  { area, language, decimals }: View,
): Shown<typeof clientOrderItemSchema> {
  const { product } = item;
  return {
    id: item.id,
    order_id: orderId,
    product_id: item.product_id,
    product: { id: product.id, name: product[language].name, en: product.en, ar: product.ar },
    amount: item.amount,
    main_price: toMajor(item.main_price, decimals),
    ...(area === 'admin' && { manufacturing_price: toMajor(item.manufacturing_price, decimals) }),
    discount_amount: toMajor(item.discount_amount, decimals),
    returned: item.returned ?? 0,
    created_at: item.created_at,
    updated_at: item.updated_at,
  };
}

export function orderResource(order: Order, view: View): Shown<typeof clientOrderSchema> {
  const { area, decimals } = view;
  const isAdmin = area === 'admin';
  const { paid, credited, due, payment_status } = balanceOf(order);
  return {
    id: order._id,
    order_number: order.order_number,
    user_id: order.user_id,
    user: order.user,
    address_id: order.address_id,
    address: order.address,
    payment_method: order.payment_method,
    status: order.status,
    next_statuses: nextStates(order.status, area),
    ...detailsOf(order),
    total: toMajor(order.total, decimals),
    discount_amount: toMajor(order.discount_amount, decimals),
    tax_amount: toMajor(order.tax_amount, decimals),
    main_price: toMajor(order.main_price, decimals),
    ...(isAdmin && { manufacturing_price: toMajor(order.manufacturing_price, decimals) }),
    figures: figuresOf(order),
    paid: toMajor(paid, decimals),
    ...(isAdmin && { credited: toMajor(credited, decimals) }),
    due: toMajor(due, decimals),
    payment_status,
    items: order.items.map((item) => itemResource(item, order._id, view)),
    items_total: toMajor(itemsTotal(order), decimals),
    history: order.history.map(({ at, by, from, to, reason }) => ({
      at,
      ...(isAdmin && { by }),
      from,
      to,
      reason,
    })),
    created_at: order.created_at,
    updated_at: order.updated_at,
  };
}

/** The response to a dry run: without ids, number and times, which only a placed order has. */
export function rehearsedOrder(order: Shown<typeof clientOrderSchema>): Shown<typeof rehearsedOrderSchema> {
  return {
    ...order,
    id: null,
    order_number: null,
    items: order.items.map((item) => ({ ...item, id: null, order_id: null, ...untimed })),
    history: order.history.map((move) => ({ ...move, at: null })),
    ...untimed,
  };
}

/**
 * An order's event contains the fields with `event` in `orderFields`, the city and country of the address, and the order's lines.
 * It contains no text about people.
 */
export function orderEvent(
  happened: 'placed' | 'created' | 'updated' | 'status-changed' | 'noted' | 'deleted',
  order: Order,
  decimals: number,
): EventDraft {
  const of = { kind: 'orders.order', path: 'orders', shape: 2 } as const;
  const { city, country } = order.address;
  const { order_number, user_id, address_id, ...others } = orderEventValues(
    { ...order, figures: figuresOf(order), ...balanceOf(order) },
    decimals,
  );
  const shown: OrderEventData = {
    id: order._id,
    order_number,
    user_id,
    address_id,
    address: { city, country },
    ...others,
    items: order.items.map((item) => ({
      id: item.id,
      product_id: item.product_id,
      amount: item.amount,
      main_price: toMajor(item.main_price, decimals),
      manufacturing_price: toMajor(item.manufacturing_price, decimals),
      discount_amount: toMajor(item.discount_amount, decimals),
    })),
    items_total: toMajor(itemsTotal(order), decimals),
    created_at: order.created_at,
    updated_at: order.updated_at,
  };
  return recordEvent(of, happened, order, shown);
}
