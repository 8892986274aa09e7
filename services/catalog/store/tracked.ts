import type { Tracked } from '#shared/engine/decide/ledger.ts';
import type { CatalogTables } from '../records/tables.ts';

export const trackedByCatalog = {
  products: {
    money: new Set(['price', 'manufacturing_price']),
    without: new Set(['available', 'stock_version', 'sold_out']),
  },
  subscriptions: { money: new Set(['price']) },
} satisfies Tracked<CatalogTables>;
