import type { Subscription } from '#clients/typescript/src/main.ts';

/** A product or a subscription. Only products have a manufacturing price and stock. */
export interface CatalogueRecord extends Subscription {
  manufacturing_price?: number;
}
