import type {
  Order,
  OrderItemsCreateBody,
  OrderItemsUpdateBody,
  OrdersUpdateBody,
} from '#clients/typescript/src/main.ts';

export type OrderChange =
  | { kind: 'change'; part: 'move' | 'details' | 'figures'; body: OrdersUpdateBody }
  | { kind: 'line'; line: number; body: OrderItemsUpdateBody }
  | { kind: 'add'; body: OrderItemsCreateBody; productName: string }
  | { kind: 'remove'; line: number };

/** The order as it was when the user began the change, with its version. */
export interface Seen {
  order: Order;
  etag: string | undefined;
}
