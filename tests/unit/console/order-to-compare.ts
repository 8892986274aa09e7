import type { Order, OrderItem } from '#clients/typescript/src/main.ts';
import { orderField, orderFieldNames } from '#console/data/order-fields.ts';

const times = { created_at: '2026-03-01T10:00:00.000Z', updated_at: '2026-03-01T10:00:00.000Z' };

export function lineToCompare(id: number, fields: Partial<OrderItem> = {}): OrderItem {
  const name = `Product ${id}`;
  return {
    id,
    order_id: 1,
    product_id: id,
    product: { id, name, en: { name }, ar: { name } },
    amount: 2,
    main_price: 12.5,
    manufacturing_price: 7,
    discount_amount: 0,
    returned: 0,
    ...times,
    ...fields,
  };
}

type Nullable = { [Name in keyof Order]: null extends Order[Name] ? Name : never }[keyof Order];
const nullable = orderFieldNames.filter((name) => orderField(name).isNullable);
const empty = Object.fromEntries(nullable.map((name) => [name, null])) as Pick<Order, Nullable>;

/** An order in the format of the API. */
export function orderToCompare(fields: Partial<Order> = {}): Order {
  const place = { line1: '3 Hill Road', line2: null, city: 'Amman', country: 'JO', phone: null, label: null };
  return {
    id: 1,
    order_number: '0D3V-5GG',
    user_id: 3,
    user: { id: 3, name: 'Rana Odeh' },
    address_id: 4,
    address: { id: 4, user_id: 3, ...place },
    payment_method: 1,
    status: 'pending',
    next_statuses: ['confirmed', 'rejected', 'cancelled'],
    ...empty,
    figures: 'lines',
    total: 50,
    discount_amount: 0,
    tax_amount: 0,
    main_price: 50,
    manufacturing_price: 28,
    paid: 0,
    credited: 0,
    due: 50,
    payment_status: 'unpaid',
    items: [lineToCompare(11), lineToCompare(12)],
    items_total: 50,
    history: [],
    ...times,
    ...fields,
  };
}
