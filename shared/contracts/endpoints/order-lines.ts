import { sometimes } from '../kit/fields.ts';
import { money } from '../kit/field-kinds.ts';
import * as s from '../kit/resource-schema.ts';
import { figure } from './order-fields.ts';
import { maxPrice } from './price-change.ts';

export const maxItems = 1000;
export const maxAmount = 100_000;

/** The prices per unit, by default those of the product, and the discount of the whole line. */
export const linePrices = {
  main_price: sometimes(money({ max: maxPrice })),
  manufacturing_price: sometimes(money({ max: maxPrice })),
  discount_amount: sometimes(figure(), 'For the whole line.'),
};

export const amountSchema: s.SchemaOf<number> = { type: 'integer', minimum: 1 };

const productNameSchema = s.named('ProductName', { name: s.text });
const orderProductSchema = s.named('OrderProduct', {
  id: s.id,
  name: s.text,
  en: productNameSchema,
  ar: productNameSchema,
});

const properties = {
  id: s.id,
  order_id: s.id,
  product_id: s.id,
  product: orderProductSchema,
  amount: amountSchema,
  main_price: s.money,
  manufacturing_price: s.money,
  discount_amount: s.money,
  returned: s.described(s.count, 'Units that came back in returns. `amount` stays.'),
  ...s.times,
};
export const orderItemSchema = s.named('OrderItem', properties);

const { manufacturing_price: _cost, ...clientProperties } = properties;
export const clientOrderItemSchema = s.named('ClientOrderItem', clientProperties);
const notPlaced = {
  id: s.orNull(s.id),
  order_id: s.orNull(s.id),
  created_at: s.orNull(s.moment),
  updated_at: s.orNull(s.moment),
};
export const rehearsedOrderItemSchema = s.named('RehearsedOrderItem', { ...clientProperties, ...notPlaced });
export const rehearsedAdminOrderItemSchema = s.named('RehearsedAdminOrderItem', {
  ...properties,
  ...notPlaced,
});
export const changedItemSchema = s.named('ChangedItem', {
  ...properties,
  id: s.orNull(s.id, 'null: the change would add the item.'),
});
