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

/**
 * Each function checks the fields on which commands depend. It describes the first damaged field, or returns null if all these
 * fields are intact.
 */
export const faults = {
  products: faultsBy<Product>({ ...subscriptionFields, manufacturing_price: 'integer' }),
  subscriptions: faultsBy<Subscription>(subscriptionFields),
};
