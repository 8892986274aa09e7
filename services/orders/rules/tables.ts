import type { Command } from '#shared/contracts/schema-kit/define.ts';
import type { Counter } from '#shared/decide/decide-batch.ts';
import type { BulkNeeds, BulkTables } from '#shared/decide/bulk-operation.ts';
import type { DeletionTables } from '#shared/decide/deletion.ts';
import type { MadeNeeds, MadeTables } from '#shared/decide/make-once.ts';
import type { Handlers, VersionedRecord } from '#shared/decide/handler.ts';
import type { LoggedChange, LoggedRecord } from '#shared/decide/versioned-record.ts';
import type { Localized } from '#shared/contracts/schema-kit/languages.ts';
import type { OrderValues } from '#shared/contracts/endpoints/order-fields.ts';
import type { OrderState } from '#shared/contracts/endpoints/order-states.ts';
import type { OrdersCommands } from '#shared/contracts/endpoints/orders-service.ts';
import type { ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';
import type { ViewedList } from '#shared/contracts/endpoints/settings.ts';

/** All money is in minor units, all moments are ISO 8601 UTC. */

export interface User extends LoggedRecord {
  _id: number;
  name: string;
  email: string;
  phone: string | null;
  /** The identity provider's id of the user; absent if it does not know them. */
  external_id?: string;
}

export interface AddressLines {
  label: string | null;
  line1: string;
  line2: string | null;
  city: string;
  country: string;
  phone: string | null;
}

export interface Address extends LoggedRecord, AddressLines {
  _id: number;
  user_id: number;
}

export interface Inventory extends VersionedRecord {
  /** The product's id. */
  _id: number;
  /** Units that can still be sold; null: not counted. */
  stock: number | null;
  /** Units in orders that are not delivered yet. */
  held: number;
  /** The stock is low at this number of units or below. Null, or absent in records of releases before 0.6.0: there is no mark. */
  low_stock_at?: number | null;
  log: LoggedChange[];
  created_at: string;
  updated_at: string;
}

export interface CartItem {
  product_id: number;
  amount: number;
}

export interface Cart extends VersionedRecord {
  /** The user's id. */
  _id: number;
  items: CartItem[];
  updated_at: string;
}

export interface OrderItem {
  id: number;
  product_id: number;
  /** Copied when the product was set, so that the order stays complete after the product is deleted. */
  product: { id: number } & Localized<{ name: string }>;
  amount: number;
  /** Per unit. */
  main_price: number;
  /** Per unit. */
  manufacturing_price: number;
  /** For the line. */
  discount_amount: number;
  /** Units of counted stock that this line took and has not returned. */
  held: number;
  /** The command that added the line to an existing order. */
  created_by_command?: string;
  created_at: string;
  updated_at: string;
}

export interface HistoryEntry {
  at: string;
  by: string;
  from: OrderState | null;
  to: OrderState;
  reason: string | null;
}

/** An order: the fields of `orderFields`, and those that only the rules need. */
export interface Order extends LoggedRecord, OrderValues {
  _id: number;
  /** Copied when they were set, so that the order stays complete after its user or address changes or is deleted. */
  user: { id: number; name: string };
  address: { id: number; user_id: number } & AddressLines;
  items: OrderItem[];
  history: HistoryEntry[];
  /** The cart that became this order, at the version that it was emptied from; null for an admin's order. */
  cart_version: number | null;
}

interface ShopTexts {
  name: string | null;
  address: string | null;
  footer: string | null;
}

/** The shop's settings: one record. */
export interface ShopSettings extends LoggedRecord, Localized<ShopTexts> {
  _id: number;
  tax_number: string | null;
  phone: string | null;
  reason_templates: readonly Localized<string>[];
}

/** The saved views of a member of staff. */
export interface SavedViews extends LoggedRecord {
  /** The subject of their token. */
  _id: string;
  views: readonly { name: string; list: ViewedList; query: string | null }[];
}

/** An erased person: only ids, which are kept forever. Cleaning rounds remove what is left of them elsewhere. */
export interface Erasure extends VersionedRecord {
  /** The user's id. */
  _id: number;
  /** ISO 8601. */
  at: string;
  /** Owners of the commands and outcomes that are theirs: `client:7`. */
  owners: string[];
  /** The key of the id that an identity provider gives them. */
  external_key?: string;
  /** Addresses that were theirs. */
  addresses: number[];
  /** Orders that were theirs and are another customer's by now, as far as they were found. */
  given_orders?: number[];
  /** The admin and the command that erased them; null: an earlier release deleted them. */
  by: Cause | null;
  /** Cleaning rounds that are done. */
  rounds: number;
  /** When the next one is due, ISO 8601; null: there is nothing left to do. */
  due_at: string | null;
}

type Cause = Pick<Command, 'id' | 'caller' | 'requestId'>;

// A type alias, because an interface is not assignable to an index signature.

export type OrdersTables = {
  users: User;
  addresses: Address;
  products: ProductCopy;
  /** Products whose event has not come yet: fetched from the catalog for this batch, stored when the event comes. */
  newProducts: ProductCopy;
  inventory: Inventory;
  carts: Cart;
  orders: Order;
  settings: ShopSettings;
  savedViews: SavedViews;
  erasures: Erasure;
  counters: Counter;
} & BulkTables &
  DeletionTables &
  MadeTables;

/** The records that a command touches; the store also loads what depends on them (stock of an order's lines, a cart's products). */
export interface OrdersNeeds extends BulkNeeds, MadeNeeds {
  users?: number[];
  emails?: string[];
  /** Users by their `external_id`. */
  externalIds?: string[];
  /** Likewise, with their carts. */
  externalCarts?: string[];
  addresses?: number[];
  products?: number[];
  /** Copies as they are kept, without asking the catalog for newer ones. */
  productCopies?: number[];
  orders?: number[];
  orderNumbers?: string[];
  /** Orders that hold these items. */
  ordersOfItems?: number[];
  carts?: number[];
  /** Users whose open orders are loaded, up to a limit. */
  openOrdersOf?: number[];
  /** Users whose addresses are loaded. */
  addressesOf?: number[];
  /** Erasures, by the ids of their users. */
  erasures?: number[];
  /** Erasures, by the keys of the ids that an identity provider gives. */
  erasedKeys?: string[];
  settings?: number[];
  /** Subjects of staff. */
  savedViews?: string[];
  /** Loads the saved views of all staff. */
  viewsOfStaff?: true[];
  sequences?: string[];
}

/** The handler of one command. */
export type OrdersHandler<Type extends keyof OrdersCommands> = Handlers<
  OrdersTables,
  OrdersNeeds,
  OrdersCommands
>[Type];
