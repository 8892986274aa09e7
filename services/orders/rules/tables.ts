import type { Command } from '#shared/contracts/schema-kit/define.ts';
import type { Counter } from '#shared/decide/decide-batch.ts';
import type { BulkNeeds, BulkTables } from '#shared/decide/bulk-operation.ts';
import type { DeletionTables } from '#shared/decide/deletion.ts';
import type { MadeNeeds, MadeTables } from '#shared/decide/make-once.ts';
import type { Handlers, VersionedRecord } from '#shared/decide/handler.ts';
import type { DatedRecord, ShownChange } from '#shared/decide/versioned-record.ts';
import type { Localized } from '#shared/contracts/schema-kit/languages.ts';
import type { OrderValues } from '#shared/contracts/endpoints/order-fields.ts';
import type { OrderState } from '#shared/contracts/endpoints/order-states.ts';
import type { OrdersCommands } from '#shared/contracts/endpoints/orders-service.ts';
import type { ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';
import type { ViewedList } from '#shared/contracts/endpoints/settings.ts';

/** All money is in minor units. All times are ISO 8601 UTC. */

export interface User extends DatedRecord {
  _id: number;
  name: string;
  email: string;
  phone: string | null;
  /** The identity provider's id for the user. Absent if no identity provider knows the user. */
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

export interface Address extends DatedRecord, AddressLines {
  _id: number;
  user_id: number;
}

export interface Inventory extends DatedRecord {
  /** The product's id. */
  _id: number;
  /** Units that can still be sold. Null: the product is not counted. */
  stock: number | null;
  /** Units in orders that are not delivered yet. */
  held: number;
  /** The stock is low at this number of units or below. Null, or absent in records of releases before 0.6.0: there is no mark. */
  low_stock_at?: number | null;
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
  /** Copied when the line gets its product, so that the order stays complete after the product is deleted. */
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

/** An order, with the fields of `orderFields` and the fields that only the rules need. */
export interface Order extends DatedRecord, OrderValues {
  _id: number;
  /** Copied when they are set, so that the order stays complete after its user or address is changed or deleted. */
  user: { id: number; name: string };
  address: { id: number; user_id: number } & AddressLines;
  items: OrderItem[];
  history: HistoryEntry[];
  /** The version of the cart that this order was made from. Null for an admin's order. */
  cart_version: number | null;
}

interface ShopTexts {
  name: string | null;
  address: string | null;
  footer: string | null;
}

/** The shop's settings. There is only one record. */
export interface ShopSettings extends DatedRecord, Localized<ShopTexts> {
  _id: number;
  tax_number: string | null;
  phone: string | null;
  reason_templates: readonly Localized<string>[];
}

/** The saved views of a member of staff. */
export interface SavedViews extends DatedRecord {
  /** The subject of the staff member's token. */
  _id: string;
  views: readonly { name: string; list: ViewedList; query: string | null }[];
  /** The latest changes. */
  log: readonly ShownChange[];
}

/** The record of an erasure, which is kept forever and has only ids. Cleaning rounds remove the personal data from other records. */
export interface Erasure extends VersionedRecord {
  /** The user's id. */
  _id: number;
  /** The time of the erasure, in ISO 8601. */
  at: string;
  /** Owners of the person's commands and outcomes: `client:7`. */
  owners: string[];
  /** The key of the person's id at the identity provider. */
  external_key?: string;
  /** Addresses that belonged to the person. */
  addresses: number[];
  /** Orders that belonged to the person and now belong to another customer, as far as the service found them. */
  given_orders?: number[];
  /** The admin and the command that erased the person. Null: an earlier release deleted the user. */
  by: Cause | null;
  /** The number of finished cleaning rounds. */
  rounds: number;
  /** When the next cleaning round is due, in ISO 8601. Null: no round is left. */
  due_at: string | null;
}

type Cause = Pick<Command, 'id' | 'caller' | 'requestId'>;

// A type alias, because an interface is not assignable to an index signature.

export type OrdersTables = {
  users: User;
  addresses: Address;
  products: ProductCopy;
  /** Products whose event has not arrived yet. They are fetched from the catalog for this batch, and stored when the event arrives. */
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

/**
 * The records that a command reads or changes. The store also loads records that depend on them (stock for an order's lines, products
 * in a cart).
 */
export interface OrdersNeeds extends BulkNeeds, MadeNeeds {
  users?: number[];
  emails?: string[];
  /** Users by their `external_id`. */
  externalIds?: string[];
  /** Users by their `external_id`, together with their carts. */
  externalCarts?: string[];
  addresses?: number[];
  products?: number[];
  /** Only stored copies. Newer ones are not fetched from the catalog. */
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
  /** Erasures, identified by the ids of their users. */
  erasures?: number[];
  /** Erasures, identified by the keys of identity-provider ids. */
  erasedKeys?: string[];
  settings?: number[];
  /** Token subjects of staff. */
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
