import type { SavedView } from '#clients/typescript/src/main.ts';

const pages: Partial<Record<SavedView['list'], string>> = {
  orders: '/orders',
  products: '/catalogue/products',
  subscriptions: '/catalogue/subscriptions',
  users: '/customers',
  operations: '/operations',
};

/** The URL of a saved view. Undefined if its list has no page. */
export function viewAddress({ list, query }: Pick<SavedView, 'list' | 'query'>): string | undefined {
  const page = pages[list];
  return page === undefined || query === null ? page : `${page}?${query}`;
}
