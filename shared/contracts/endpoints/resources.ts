import type { JsonSchema } from '../schema-kit/fields.ts';
import { addressSchema } from './addresses.ts';
import { auditSchema } from './audit.ts';
import { cartSchema } from './cart.ts';
import { inventorySchema } from './inventory.ts';
import { operationSchema } from './operations.ts';
import { clientOrderItemSchema, orderItemSchema } from './order-lines.ts';
import { clientOrderSchema, orderSchema } from './order-schema.ts';
import { clientProductSchema, productSchema } from './products.ts';
import { subscriptionSchema } from './subscriptions.ts';
import { userSchema } from './users.ts';

/** What the API answers with, by its name in the documents. */
export const resources: Readonly<Record<string, JsonSchema>> = {
  Address: addressSchema,
  Audit: auditSchema,
  Cart: cartSchema,
  ClientOrderItem: clientOrderItemSchema,
  ClientOrder: clientOrderSchema,
  ClientProduct: clientProductSchema,
  Inventory: inventorySchema,
  Operation: operationSchema,
  OrderItem: orderItemSchema,
  Order: orderSchema,
  Product: productSchema,
  Subscription: subscriptionSchema,
  User: userSchema,
};
