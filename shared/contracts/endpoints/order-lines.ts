import { describe, sometimes } from '../kit/fields.ts';
import { money } from '../kit/field-kinds.ts';
import {
  countSchema,
  idSchema,
  momentSchema,
  moneySchema,
  objectOf,
  orNull,
  textSchema,
  times,
  type SchemaOf,
} from '../kit/resource-schema.ts';
import { figure } from './order-fields.ts';
import { maxPrice } from './price-change.ts';

export const maxItems = 1000;
export const maxAmount = 100_000;

/** Prices per unit; an absent price defaults to the product's. */
export const linePrices = {
  main_price: sometimes(money({ max: maxPrice })),
  manufacturing_price: sometimes(money({ max: maxPrice })),
  discount_amount: describe(sometimes(figure()), 'For the whole line.'),
};

export const amountSchema: SchemaOf<number> = { type: 'integer', minimum: 1 };

const productNameSchema = objectOf({ name: textSchema });
const orderProductSchema = objectOf({
  id: idSchema,
  name: textSchema,
  en: productNameSchema,
  ar: productNameSchema,
});

const properties = {
  id: idSchema,
  order_id: idSchema,
  product_id: idSchema,
  product: orderProductSchema,
  amount: amountSchema,
  main_price: moneySchema,
  manufacturing_price: moneySchema,
  discount_amount: moneySchema,
  returned: { ...countSchema, description: 'Units that came back in returns. `amount` stays.' },
  ...times,
};
export const orderItemSchema = objectOf(properties);

const { manufacturing_price: _cost, ...clientProperties } = properties;
export const clientOrderItemSchema = objectOf(clientProperties);
const notPlaced = {
  id: orNull(idSchema),
  order_id: orNull(idSchema),
  created_at: orNull(momentSchema),
  updated_at: orNull(momentSchema),
};
export const rehearsedOrderItemSchema = objectOf({ ...clientProperties, ...notPlaced });
export const rehearsedAdminOrderItemSchema = objectOf({ ...properties, ...notPlaced });
export const changedItemSchema = objectOf({
  ...properties,
  id: { ...orNull(idSchema), description: 'null: the change would add the item.' },
});

export const orderLineSchemas = {
  ChangedItem: changedItemSchema,
  ClientOrderItem: clientOrderItemSchema,
  OrderItem: orderItemSchema,
  OrderProduct: orderProductSchema,
  ProductName: productNameSchema,
  RehearsedAdminOrderItem: rehearsedAdminOrderItemSchema,
  RehearsedOrderItem: rehearsedOrderItemSchema,
};
