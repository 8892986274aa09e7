import type { Counter } from '#shared/decide/decide-batch.ts';
import type { BulkNeeds, BulkTables } from '#shared/decide/bulk-operation.ts';
import type { DeletionTables } from '#shared/decide/deletion.ts';
import type { MadeNeeds, MadeTables } from '#shared/decide/make-once.ts';
import type { LoggedRecord } from '#shared/decide/versioned-record.ts';
import type { Localized } from '#shared/contracts/schema-kit/languages.ts';

export interface Translation {
  name: string;
  description: string;
}

/** What products and subscriptions have in common. Prices in minor units. */
export interface CatalogRecord extends LoggedRecord, Localized<Translation> {
  _id: number;
  price: number;
  is_active: boolean;
}

export type Subscription = CatalogRecord;

export interface Product extends CatalogRecord, Partial<Availability> {
  manufacturing_price: number;
}

/** What the orders service has told of a product's stock: beside its version, and no part of its changes. */
export interface Availability {
  available: number | null;
  /** Of the stock that this is. */
  stock_version: number;
  /** There where nothing is left, and nowhere else. */
  sold_out: true;
}

// A type, not an interface: only that is assignable to an index signature.

export type CatalogTables = {
  products: Product;
  subscriptions: Subscription;
  counters: Counter;
} & BulkTables &
  DeletionTables &
  MadeTables;

/** Ids of the records that a command touches. */
export interface CatalogNeeds extends BulkNeeds, MadeNeeds {
  products?: number[];
  subscriptions?: number[];
  /** A sequence that an id will be taken from. */
  sequence?: 'products' | 'subscriptions';
}
