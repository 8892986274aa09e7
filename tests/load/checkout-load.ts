import type { BenchStore } from './bench-store.ts';
import { closedLoop } from './closed-loop.ts';
import type { LoadRequest, LoadResult } from './closed-loop.ts';
import { cpuBetween } from './process-figures.ts';
import type { ProcessFigures } from './process-figures.ts';
import { fillCarts } from './seed-shop.ts';
import type { Shop } from './seed-shop.ts';
import type { OrdersModels } from '../../services/orders/orders-models.ts';

export interface Measured extends LoadResult {
  /** Milliseconds of CPU time for one request, by process. */
  cpu: Record<string, number>;
  /** MiB after the load, by process. */
  rss: Record<string, number>;
}

/** Requests with the cost of each to every process of the machine's part in it. */
export async function measured(bench: BenchStore, load: () => Promise<LoadResult>): Promise<Measured> {
  const before = bench.figures();
  const result = await load();
  const after = bench.figures();
  const perRequest = (seconds: number) => (seconds / result.requests) * 1000;
  return {
    ...result,
    cpu: mapValues(cpuBetween(before, after), perRequest),
    rss: mapValues(after, (figures: ProcessFigures) => figures.rss),
  };
}

function mapValues<V, W>(record: Record<string, V>, map: (value: V) => W): Record<string, W> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}

export interface Checkouts {
  /** Fills carts and sends a checkout of each, to the store or to a limit at another URL. */
  run: (callers: number, orders: number, url?: string) => Promise<Measured>;
}

/** Checkouts of carts with three lines, each by its own shopper. */
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
    run: async (callers, orders, url = bench.store.url) => {
      const some = requests.slice(0, orders);
      await fillCarts(models, shop.users.slice(0, orders));
      return measured(bench, () =>
        closedLoop(url, callers, some, ({ status, text }) => {
          if (status !== 201) throw new Error(`A checkout answered ${status}: ${text}`);
          const { data } = JSON.parse(text) as { data: { id: number; items: unknown[] } };
          const id = `${url} ${data.id}`;
          if (data.items.length !== 3 || seen.has(id)) throw new Error(`Not a new order: ${text}`);
          seen.add(id);
        }),
      );
    },
  };
}
