import type { Entry } from './ledger.ts';
import type { LedgerClient } from './ledger-client.ts';
import type { Shop } from './shop.ts';

const types = { type: 'products.update', service: 'catalog', method: 'PUT', userId: null } as const;
let lastPrice = 0;

/** Changes the witness product, which only faults change, with a single request. */
export function askOnce(client: LedgerClient, shop: Shop): Promise<Entry> {
  return client.write(changeOf(shop), { isOnce: true });
}

/** Changes the witness product and retries until the change succeeds. */
export function changeSurely(client: LedgerClient, shop: Shop): Promise<Entry> {
  return client.write(changeOf(shop), { mayAbandon: false });
}

/** Changes the witness product, and accepts a 202 response instead of waiting for the outcome. */
export function changeWitness(client: LedgerClient, shop: Shop): Promise<Entry> {
  return client.write(changeOf(shop), { isAsync: true, mayAbandon: false });
}

function changeOf({ witness }: Shop) {
  lastPrice = (lastPrice % 900_000) + 1;
  return { ...types, path: `/api/admin/products/${witness}`, body: { price: lastPrice / 100 } };
}
