import { PlainError } from '#shared/platform/settings/plain-error.ts';
import { indexedUpTo } from '#services/orders/lists/storage/search-index.ts';
import { eventually } from '#tests/support/eventually.ts';
import type { BenchStore } from './bench-store.ts';
import { closedLoop, type LoadRequest } from './closed-loop.ts';
import { measured, type Measured } from './measured.ts';
import { fillCarts, type Shop } from '#tests/support/seed/seed-shop.ts';
import type { OrdersModels } from '#services/orders/records/storage/orders-models.ts';

export interface Checkouts {
  /**
   * Waits until earlier orders are in the search index, fills carts, and sends a checkout for each cart to the store or to its
   * limit. `begins` is called before the first checkout.
   */
  run: (callers: number, orders: number, at?: CheckoutTarget, begins?: () => void) => Promise<Measured>;
}

/** The URL that receives the checkouts, and the models of the database with the carts. */
export interface CheckoutTarget {
  url: string;
  models: OrdersModels;
}

/** Prepares checkouts of carts with three lines, each by a different shopper. */
export async function prepareCheckouts(
  bench: BenchStore,
  models: OrdersModels,
  shop: Shop,
): Promise<Checkouts> {
  const requests = await Promise.all(
    shop.users.map(async (user, index): Promise<LoadRequest> => {
      const address = shop.addresses[index];
      const body = { payment_method: (index % 4) + 1, address_id: address?._id };
      return {
        method: 'POST',
        path: '/api/client/orders/checkout',
        token: await bench.token(user._id),
        body,
      };
    }),
  );
  const seen = new Set<string>();
  return {
    run: async (callers, orders, at = { url: bench.store.url, models }, begins = () => undefined) => {
      // A shopper checks out once per run, because the carts are filled before it.
      if (orders > requests.length) throw new PlainError(`A run has at most ${requests.length} checkouts.`);
      const { url } = at;
      const some = requests.slice(0, orders);
      await fillCarts(at.models, shop.users.slice(0, orders));
      await searchIsComplete(models);
      begins();
      return measured(bench, () =>
        closedLoop(url, callers, some, ({ status, text }) => {
          if (status !== 201) throw new Error(`A checkout returned ${status}: ${text}`);
          const { data } = JSON.parse(text) as { data: { id: number; items: unknown[] } };
          const id = `${url} ${data.id}`;
          if (data.items.length !== 3 || seen.has(id)) throw new Error(`Not a new order: ${text}`);
          seen.add(id);
        }),
      );
    },
  };
}

export async function searchIsComplete(models: OrdersModels): Promise<void> {
  const last = await models.counters.findById('orders').lean();
  const isComplete = async () => (await indexedUpTo(models)) >= (last?.version ?? 0);
  await eventually('the whole index of search', isComplete, 600_000);
}
