import type { Counter } from '#shared/decide/decide-batch.ts';
import { faultsBy, readableRecords } from '#shared/decide/readable-records.ts';
import type { State } from '#shared/decide/handler.ts';
import type { CatalogTables, Product, Subscription } from './tables.ts';

const subscriptionFields = {
  version: 'integer',
  log: 'list',
  created_at: 'text',
  price: 'integer',
  is_active: 'flag',
  en: 'object',
  ar: 'object',
} as const;

/** What of each table's records the rules count on. */
export const faults = {
  products: faultsBy<Product>({ ...subscriptionFields, manufacturing_price: 'integer' }),
  subscriptions: faultsBy<Subscription>(subscriptionFields),
  counters: faultsBy<Counter>({ version: 'integer' }),
};

/** The state as rules may read it. */
export function readableState(state: State<CatalogTables>): State<CatalogTables> {
  return {
    ...state,
    products: readableRecords('products', state.products, faults.products),
    subscriptions: readableRecords('subscriptions', state.subscriptions, faults.subscriptions),
    counters: readableRecords('counters', state.counters, faults.counters),
  };
}
