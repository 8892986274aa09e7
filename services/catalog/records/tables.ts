import type { EngineNeeds, EngineTables } from '#shared/engine/decide/resource.ts';
import type { DatedRecord } from '#shared/engine/decide/versioned-record.ts';
import type { ProductFieldName, UniqueProductField } from '#shared/contracts/endpoints/product-fields.ts';
import type { Localized } from '#shared/contracts/kit/languages.ts';

export interface Translation {
  name: string;
  description: string;
}

/** Prices are in minor units. */
export interface CatalogRecord extends DatedRecord, Localized<Translation> {
  _id: number;
  price: number;
  is_active: boolean;
}

export type Subscription = CatalogRecord;

/** A field without a value is absent. */
export type ProductTexts = Partial<Record<ProductFieldName, string>>;

export interface Product extends CatalogRecord, ProductTexts, Partial<Availability> {
  manufacturing_price: number;
}

/** Stock that the orders service reports. A report neither changes the product's version nor appears in the ledger. */
interface Availability {
  available: number | null;
  /** The version of the stock record from which `available` was computed. */
  stock_version: number;
  /** Present only while `available` is 0. */
  sold_out: true;
}

// A type alias, because an interface is not assignable to an index signature.
// eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- see above
export type CatalogRecords = { products: Product; subscriptions: Subscription };
export type CatalogTables = CatalogRecords & EngineTables;

/** The records that a command needs: by id, or by the values of unique product fields (`sku`, `external_id`). */
export interface CatalogNeeds extends EngineNeeds, Partial<Record<UniqueProductField, string[]>> {
  products?: number[];
  subscriptions?: number[];
}
