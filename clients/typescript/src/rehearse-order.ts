import type { Call } from './call.ts';
import { adminOrdersCreate, shopOrdersCheckout } from './generated/sdk.gen.ts';
import type {
  AdminOrdersCreateData,
  RehearsedAdminOrder,
  RehearsedOrder,
  ShopOrdersCheckoutData,
} from './generated/types.gen.ts';
import type { Options } from './transport.ts';

type Asked<Data extends { url: string }> = Omit<Options<Data>, 'query'> & { client: Client };
type Client = Parameters<typeof shopOrdersCheckout>[0]['client'];

/** Resolves with the order that a checkout would place now, or rejects with the error that it would get. Changes no data. */
export function shopOrdersRehearseCheckout(options: Asked<ShopOrdersCheckoutData>): Call<RehearsedOrder> {
  return shopOrdersCheckout({ ...options, query: { dry_run: true } });
}

/** Resolves with the order that this request would create, or rejects with the error that it would get. Changes no data. */
export function adminOrdersRehearseCreate(options: Asked<AdminOrdersCreateData>): Call<RehearsedAdminOrder> {
  return adminOrdersCreate({ ...options, query: { dry_run: true } });
}
