import {
  arrayOf,
  idSchema,
  momentSchema,
  moneySchema,
  objectOf,
  orNull,
  textSchema,
  times,
} from '../kit/resource-schema.ts';
import { addressCopySchema } from './addresses.ts';
import { orderColumn, stateSchema } from './order-fields.ts';
import { clientOrderItemSchema, orderItemSchema, rehearsedOrderItemSchema } from './order-lines.ts';

const { order_number, user_id, address_id, payment_method, status, ...others } = orderColumn('shows');

const move = {
  at: momentSchema,
  by: textSchema,
  from: orNull(stateSchema),
  to: stateSchema,
  reason: orNull(textSchema),
};

export const orderUserSchema = objectOf({ id: idSchema, name: textSchema });
export const orderMoveSchema = objectOf(move);

const properties = {
  id: idSchema,
  order_number,
  user_id,
  user: orderUserSchema,
  address_id,
  address: addressCopySchema,
  payment_method,
  status,
  next_statuses: arrayOf(stateSchema),
  ...others,
  items: arrayOf(orderItemSchema),
  items_total: moneySchema,
  history: arrayOf(orderMoveSchema),
  ...times,
};
export const orderSchema = objectOf(properties);

const { by: _by, ...clientMove } = move;
export const clientOrderMoveSchema = objectOf(clientMove);
const { manufacturing_price: _cost, ...clientProperties } = properties;
export const clientOrderSchema = objectOf({
  ...clientProperties,
  items: arrayOf(clientOrderItemSchema),
  history: arrayOf(clientOrderMoveSchema),
});

const { at: _at, ...moveWithoutTime } = clientMove;
export const rehearsedOrderMoveSchema = objectOf({ at: orNull(momentSchema), ...moveWithoutTime });
/**
 * Fields that only a placed order has are null in a rehearsed order. (Their types allow values, because client generators
 * do not support a type that is only null.)
 */
export const rehearsedOrderSchema = objectOf({
  ...clientProperties,
  id: orNull(idSchema),
  order_number: orNull(textSchema),
  items: arrayOf(rehearsedOrderItemSchema),
  history: arrayOf(rehearsedOrderMoveSchema),
  created_at: orNull(momentSchema),
  updated_at: orNull(momentSchema),
});
