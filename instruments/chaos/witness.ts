import type { Entry } from './ledger.ts';
import type { LedgerClient } from './ledger-client.ts';
import type { Shop } from './shop.ts';

const types = { type: 'products.update', service: 'catalog', method: 'PUT', userId: null } as const;
let lastPrice = 0;

/** Changes the product that nobody else changes, and asks only once. */
export function askOnce(client: LedgerClient, shop: Shop): Promise<Entry> {
  return client.write(changeOf(shop), { isOnce: true });
}

/** Changes it, and asks until it is done. */
export function changeSurely(client: LedgerClient, shop: Shop): Promise<Entry> {
  return client.write(changeOf(shop), { mayAbandon: false });
}

/** Changes it without waiting until the orders service knows. */
export function changeWitness(client: LedgerClient, shop: Shop): Promise<Entry> {
  return client.write(changeOf(shop), { isAsync: true, mayAbandon: false });
}

function changeOf({ witness }: Shop) {
  lastPrice = (lastPrice % 900_000) + 1;
  return { ...types, path: `/api/admin/products/${witness}`, body: { price: lastPrice / 100 } };
}
