import type { Translate } from '../texts/language.tsx';
import type { operationTexts } from './operation-texts.ts';

type Word = keyof typeof operationTexts;

/** Text keys for the part of an operation type before the dot. For example, a shopper's `own-addresses` appear as addresses. */
const subjects: Readonly<Record<string, Word | undefined>> = {
  subscriptions: 'subscriptions',
  products: 'products',
  orders: 'orders',
  'order-items': 'orderItems',
  'order-notes': 'orderNotes',
  users: 'users',
  addresses: 'addresses',
  'own-addresses': 'addresses',
  inventory: 'inventory',
  cart: 'cart',
  settings: 'settings',
  catalog: 'catalog',
  'saved-views': 'savedViews',
  webhooks: 'webhooks',
  'webhook-deliveries': 'webhookDeliveries',
};

/** Text keys for the part after the dot. */
const actions: Readonly<Record<string, Word | undefined>> = {
  create: 'create',
  update: 'update',
  delete: 'delete',
  'bulk-update': 'bulk-update',
  'bulk-price': 'bulk-price',
  'bulk-delete': 'bulk-delete',
  'bulk-apply': 'bulk-apply',
  'bulk-undo': 'bulk-undo',
  checkout: 'checkout',
  cancel: 'cancel',
  set: 'set',
  adjust: 'adjust',
  add: 'add',
  remove: 'remove',
  clear: 'clear',
  ping: 'ping',
  'rotate-secret': 'rotate-secret',
  replay: 'replay',
  redeliver: 'redeliver',
};

/** The operation types of staff and customers, for a filter to offer. */
export const operationTypes: readonly string[] = [
  'orders.create',
  'orders.update',
  'orders.delete',
  'orders.bulk-update',
  'orders.bulk-delete',
  'orders.checkout',
  'orders.cancel',
  'order-items.create',
  'order-items.update',
  'order-items.delete',
  'order-notes.create',
  'orders.bulk-apply',
  'orders.bulk-undo',
  'catalog.bulk-apply',
  'catalog.bulk-undo',
  'products.create',
  'products.update',
  'products.delete',
  'products.bulk-update',
  'products.bulk-price',
  'products.bulk-delete',
  'subscriptions.create',
  'subscriptions.update',
  'subscriptions.delete',
  'subscriptions.bulk-update',
  'subscriptions.bulk-price',
  'subscriptions.bulk-delete',
  'inventory.set',
  'inventory.adjust',
  'users.create',
  'users.update',
  'users.delete',
  'addresses.create',
  'addresses.update',
  'addresses.delete',
  'own-addresses.create',
  'own-addresses.update',
  'own-addresses.delete',
  'cart.add',
  'cart.set',
  'cart.remove',
  'cart.clear',
  'settings.update',
  'saved-views.update',
  'webhooks.create',
  'webhooks.update',
  'webhooks.delete',
  'webhooks.rotate-secret',
  'webhooks.ping',
  'webhooks.replay',
  'webhook-deliveries.redeliver',
];

/** The label of an operation type such as `orders.bulk-update`. A type that the console does not know is shown unchanged. */
export function operationType(type: string, t: Translate<typeof operationTexts>): string {
  const [subject = '', action = ''] = type.split('.');
  const [what, done] = [subjects[subject], actions[action]];
  if (what === undefined || done === undefined) return type;
  return `${word(t, what)}: ${word(t, done)}`;
}

/** Narrows the type of `t`, because none of these texts has a placeholder. */
function word(t: Translate<typeof operationTexts>, key: Word): string {
  return (t as (key: Word) => string)(key);
}
