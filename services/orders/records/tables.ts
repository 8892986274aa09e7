import type { Command } from '#shared/contracts/kit/define.ts';
import type { EngineNeeds, EngineTables } from '#shared/engine/decide/resource.ts';
import type { Decision, Handlers, VersionedRecord } from '#shared/engine/decide/handler.ts';
import type { DatedRecord, ShownChange } from '#shared/engine/decide/versioned-record.ts';
import type { Localized } from '#shared/contracts/kit/languages.ts';
import type { AddressLines } from '#shared/contracts/endpoints/addresses.ts';
import type { BalanceField, OrderValues } from '#shared/contracts/endpoints/order-fields.ts';
import type { OrderState } from '#shared/contracts/endpoints/order-states.ts';
import type { PaymentProvider, PaymentState } from '#shared/contracts/endpoints/payment-states.ts';
import type { ReturnState } from '#shared/contracts/endpoints/return-states.ts';
import type { OrdersCommands } from '#shared/contracts/endpoints/orders-service.ts';
import type { ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';

/** In all records of this file, money is in minor units, and times are ISO 8601 UTC. */

export interface User extends DatedRecord {
  _id: number;
  name: string;
  email: string;
  phone: string | null;
  /** The identity provider's id for the user. Absent if no identity provider knows the user. */
  external_id?: string;
}

export interface Address extends DatedRecord, AddressLines {
  _id: number;
  user_id: number;
}

export interface Inventory extends DatedRecord {
  /** The product's id. */
  _id: number;
  /** Units that can still be sold. Null: the store does not count this product. */
  stock: number | null;
  /** Units in orders that are not delivered yet. */
  held: number;
  /** The stock is low at this number or below. Null: no limit is set. Records of releases before 0.6.0 lack the field. */
  low_stock_at?: number | null;
  /** All units that came back in returns and cannot be sold again. */
  lost?: number;
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
  /** The product's name when the line got the product, so that the order stays complete after the product is deleted. */
  product: { id: number } & Localized<{ name: string }>;
  amount: number;
  /** Per unit. */
  main_price: number;
  /** Per unit. */
  manufacturing_price: number;
  /** The discount for the whole line. */
  discount_amount: number;
  /** Units that this line took from counted stock and has not returned. */
  held: number;
  /** Units that came back in returns. */
  returned?: number;
  /** Units whose money was credited, by refunds of lines and by returns. */
  refunded?: number;
  /** The command that added the line to an existing order. */
  created_by_command?: string;
  created_at: string;
  updated_at: string;
}

/** A status change in the history of an order or a return. `from` is null in the first entry. */
export interface HistoryEntry<State = OrderState> {
  at: string;
  by: string;
  from: State | null;
  to: State;
  reason: string | null;
}

export interface PaymentSums {
  /** The sum of the authorisations that were not captured or voided yet. */
  authorised: number;
  /** The amount that was captured and not refunded. */
  paid: number;
  refunded: number;
  /** The amount by which refunds lowered what the customer owes. */
  credited: number;
}

export interface Order
  extends DatedRecord, Omit<OrderValues, 'figures' | BalanceField>, Partial<PaymentSums> {
  _id: number;
  /** `lines` if the store computes the order's figures from its lines. Orders of releases before 1.0.0 may lack this field. */
  figures?: OrderValues['figures'];
  /** The rate at which the order's tax is computed. Only orders whose figures are computed from their lines have it. */
  tax_rate?: TaxRate;
  /**
   * Copies of the user and the address, so that the order stays complete if the user or the address is changed or deleted later.
   */
  user: { id: number; name: string };
  address: { id: number; user_id: number } & AddressLines;
  items: OrderItem[];
  history: HistoryEntry[];
  /** The ids of the last `orders.change` commands that changed the order, and when they did. */
  change_sets?: readonly { id: string; at: string }[];
  /** The number of the order's returns that are not finished. */
  open_returns?: number;
  /** The version of the cart that became this order. Null if an admin created the order. */
  cart_version: number | null;
}

/** The rate `tax / on`, both integers. As a fraction, the rate of an older order gives exactly that order's tax. */
export interface TaxRate {
  tax: number;
  on: number;
}

export interface Refund {
  /** Unique within its payment. */
  id: number;
  amount: number;
  /** The refunded units of lines. Null: the refund is an amount without lines. */
  lines: readonly { item_id: number; amount: number }[] | null;
  /** The return that caused the refund. Null: staff refunded the payment itself, or an `orders.change` command did. */
  return_id: number | null;
  reason: string | null;
  at: string;
  by: string;
  /** The command that made the refund. If the command is redelivered, it does not refund again. */
  command: string;
}

export interface Payment extends DatedRecord {
  _id: number;
  order_id: number;
  /** The order's customer when the payment was recorded. The payment's texts are about this customer. */
  user_id: number;
  provider: PaymentProvider;
  method: OrderValues['payment_method'];
  amount: number;
  /** Never less than `captured`. */
  authorised: number;
  /** Never less than `refunded`. 0 if the payment is voided. */
  captured: number;
  refunded: number;
  state: PaymentState;
  reference: string | null;
  note: string | null;
  refunds: readonly Refund[];
}

export interface ReturnLine {
  item_id: number;
  /** The units to send back. */
  amount: number;
  /** The units that came back. Null: the goods were not received yet. */
  received: number | null;
  /** Whether the units can be sold again. Null: the goods were not received yet. */
  restock: boolean | null;
  /** Received units that the line had not taken from counted stock. They changed no stock. */
  uncounted: number;
  reason: string | null;
}

export interface OrderReturn extends DatedRecord {
  _id: number;
  order_id: number;
  /** The order's customer when the return was made. A later customer of the order does not see the return. */
  user_id: number;
  status: ReturnState;
  lines: readonly ReturnLine[];
  /** The amount that was credited when the goods were received. */
  refund: number | null;
  history: readonly HistoryEntry<ReturnState>[];
}

export const shopSettingsId = 1;

/** There is only one record, whose id is `shopSettingsId`. */
export interface ShopSettings
  extends DatedRecord, Localized<Record<'name' | 'address' | 'footer', string | null>> {
  _id: number;
  tax_number: string | null;
  phone: string | null;
  /** The URL of the shop's logo. Absent in settings that releases before 1.0.0 stored. */
  logo_url?: string | null;
  reason_templates: readonly Localized<string>[];
}

export interface SavedViews extends DatedRecord {
  /** The subject of the staff member's token. */
  _id: string;
  views: readonly { name: string; list: string; query: string | null }[];
  /** The latest changes, for the response to an outdated `If-Match`. */
  log: readonly ShownChange[];
}

/** The key of an id that a person had at the identity provider until staff changed the user's `external_id`. */
export interface FormerKey {
  key: string;
  /** ISO 8601. Since then, another user may have this key. */
  until: string;
}

/** The erasure of a person. The record has only ids and stays forever. Cleaning rounds remove the person's data. */
export interface Erasure extends VersionedRecord {
  /** The user's id. */
  _id: number;
  at: string;
  /** The names by which commands and outcomes refer to the person as their owner, such as `client:7`. */
  owners: string[];
  /** A key computed from the person's id at the identity provider. */
  external_key?: string;
  /** Erasures of releases before 1.0.0 lack the field. */
  former_keys?: readonly FormerKey[];
  addresses: number[];
  /** Orders that belonged to the person before they were deleted or passed to another customer. Cleaning rounds add their ids. */
  given_orders?: number[];
  /** The admin and the command that erased the person. Null: an earlier release deleted the user. */
  by: Pick<Command, 'id' | 'caller' | 'requestId'> | null;
  rounds: number;
  /** When the next cleaning round is due. Null: no round is left. */
  due_at: string | null;
}

// A type alias, because an interface is not assignable to an index signature.
// eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- see above
export type OrdersRecords = {
  users: User;
  addresses: Address;
  products: ProductCopy;
  inventory: Inventory;
  carts: Cart;
  orders: Order;
  payments: Payment;
  returns: OrderReturn;
  settings: ShopSettings;
  savedViews: SavedViews;
  erasures: Erasure;
};

export type OrdersTables = OrdersRecords & {
  /**
   * Products without a stored copy, which the catalog returned for one batch. The copies are stored when the catalog's events
   * arrive.
   */
  newProducts: ProductCopy;
} & EngineTables;

/** The store also loads the records that depend on these, such as the stock of an order's lines. */
export interface OrdersNeeds extends EngineNeeds {
  users?: number[];
  emails?: string[];
  externalIds?: string[];
  /** External ids whose users are loaded, together with the users' carts. */
  externalCarts?: string[];
  addresses?: number[];
  products?: number[];
  /** Products whose stored copies are loaded. Missing copies are not fetched from the catalog. */
  productCopies?: number[];
  orders?: number[];
  orderNumbers?: string[];
  ordersOfItems?: number[];
  payments?: number[];
  /** Orders whose payments are loaded. */
  paymentsOf?: number[];
  returns?: number[];
  /** Orders whose returns are loaded. */
  returnsOf?: number[];
  carts?: number[];
  /** Users whose open orders are loaded, up to a limit. */
  openOrdersOf?: number[];
  /** Users whose addresses are loaded. */
  addressesOf?: number[];
  /** Ids of users whose erasures are loaded. */
  erasures?: number[];
  /** Keys of identity-provider ids whose erasures are loaded. */
  erasedKeys?: string[];
  settings?: number[];
  /** Token subjects of staff whose saved views are loaded. */
  savedViews?: string[];
  /** Loads the saved views of all staff. */
  viewsOfStaff?: true[];
}

/** The part of a decision that a batch writes. */
export type Written = Pick<Decision<OrdersTables>, 'changes' | 'events'>;

type AllHandlers = Handlers<OrdersTables, OrdersNeeds, OrdersCommands>;
export type OrdersHandler<Type extends keyof OrdersCommands> = AllHandlers[Type];
export type OrdersHandlers<Pattern extends string> = Pick<
  AllHandlers,
  Extract<keyof OrdersCommands, Pattern>
>;
