import type {
  Order,
  OrderItemsCreateBody,
  OrderItemsUpdateBody,
  OrdersUpdateBody,
} from '#clients/typescript/src/main.ts';

/** The input of the form that sends the change. After the save, the form closes only if it still has this input. */
interface Typed {
  typed?: Readonly<Record<string, string>>;
}

export type OrderChange =
  | ({ kind: 'change'; part: 'move' | 'details' | 'figures'; body: OrdersUpdateBody } & Typed)
  | ({ kind: 'line'; line: number; body: OrderItemsUpdateBody } & Typed)
  | { kind: 'add'; body: OrderItemsCreateBody; productName: string }
  | { kind: 'remove'; line: number };

/** The order as it was when the user began the change, with its version. */
export interface Seen {
  order: Order;
  etag: string | undefined;
}
