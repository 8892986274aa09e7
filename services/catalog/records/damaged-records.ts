import { faultsBy } from '#shared/engine/decide/resource.ts';
import type { Product, Subscription } from './tables.ts';

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
};
