import { closedLoop, type LoadAnswer, type LoadRequest, type LoadResult } from '../closed-loop.ts';
import { answered, type ComparedStore } from './compared-store.ts';

export interface Scenario {
  name: string;
  callers: number;
  /** The number of requests in the first run on each release, which only warms up and is not measured. */
  firstCount: number;
  /** The largest number of requests in one run, which is one series of requests to one of the releases. */
  mostCount: number;
  /** Creates the data that one run on one release needs, and returns the requests of this run. */
  prepare: (store: ComparedStore, count: number) => Promise<LoadRequest[]>;
  check: (answer: LoadAnswer, request: LoadRequest) => void;
}

const linesOfCart = 3;

/** Returns the scenarios. The busiest comes first, because it makes V8 compile the most code. */
export function comparedScenarios(shoppers: number): [Scenario, ...Scenario[]] {
  const checkout = (callers: number, firstCount: number): Scenario => ({
    name: `checkout, ${callers} callers`,
    callers,
    firstCount,
    mostCount: shoppers,
    prepare: prepareCheckouts,
    check: checkCheckout,
  });
  return [
    checkout(64, 1000),
    checkout(16, 500),
    checkout(1, 100),
    {
      name: 'first page of orders, 16 callers',
      callers: 16,
      firstCount: 1000,
      mostCount: 20_000,
      prepare: async ({ adminToken: token }, count) =>
        Array<LoadRequest>(count).fill({ method: 'GET', path: firstPage, token }),
      check: (answer, request) => {
        const { data } = answered(200, answer, request) as { data: unknown[] };
        if (data.length === 0) throw new Error('A page of orders is empty');
      },
    },
    {
      name: 'one order, 16 callers',
      callers: 16,
      firstCount: 1000,
      mostCount: 20_000,
      prepare: prepareReads,
      check: (answer, request) => answered(200, answer, request),
    },
  ];
}

const firstPage = '/api/admin/orders?paginate=true';

async function prepareCheckouts(
  { release, shoppers, products }: ComparedStore,
  count: number,
): Promise<LoadRequest[]> {
  const some = shoppers.slice(0, count);
  const lines = some.flatMap(({ token }, place) =>
    Array.from({ length: linesOfCart }, (_, line): LoadRequest => {
      const product = products[(place + line * 33) % products.length] ?? 0;
      const path = `/api/client/cart/items/${product}`;
      return { method: 'PUT', path, token, body: { amount: line + 1 } };
    }),
  );
  await closedLoop(release.url, 64, lines, (answer, request) => answered(200, answer, request));
  return some.map(({ token, addressId }, place) => ({
    method: 'POST',
    path: '/api/client/orders/checkout',
    token,
    body: { payment_method: (place % 4) + 1, address_id: addressId },
  }));
}

function checkCheckout(answer: LoadAnswer, request: LoadRequest): void {
  const { data } = answered(201, answer, request) as { data: { items: unknown[] } };
  if (data.items.length !== linesOfCart) throw new Error(`An order lacks lines: ${answer.text}`);
}

async function prepareReads(
  { release, adminToken: token }: ComparedStore,
  count: number,
): Promise<LoadRequest[]> {
  const ids: number[] = [];
  const pages = [1, 2, 3, 4, 5].map((page): LoadRequest => {
    return { method: 'GET', path: `${firstPage}&per_page=100&page=${page}`, token };
  });
  await closedLoop(release.url, 1, pages, (answer, request) => {
    const { data } = answered(200, answer, request) as { data: { id: number }[] };
    ids.push(...data.map(({ id }) => id));
  });
  return Array.from({ length: count }, (_, index) => {
    return { method: 'GET', path: `/api/admin/orders/${ids[index % ids.length] ?? 0}`, token };
  });
}

/** Prepares one run of a scenario on a store: creates its data. Returns a function that sends its requests. */
export async function preparedTurn(
  { callers, prepare, check }: Scenario,
  store: ComparedStore,
  count: number,
): Promise<() => Promise<LoadResult>> {
  const requests = await prepare(store, count);
  return () => closedLoop(store.release.url, callers, requests, check);
}
