import type { Order, OrdersUpdateBody } from '#clients/typescript/src/main.ts';
import { shopClock } from '../format/shop-clock.ts';
import { typedFigure } from './typed-figure.ts';

export const figureNames = [
  'main_price',
  'discount_amount',
  'tax_amount',
  'total',
  'manufacturing_price',
] as const;
export type FigureName = (typeof figureNames)[number];

export type TypedDetails = Record<
  FigureName | 'order_number' | 'address_id' | 'payment_method' | 'notes' | 'estimated_arrive_time',
  string
>;

export function detailsOf(
  order: Order,
  { plainMoney, timeZone }: { plainMoney: (amount: number) => string; timeZone: string },
): TypedDetails {
  return {
    order_number: order.order_number,
    address_id: String(order.address_id),
    payment_method: String(order.payment_method),
    notes: order.notes ?? '',
    estimated_arrive_time: shopClock(order.estimated_arrive_time, timeZone),
    main_price: plainMoney(order.main_price),
    discount_amount: plainMoney(order.discount_amount),
    tax_amount: plainMoney(order.tax_amount),
    total: plainMoney(order.total),
    manufacturing_price: plainMoney(order.manufacturing_price),
  };
}

/**
 * The body with only the changed fields, because other users may have changed the rest. Undefined when a figure is not a
 * number.
 */
export function changedDetails(before: TypedDetails, typed: TypedDetails): OrdersUpdateBody | undefined {
  const isChanged = (name: keyof TypedDetails) => typed[name].trim() !== before[name].trim();
  const body: OrdersUpdateBody = {
    ...(isChanged('order_number') && { order_number: typed.order_number.trim() }),
    ...(isChanged('address_id') && { address_id: Number(typed.address_id) }),
    ...(isChanged('payment_method') && { payment_method: Number(typed.payment_method) }),
    ...(isChanged('notes') && { notes: typed.notes.trim() === '' ? null : typed.notes.trim() }),
    ...(isChanged('estimated_arrive_time') && {
      estimated_arrive_time: typed.estimated_arrive_time === '' ? null : typed.estimated_arrive_time,
    }),
  };
  for (const name of figureNames.filter(isChanged)) {
    const figure = typedFigure(typed[name]);
    if (typeof figure !== 'number') return undefined;
    body[name] = figure;
  }
  return body;
}
