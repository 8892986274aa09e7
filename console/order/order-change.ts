import type {
  Order,
  OrderItemsCreateBody,
  OrderItemsUpdateBody,
  OrdersUpdateBody,
} from '#clients/typescript/src/main.ts';

/** One write to an order, as its page asks for it. */
export type OrderChange =
  | { kind: 'change'; part: 'move' | 'details' | 'figures'; body: OrdersUpdateBody }
  | { kind: 'line'; line: number; body: OrderItemsUpdateBody }
  | { kind: 'add'; body: OrderItemsCreateBody; productName: string }
  | { kind: 'remove'; line: number };

/** The order as it was when somebody began to change it, and its version. */
export interface Seen {
  order: Order;
  etag: string | undefined;
}
