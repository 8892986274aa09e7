import type { Counter } from '#shared/engine/decide/decide-batch.ts';
import type { BulkNeeds, BulkTables } from '#shared/engine/decide/bulk-operation.ts';
import type { DeletionTables } from '#shared/engine/decide/deletion.ts';
import type { MadeNeeds, MadeTables } from '#shared/engine/decide/make-once.ts';
import type { DatedRecord } from '#shared/engine/decide/versioned-record.ts';
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

export interface Product extends CatalogRecord, Partial<Availability> {
  manufacturing_price: number;
}

/** Stock that the orders service reports for a product. A report neither changes the product's version nor appears in the ledger. */
export interface Availability {
  available: number | null;
  /** The version of the stock record from which `available` was computed. */
  stock_version: number;
  /** Present only while `available` is 0. */
  sold_out: true;
}

// A type alias, because an interface is not assignable to an index signature.

export type CatalogTables = {
  products: Product;
  subscriptions: Subscription;
  counters: Counter;
} & BulkTables &
  DeletionTables &
  MadeTables;

export interface CatalogNeeds extends BulkNeeds, MadeNeeds {
  products?: number[];
  subscriptions?: number[];
  sequence?: 'products' | 'subscriptions';
}
