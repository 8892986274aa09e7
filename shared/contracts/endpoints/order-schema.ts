import * as s from '../kit/resource-schema.ts';
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
  at: s.moment,
  by: s.text,
  from: s.orNull(stateSchema),
  to: stateSchema,
  reason: s.orNull(s.text),
};

const orderUserSchema = s.objectOf({ id: s.id, name: s.text });
const orderMoveSchema = s.objectOf(move);

const properties = {
  id: s.id,
  order_number,
  user_id,
  user: orderUserSchema,
  address_id,
  address: addressCopySchema,
  payment_method,
  status,
  next_statuses: s.arrayOf(stateSchema),
  ...others,
  items: s.arrayOf(orderItemSchema),
  items_total: s.money,
  history: s.arrayOf(orderMoveSchema),
  ...s.times,
};
export const orderSchema = s.objectOf(properties);

/** An order after a change set, or as it would be after a rehearsed one. */
export const changedOrderSchema = s.objectOf({ ...properties, items: s.arrayOf(changedItemSchema) });

const { by: _by, ...clientMove } = move;
const clientOrderMoveSchema = s.objectOf(clientMove);
const { manufacturing_price: _cost, credited: _credited, ...clientProperties } = properties;
export const clientOrderSchema = s.objectOf({
  ...clientProperties,
  items: s.arrayOf(clientOrderItemSchema),
  history: s.arrayOf(clientOrderMoveSchema),
});

const { at: _at, ...moveWithoutTime } = clientMove;
const rehearsedOrderMoveSchema = s.objectOf({ at: s.orNull(s.moment), ...moveWithoutTime });
/**
 * Fields that only a placed order has are null in a rehearsed order. (Their types allow values, because client generators
 * do not support a type that is only null.)
 */
const notPlaced = {
  id: s.orNull(s.id),
  order_number: s.orNull(s.text),
  created_at: s.orNull(s.moment),
  updated_at: s.orNull(s.moment),
};
const rehearsedAdminOrderMoveSchema = s.objectOf({ ...move, at: s.orNull(s.moment) });
export const rehearsedOrderSchema = s.objectOf({
  ...clientProperties,
  ...notPlaced,
  items: s.arrayOf(rehearsedOrderItemSchema),
  history: s.arrayOf(rehearsedOrderMoveSchema),
});
export const rehearsedAdminOrderSchema = s.objectOf({
  ...properties,
  ...notPlaced,
  items: s.arrayOf(rehearsedAdminOrderItemSchema),
  history: s.arrayOf(rehearsedAdminOrderMoveSchema),
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
export const orderEventSchema = s.objectOf(
  {
    id: s.id,
    order_number: eventNumber,
    user_id: eventUser,
    address_id: eventAddress,
    address: s.objectOf(addressEventColumn()),
    ...otherEventFields,
    items: s.arrayOf(
      s.objectOf({
        id: s.id,
        product_id: s.id,
        amount: amountSchema,
        main_price: s.money,
        manufacturing_price: s.money,
        discount_amount: s.money,
      }),
    ),
    items_total: s.money,
    ...s.times,
  },
  optionalEventFields,
);
export type OrderEventData = s.Shown<typeof orderEventSchema>;

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
