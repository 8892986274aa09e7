import type { Call } from './call.ts';
import { ordersCheckout } from './generated/sdk.gen.ts';
import type { OrdersCheckoutData, RehearsedOrder } from './generated/types.gen.ts';
import type { Options } from './transport.ts';

type Checkout = Omit<Options<OrdersCheckoutData>, 'query'>;
type Client = Parameters<typeof ordersCheckout>[0]['client'];

/** Resolves with the order that a checkout would place now, or rejects with the error that it would get. Changes no data. */
export function rehearseCheckout(options: Checkout & { client: Client }): Call<RehearsedOrder> {
  const asked = ordersCheckout({ ...options, query: { dry_run: true } });
  return asked;
}
