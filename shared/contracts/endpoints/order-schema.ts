import * as s from '../kit/resource-schema.ts';
import { addressCopySchema, addressEventColumn } from './addresses.ts';
import { orderColumn, optionalEventFields, orderEventColumn, stateSchema } from './order-fields.ts';
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

const orderUserSchema = s.named('OrderUser', { id: s.id, name: s.text });
const orderMoveSchema = s.named('OrderMove', move);

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
export const orderSchema = s.named('Order', properties);

/** An order after a change set (several changes in one command). With `dry_run`, the order as the change set would leave it. */
export const changedOrderSchema = s.named('ChangedOrder', {
  ...properties,
  items: s.arrayOf(changedItemSchema),
});

const { by: _by, ...clientMove } = move;
const clientOrderMoveSchema = s.named('ClientOrderMove', clientMove);
const { manufacturing_price: _cost, credited: _credited, ...clientProperties } = properties;
export const clientOrderSchema = s.named('ClientOrder', {
  ...clientProperties,
  items: s.arrayOf(clientOrderItemSchema),
  history: s.arrayOf(clientOrderMoveSchema),
});

const { at: _at, ...moveWithoutTime } = clientMove;
const rehearsedOrderMoveSchema = s.named('RehearsedOrderMove', {
  at: s.orNull(s.moment),
  ...moveWithoutTime,
});
/**
 * An order gets these fields only when it is placed, so they are null with `dry_run`. Their types allow values too, because
 * client generators do not support a type that is only null.
 */
const notPlaced = {
  id: s.orNull(s.id),
  order_number: s.orNull(s.text),
  created_at: s.orNull(s.moment),
  updated_at: s.orNull(s.moment),
};
const rehearsedAdminOrderMoveSchema = s.named('RehearsedAdminOrderMove', { ...move, at: s.orNull(s.moment) });
export const rehearsedOrderSchema = s.named('RehearsedOrder', {
  ...clientProperties,
  ...notPlaced,
  items: s.arrayOf(rehearsedOrderItemSchema),
  history: s.arrayOf(rehearsedOrderMoveSchema),
});
export const rehearsedAdminOrderSchema = s.named('RehearsedAdminOrder', {
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
} = orderEventColumn;

/** An order in events, without personal data. So an erasure has to remove personal data only from the database. */
export const orderEventSchema = s.objectOf(
  {
    id: s.id,
    order_number: eventNumber,
    user_id: eventUser,
    address_id: eventAddress,
    address: s.objectOf(addressEventColumn),
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
