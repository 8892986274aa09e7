import type {
  Order,
  OrderItemsCreateBody,
  OrderItemsUpdateBody,
  OrdersUpdateBody,
} from '#clients/typescript/src/main.ts';

/** A change to an order, as the page requests it. */
export type OrderChange =
  | { kind: 'change'; part: 'move' | 'details' | 'figures'; body: OrdersUpdateBody }
  | { kind: 'line'; line: number; body: OrderItemsUpdateBody }
  | { kind: 'add'; body: OrderItemsCreateBody; productName: string }
  | { kind: 'remove'; line: number };

/** The order from when a change began, and its version. */
export interface Seen {
  order: Order;
  etag: string | undefined;
}
