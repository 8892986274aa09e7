import type { Subscription } from '#clients/typescript/src/main.ts';

/** A product or a subscription: only a product costs the shop something, and has a stock. */
export interface CatalogueRecord extends Subscription {
  manufacturing_price?: number;
}
