import {
  arrayOf,
  idSchema,
  momentSchema,
  moneySchema,
  objectOf,
  orNull,
  textSchema,
  times,
} from '../schema-kit/resource-schema.ts';
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
/** An order as admins are shown it. */
export const orderSchema = objectOf(properties);

const { by: _by, ...clientMove } = move;
export const clientOrderMoveSchema = objectOf(clientMove);
const { manufacturing_price: _cost, ...clientProperties } = properties;
/** An order as the shopper whose it is is shown it. */
export const clientOrderSchema = objectOf({
  ...clientProperties,
  items: arrayOf(clientOrderItemSchema),
  history: arrayOf(clientOrderMoveSchema),
});

const { at: _at, ...moveWithoutTime } = clientMove;
export const rehearsedOrderMoveSchema = objectOf({ at: orNull(momentSchema), ...moveWithoutTime });
/** An order as it would be placed: null is what only one that was placed has. (Generators of clients know no type that is null alone.) */
export const rehearsedOrderSchema = objectOf({
  ...clientProperties,
  ...{ id: orNull(idSchema), order_number: orNull(textSchema) },
  items: arrayOf(rehearsedOrderItemSchema),
  history: arrayOf(rehearsedOrderMoveSchema),
  ...{ created_at: orNull(momentSchema), updated_at: orNull(momentSchema) },
});
