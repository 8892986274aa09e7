import type { Call } from './call.ts';
import { shopOrdersCheckout } from './generated/sdk.gen.ts';
import type { RehearsedOrder, ShopOrdersCheckoutData } from './generated/types.gen.ts';
import type { Options } from './transport.ts';

type Checkout = Omit<Options<ShopOrdersCheckoutData>, 'query'>;
type Client = Parameters<typeof shopOrdersCheckout>[0]['client'];

/** Resolves with the order that a checkout would place now, or rejects with the error that it would get. Changes no data. */
export function shopOrdersRehearseCheckout(options: Checkout & { client: Client }): Call<RehearsedOrder> {
  const asked = shopOrdersCheckout({ ...options, query: { dry_run: true } });
  return asked;
}
