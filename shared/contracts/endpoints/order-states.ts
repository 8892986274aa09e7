/** The order's states and the moves between them (contract §5). */
export const orderStates = [
  'pending',
  'confirmed',
  'preparing',
  'shipped',
  'delivered',
  'rejected',
  'cancelled',
  'returned',
] as const;
export type OrderState = (typeof orderStates)[number];

/** `filters[status]=1` */
export const liveStates: readonly OrderState[] = [
  'pending',
  'confirmed',
  'preparing',
  'shipped',
  'delivered',
];
/** `filters[status]=0` */
export const fallenStates: readonly OrderState[] = ['rejected', 'cancelled', 'returned'];
/** A line takes stock when it comes into an order in one of these. */
export const stockTakingStates: readonly OrderState[] = ['pending', 'confirmed', 'preparing', 'shipped'];

export const nextStates: Readonly<Record<OrderState, readonly OrderState[]>> = {
  pending: ['confirmed', 'rejected', 'cancelled'],
  confirmed: ['preparing', 'rejected', 'cancelled'],
  preparing: ['shipped', 'cancelled'],
  shipped: ['delivered', 'returned'],
  delivered: ['returned'],
  rejected: [],
  cancelled: [],
  returned: [],
};
