import { ordersCheckout } from "./generated/sdk.gen.js";
/** The order as a checkout would place it now, or the refusal that it would meet. Nothing is changed. */
export function rehearseCheckout(options) {
    const asked = ordersCheckout({ ...options, query: { dry_run: true } });
    return asked;
}
