import { useTexts } from '../texts/language.tsx';
import { actionTexts, resourceTexts } from './operation-texts.ts';

/** The types that the filter offers. */
export const operationTypes: readonly string[] = [
  typesOf('orders', 'create update delete bulk-update bulk-delete checkout cancel'),
  typesOf('order-items', 'create update delete'),
  typesOf('order-notes', 'create'),
  typesOf('orders', 'bulk-apply bulk-undo'),
  typesOf('catalog', 'bulk-apply bulk-undo'),
  typesOf('products', 'create update delete bulk-update bulk-price bulk-delete'),
  typesOf('subscriptions', 'create update delete bulk-update bulk-price bulk-delete'),
  typesOf('inventory', 'set adjust'),
  typesOf('users', 'create update delete'),
  typesOf('addresses', 'create update delete'),
  typesOf('own-addresses', 'create update delete'),
  typesOf('cart', 'add set remove clear'),
  typesOf('settings', 'update'),
  typesOf('saved-views', 'update'),
  typesOf('webhooks', 'create update delete rotate-secret ping replay'),
  typesOf('webhook-deliveries', 'redeliver'),
].flat();

function typesOf(resource: keyof typeof resourceTexts, actions: string): string[] {
  return actions.split(' ').map((action) => `${resource}.${action}`);
}

/** For an operation type such as `orders.bulk-update`. A type that the console does not know is shown unchanged. */
export function useOperationType(): (type: string) => string {
  const resource = useTexts(resourceTexts);
  const action = useTexts(actionTexts);
  return (type) => {
    const [what = '', done = ''] = type.split('.');
    return isKeyOf(resourceTexts, what) && isKeyOf(actionTexts, done)
      ? `${resource(what)}: ${action(done)}`
      : type;
  };
}

function isKeyOf<T extends object>(texts: T, key: string): key is keyof T & string {
  return Object.hasOwn(texts, key);
}
