import type { BulkOperation, BulkStep } from '#shared/engine/decide/bulk-operation.ts';
import type { LedgerRow } from '#shared/engine/decide/ledger-row.ts';
import type { InboxRecord } from '#shared/engine/decide/outcome.ts';
import { decideBatch, type BatchWork, type Delivered } from '#shared/engine/decide/decide-batch.ts';
import type { Change, State } from '#shared/engine/decide/handler.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import { detailsOf } from '#shared/contracts/endpoints/order-fields.ts';
import type { OrdersCommands } from '#shared/contracts/endpoints/orders-service.ts';
import type { ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';
import { ordersHandlers } from '#services/orders/handlers.ts';
import { restoreOrder } from '#services/orders/orders/restore-order.ts';
import { productCopyHandlers } from '#services/orders/stock/product-copy.ts';
import { trackedByOrders } from '#services/orders/store/resources.ts';
import type {
  Address,
  Inventory,
  Order,
  OrderItem,
  OrderReturn,
  OrdersTables,
  Payment,
  ReturnLine,
  User,
} from '#services/orders/records/tables.ts';
import { ended, type Ended } from './outcome.ts';

export const now = '2026-05-01T10:00:00.000Z';
export const earlier = '2026-04-01T10:00:00.000Z';
const decimals = 2;
export const units = { currency: 'USD', currencyDecimals: decimals, timeZone: 'UTC' };

export type Records = { [Table in keyof OrdersTables]?: OrdersTables[Table][] };

/** The loaded state for a batch, with these records. */
export function world(records: Records = {}): State<OrdersTables> {
  const tables = [
    'users',
    'addresses',
    'products',
    'newProducts',
    'inventory',
    'carts',
    'orders',
    'payments',
    'returns',
    'counters',
    'settings',
    'savedViews',
    'erasures',
    'bulk',
    'bulkChunks',
    'bulkPreviews',
    'ledgerRows',
    'deletions',
    'made',
  ] as (keyof OrdersTables)[];
  return Object.fromEntries(
    tables.map((table) => [table, new Map((records[table] ?? []).map((record) => [record._id, record]))]),
  ) as unknown as State<OrdersTables>;
}

/** The state with these records, which replace those of the same id. */
export function adding(state: State<OrdersTables>, records: Records): State<OrdersTables> {
  const added = world(records);
  const tables = Object.keys(records) as (keyof OrdersTables)[];
  const both = tables.map(
    (table) => [table, new Map<unknown, unknown>([...state[table], ...added[table]])] as const,
  );
  return { ...state, ...Object.fromEntries(both) };
}

const kept = { version: 1, created_at: earlier, updated_at: earlier };

export function aUser(id: number, values: Partial<User> = {}): User {
  return { _id: id, ...kept, name: `User ${id}`, email: `user${id}@example.com`, phone: null, ...values };
}

export function anAddress(id: number, userId: number, values: Partial<Address> = {}): Address {
  const lines = {
    label: null,
    line1: '1 Main Street',
    line2: null,
    city: 'Amman',
    country: 'JO',
    phone: null,
  };
  return { _id: id, ...kept, user_id: userId, ...lines, ...values };
}

export function aProduct(id: number, values: Partial<ProductCopy> = {}): ProductCopy {
  const prices = { price: 1250, manufacturing_price: 700 };
  const names = { en: { name: `Product ${id}` }, ar: { name: `منتج ${id}` } };
  return { _id: id, version: 1, ...prices, is_active: true, is_deleted: false, ...names, ...values };
}

export function stockOf(productId: number, stock: number | null, held = 0): Inventory {
  return { _id: productId, ...kept, stock, held };
}

export function aLine(id: number, productId: number, values: Partial<OrderItem> = {}): OrderItem {
  return {
    id,
    product_id: productId,
    product: { id: productId, en: { name: `Product ${productId}` }, ar: { name: `منتج ${productId}` } },
    amount: 1,
    main_price: 1250,
    manufacturing_price: 700,
    discount_amount: 0,
    held: 0,
    created_at: earlier,
    updated_at: earlier,
    ...values,
  };
}

export function anOrder(id: number, values: Partial<Order> = {}): Order {
  return {
    _id: id,
    ...kept,
    order_number: `TEST-${id}`,
    user_id: 1,
    user: { id: 1, name: 'User 1' },
    address_id: 1,
    address: {
      id: 1,
      user_id: 1,
      label: null,
      line1: '1 Main Street',
      line2: null,
      city: 'Amman',
      country: 'JO',
      phone: null,
    },
    payment_method: 1,
    status: 'pending',
    ...detailsOf({}),
    total: 1250,
    discount_amount: 0,
    tax_amount: 0,
    main_price: 1250,
    manufacturing_price: 700,
    items: [],
    history: [{ at: earlier, by: 'client:1', from: null, to: values.status ?? 'pending', reason: null }],
    cart_version: null,
    ...values,
  };
}

export function aPayment(id: number, orderId: number, values: Partial<Payment> = {}): Payment {
  return {
    _id: id,
    ...kept,
    order_id: orderId,
    user_id: 1,
    provider: 'manual',
    method: 1,
    amount: 1000,
    authorised: 1000,
    captured: 1000,
    refunded: 0,
    state: 'captured',
    reference: null,
    note: null,
    refunds: [],
    ...values,
  };
}

/** A line of a return that staff have approved and not received yet. */
export function aReturnLine(itemId: number, values: Partial<ReturnLine> = {}): ReturnLine {
  return { item_id: itemId, amount: 1, received: null, restock: null, uncounted: 0, reason: null, ...values };
}

/** A return that staff registered for order 7. */
export function aReturn(id: number, values: Partial<OrderReturn> = {}): OrderReturn {
  return {
    _id: id,
    ...kept,
    order_id: 7,
    user_id: 1,
    status: 'approved',
    lines: [],
    refund: null,
    history: [{ at: earlier, by: 'admin:boss', from: null, to: 'approved', reason: null }],
    ...values,
  };
}

/** The order with this id. Throws if it is missing. */
export function orderIn(state: State<OrdersTables>, id = 7): Order {
  const order = state.orders.get(id);
  if (!order) throw new Error(`Order ${id} is missing`);
  return order;
}

/** The types of the events that the commands of a batch publish. */
export function typesOf({ events }: Pick<BatchWork<OrdersTables>, 'events'>): string[] {
  return events.map(({ draft }) => draft.type);
}

/** The records that these changes write to a table. */
export function recordsPut<Table extends keyof OrdersTables>(
  changes: readonly Change<OrdersTables>[],
  table: Table,
): OrdersTables[Table][] {
  const puts = changes.flatMap((change) => (change.table === table && 'put' in change ? [change.put] : []));
  return puts as OrdersTables[Table][];
}

/** Undoes the change in a ledger row of an order, as bulk work of an admin does. */
export function restored(state: State<OrdersTables>, row: unknown): BulkStep<OrdersTables> {
  const caller = { area: 'admin', subject: 'boss', userId: null } as const;
  const operation = { _id: 'op', caller } as BulkOperation;
  return restoreOrder(row as LedgerRow, { state, operation, now, decimals, nextId: () => 0 });
}

let lastCommand = 0;

interface Asked<Type extends keyof OrdersCommands> {
  params?: OrdersCommands[Type]['params'];
  body?: OrdersCommands[Type]['body'];
  /** The client's user id. Without it, the caller is an admin. */
  as?: number;
}

/** A command as sent by the gateway, from an admin or, with `as`, from a client. */
export function command<Type extends keyof OrdersCommands>(
  type: Type,
  { params, body, as, ...more }: Asked<Type> & Partial<Omit<Command, 'params' | 'body'>> = {},
): Command {
  lastCommand += 1;
  return {
    id: `command-${lastCommand}`,
    type,
    params: params ?? {},
    body: body ?? {},
    caller:
      as === undefined
        ? { area: 'admin', subject: 'boss', userId: null }
        : { area: 'client', subject: String(as), userId: as },
    language: 'en',
    fingerprint: `print-${lastCommand}`,
    ifMatch: null,
    at: earlier,
    requestId: `request-${lastCommand}`,
    ...more,
  };
}

/** The command with the time of a gateway whose clock is a second ahead of the store's. */
export function aheadOfStore(sent: Command): Command {
  return { ...sent, at: new Date(Date.parse(now) + 1000).toISOString() };
}

export interface Ran {
  work: BatchWork<OrdersTables>;
  ends: Ended[];
  /** The state that the next batch would load. */
  state: State<OrdersTables>;
}

interface Settings {
  taxRate?: number;
  currencyDecimals?: number;
  returnDays?: number;
}

/** Decides the commands as one batch and applies its writes. */
export function decide(
  state: State<OrdersTables>,
  commands: readonly (Command | Delivered)[],
  {
    inbox = [],
    taxRate = 0,
    at = now,
    currencyDecimals = decimals,
    returnDays = 14,
  }: Settings & { inbox?: InboxRecord[]; at?: string } = {},
): Ran {
  const deliveries = commands.map((sent) => ('command' in sent ? sent : { command: sent, keepsInbox: true }));
  const keptRecords = new Map(inbox.map((record) => [record._id, record]));
  const handlers = {
    ...ordersHandlers({ ...units, currencyDecimals }, { taxRate, returnDays }),
    ...productCopyHandlers(currencyDecimals),
  };
  const work = decideBatch<OrdersTables>(deliveries, state, keptRecords, handlers as never, {
    now: at,
    tracked: trackedByOrders,
  });
  return { work, ends: work.results.map(ended), state: written(state, work) };
}

/** Decides one command; returns its outcome and the state after it. */
export function decideOne(
  state: State<OrdersTables>,
  sent: Command,
  settings: Settings & { at?: string } = {},
): Ended & { state: State<OrdersTables>; work: BatchWork<OrdersTables> } {
  const { ends, state: after, work } = decide(state, [sent], settings);
  const [end] = ends;
  if (!end) throw new Error('The command has no result');
  return { ...end, state: after, work };
}

/** Applies a batch's writes. Throws on a write to an outdated record, which would be an error in the test. */
export function written(
  state: State<OrdersTables>,
  work: Pick<BatchWork<OrdersTables>, 'writes'>,
): State<OrdersTables> {
  const tables = Object.fromEntries(
    Object.entries(state).map(([name, records]) => [name, new Map(records as ReadonlyMap<unknown, unknown>)]),
  );
  for (const { table, before, after } of work.writes) {
    const records = tables[table];
    const id = (after ?? before)?._id;
    const current = records?.get(id) as { version: number } | undefined;
    if (current?.version !== before?.version)
      throw new Error(`${table} ${id} was written from an old version`);
    if (after) records?.set(id, after);
    else records?.delete(id);
  }
  return tables as unknown as State<OrdersTables>;
}
