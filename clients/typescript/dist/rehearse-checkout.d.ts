import type { Call } from './call.ts';
import { ordersCheckout } from './generated/sdk.gen.ts';
import type { OrdersCheckoutData, RehearsedOrder } from './generated/types.gen.ts';
import type { Options } from './transport.ts';
type Checkout = Omit<Options<OrdersCheckoutData>, 'query'>;
type Client = Parameters<typeof ordersCheckout>[0]['client'];
/** The order as a checkout would place it now, or the refusal that it would meet. Nothing is changed. */
export declare function rehearseCheckout(options: Checkout & {
    client: Client;
}): Call<RehearsedOrder>;
export {};
