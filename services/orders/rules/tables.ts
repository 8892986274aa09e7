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
  /** What the identity provider calls them; absent where it knows nothing of them. */
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
  /** At so many units or fewer its stock is low; null, as in records of releases before 0.6.0: there is no mark. */
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
  /** Copy taken when the product was set: an order reads whole after its product went. */
  product: { id: number } & Localized<{ name: string }>;
  amount: number;
  /** Per unit. */
  main_price: number;
  /** Per unit. */
  manufacturing_price: number;
  /** For the line. */
  discount_amount: number;
  /** Units of counted stock that this line took and has not given back. */
  held: number;
  /** The command that added it to an order that was there. */
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

/** An order: the fields of `orderFields`, and what the rules keep beside them. */
export interface Order extends LoggedRecord, OrderValues {
  _id: number;
  /** Copies taken when they were set: an order reads whole after its user or address changed or went. */
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

/** What the shop says of itself: one record. */
export interface ShopSettings extends LoggedRecord, Localized<ShopTexts> {
  _id: number;
  tax_number: string | null;
  phone: string | null;
  reason_templates: readonly Localized<string>[];
}

/** What a member of the staff keeps at hand. */
export interface SavedViews extends LoggedRecord {
  /** The subject of their token. */
  _id: string;
  views: readonly { name: string; list: ViewedList; query: string | null }[];
}

/** A person who was erased: ids alone, for good. What is left of them goes by the rounds of the keeper. */
export interface Erasure extends VersionedRecord {
  /** The user's id. */
  _id: number;
  /** ISO 8601. */
  at: string;
  /** Whose commands and outcomes are theirs: `client:7`. */
  owners: string[];
  /** What tells them apart where an identity provider names them. */
  external_key?: string;
  /** Addresses that were theirs. */
  addresses: number[];
  /** Orders that were theirs, and are another customer's by now, as far as they were found. */
  given_orders?: number[];
  /** Who erased them, through which command; null: they were deleted by an earlier release, or restored from a backup. */
  by: Cause | null;
  /** Rounds that are done. */
  rounds: number;
  /** When the next one is due, ISO 8601; null: there is nothing left to do. */
  due_at: string | null;
}

type Cause = Pick<Command, 'id' | 'caller' | 'requestId'>;

// A type, not an interface: only that is assignable to an index signature.

export type OrdersTables = {
  users: User;
  addresses: Address;
  products: ProductCopy;
  /** Products whose event has not come yet: asked from the catalog for this batch, kept when the event comes. */
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

/** What a command touches; the store loads it and what follows from it (stock of an order's lines, a cart's products). */
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
  /** Users, whose orders are read as far as they are open: the first ones. */
  openOrdersOf?: number[];
  /** Users, whose addresses are read. */
  addressesOf?: number[];
  /** Persons who were erased, by their users' ids. */
  erasures?: number[];
  /** Likewise, by what tells them apart where an identity provider names them. */
  erasedKeys?: string[];
  settings?: number[];
  /** Subjects of staff. */
  savedViews?: string[];
  /** The saved views of everybody. */
  viewsOfStaff?: true[];
  sequences?: string[];
}

/** The handler of one command. */
export type OrdersHandler<Type extends keyof OrdersCommands> = Handlers<
  OrdersTables,
  OrdersNeeds,
  OrdersCommands
>[Type];
