import type { Counter } from '#shared/engine/decide/decide-batch.ts';
import { faultsBy, readableRecords } from '#shared/engine/decide/readable-records.ts';
import type { State } from '#shared/engine/decide/handler.ts';
import type { CatalogTables, Product, Subscription } from './tables.ts';

const subscriptionFields = {
  version: 'integer',
  created_at: 'text',
  price: 'integer',
  is_active: 'flag',
  en: 'object',
  ar: 'object',
} as const;

/** For each table, a function that returns the first damaged field among the fields that the rules rely on. */
export const faults = {
  products: faultsBy<Product>({ ...subscriptionFields, manufacturing_price: 'integer' }),
  subscriptions: faultsBy<Subscription>(subscriptionFields),
  counters: faultsBy<Counter>({ version: 'integer' }),
};

/** The state without damaged records. If a rule reads a damaged record by its id, the command is rejected with 409. */
export function readableState(state: State<CatalogTables>): State<CatalogTables> {
  return {
    ...state,
    products: readableRecords('products', state.products, faults.products),
    subscriptions: readableRecords('subscriptions', state.subscriptions, faults.subscriptions),
    counters: readableRecords('counters', state.counters, faults.counters),
  };
}
