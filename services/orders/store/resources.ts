import { figureNames } from '#shared/contracts/endpoints/order-fields.ts';
import type { EntryKind } from '#shared/contracts/endpoints/timeline.ts';
import { damagedBy } from '#shared/engine/decide/audit-finding.ts';
import type { StockMove } from '#shared/engine/decide/ledger-row.ts';
import { trackedIn, type Resources } from '#shared/engine/decide/resource.ts';
import { formerlyCounted } from '../statistics/counted-order.ts';
import { unsetSettings } from '../shop/shop-settings.ts';
import { faults } from '../records/damaged-records.ts';
import type { Inventory, Order, OrdersRecords } from '../records/tables.ts';

const figuresOfItems = ['main_price', 'manufacturing_price', 'discount_amount'];

export const ordersResources = {
  orders: {
    hasSequence: true,
    isMadeOnce: true,
    fault: faults.orders,
    tracked: {
      without: new Set([
        'history',
        'cart_version',
        'tax_rate',
        'change_sets',
        'address.user_id',
        'items.*.held',
        'items.*.refunded',
        'refunded',
        'payment_status',
      ]),
      money: new Set([
        ...figureNames,
        'authorised',
        'paid',
        'credited',
        ...figuresOfItems.map((name) => `items.*.${name}`),
      ]),
      staffOnly: new Set(['manufacturing_price', 'items.*.manufacturing_price', 'authorised', 'credited']),
      kindOf: orderKind,
      reasonOf: (before, after) =>
        after.history.length === before.history?.length ? null : (after.history.at(-1)?.reason ?? null),
      formerOf: formerlyCounted,
    },
  },
  payments: {
    hasSequence: true,
    isMadeOnce: true,
    fault: faults.payments,
    tracked: {
      without: new Set(['user_id', 'refunds.*.command']),
      money: new Set(['amount', 'authorised', 'captured', 'refunded', 'refunds.*.amount']),
    },
  },
  returns: {
    hasSequence: true,
    isMadeOnce: true,
    fault: faults.returns,
    tracked: {
      without: new Set(['history', 'user_id']),
      money: new Set(['refund']),
      staffOnly: new Set(['lines']),
    },
  },
  users: { hasSequence: true, isMadeOnce: true, fault: faults.users, tracked: {} },
  addresses: { hasSequence: true, isMadeOnce: true, fault: faults.addresses, tracked: {} },
  carts: { fault: faults.carts },
  inventory: {
    fault: faults.inventory,
    tracked: {
      initial: { stock: null, held: 0, low_stock_at: null },
      kindOf: (before, after) =>
        before.stock === after.stock && before.held === after.held ? 'changed' : 'stock_moved',
      movedWith: { table: 'orders', move: stockMove },
    },
  },
  products: { fault: faults.products },
  settings: {
    fault: faults.settings,
    tracked: { initial: unsetSettings },
    findings: damagedBy('settings', faults.settings),
  },
  savedViews: { collection: 'saved_views', fault: faults.savedViews },
  erasures: { hasInternalVersion: true },
} satisfies Resources<OrdersRecords>;

export const trackedByOrders = trackedIn(ordersResources);

function orderKind(before: Partial<Order>, after: Order): EntryKind {
  if (before.status !== after.status) return 'status_changed';
  if (before.items === after.items) return 'changed';
  const [had, has] = [itemIds(before), itemIds(after)];
  if (!has.isSubsetOf(had)) return 'item_added';
  return had.isSubsetOf(has) ? 'item_changed' : 'item_removed';
}

function itemIds({ items = [] }: Partial<Order>): Set<number> {
  return new Set(items.map(({ id }) => id));
}

function stockMove(before: Inventory, after: Inventory): StockMove {
  return {
    product_id: after._id,
    version: after.version,
    stock: { from: before.stock, to: after.stock },
    held: { from: before.held, to: after.held },
    ...(after.lost !== before.lost && { lost: { from: before.lost ?? 0, to: after.lost ?? 0 } }),
  };
}
