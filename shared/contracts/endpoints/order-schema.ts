import {
  arrayOf,
  idSchema,
  momentSchema,
  moneySchema,
  objectOf,
  orNull,
  textSchema,
  times,
  type Shown,
} from '../kit/resource-schema.ts';
import { addressCopySchema, addressEventColumn } from './addresses.ts';
import { paymentStatusSchema } from './payment-states.ts';
import {
  orderColumn,
  optionalEventFields,
  orderEventColumn,
  paymentMethodSchema,
  stateSchema,
} from './order-fields.ts';
import {
  amountSchema,
  changedItemSchema,
  clientOrderItemSchema,
  orderItemSchema,
  rehearsedAdminOrderItemSchema,
  rehearsedOrderItemSchema,
} from './order-lines.ts';

const { order_number, user_id, address_id, payment_method, status, ...others } = orderColumn('shows');

const move = {
  at: momentSchema,
  by: textSchema,
  from: orNull(stateSchema),
  to: stateSchema,
  reason: orNull(textSchema),
};

const orderUserSchema = objectOf({ id: idSchema, name: textSchema });
const orderMoveSchema = objectOf(move);

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

/** An order after a change set, or as it would be after a rehearsed one. */
export const changedOrderSchema = objectOf({ ...properties, items: arrayOf(changedItemSchema) });

const { by: _by, ...clientMove } = move;
const clientOrderMoveSchema = objectOf(clientMove);
const { manufacturing_price: _cost, credited: _credited, ...clientProperties } = properties;
export const clientOrderSchema = objectOf({
  ...clientProperties,
  items: arrayOf(clientOrderItemSchema),
  history: arrayOf(clientOrderMoveSchema),
});

const { at: _at, ...moveWithoutTime } = clientMove;
const rehearsedOrderMoveSchema = objectOf({ at: orNull(momentSchema), ...moveWithoutTime });
/**
 * Fields that only a placed order has are null in a rehearsed order. (Their types allow values, because client generators
 * do not support a type that is only null.)
 */
const notPlaced = {
  id: orNull(idSchema),
  order_number: orNull(textSchema),
  created_at: orNull(momentSchema),
  updated_at: orNull(momentSchema),
};
const rehearsedAdminOrderMoveSchema = objectOf({ ...move, at: orNull(momentSchema) });
export const rehearsedOrderSchema = objectOf({
  ...clientProperties,
  ...notPlaced,
  items: arrayOf(rehearsedOrderItemSchema),
  history: arrayOf(rehearsedOrderMoveSchema),
});
export const rehearsedAdminOrderSchema = objectOf({
  ...properties,
  ...notPlaced,
  items: arrayOf(rehearsedAdminOrderItemSchema),
  history: arrayOf(rehearsedAdminOrderMoveSchema),
});

const {
  order_number: eventNumber,
  user_id: eventUser,
  address_id: eventAddress,
  ...otherEventFields
} = orderEventColumn();

/**
 * An order in events, without personal data. Consumers read personal data with a GET request, so an erasure
 * only has to remove it from the database.
 */
export const orderEventSchema = objectOf(
  {
    id: idSchema,
    order_number: eventNumber,
    user_id: eventUser,
    address_id: eventAddress,
    address: objectOf(addressEventColumn()),
    ...otherEventFields,
    items: arrayOf(
      objectOf({
        id: idSchema,
        product_id: idSchema,
        amount: amountSchema,
        main_price: moneySchema,
        manufacturing_price: moneySchema,
        discount_amount: moneySchema,
      }),
    ),
    items_total: moneySchema,
    ...times,
  },
  optionalEventFields,
);
export type OrderEventData = Shown<typeof orderEventSchema>;

export const orderSchemas = {
  ChangedOrder: changedOrderSchema,
  ClientOrder: clientOrderSchema,
  ClientOrderMove: clientOrderMoveSchema,
  Order: orderSchema,
  OrderMove: orderMoveSchema,
  OrderStatus: stateSchema,
  OrderUser: orderUserSchema,
  PaymentMethod: paymentMethodSchema,
  PaymentStatus: paymentStatusSchema,
  RehearsedAdminOrder: rehearsedAdminOrderSchema,
  RehearsedAdminOrderMove: rehearsedAdminOrderMoveSchema,
  RehearsedOrder: rehearsedOrderSchema,
  RehearsedOrderMove: rehearsedOrderMoveSchema,
};
