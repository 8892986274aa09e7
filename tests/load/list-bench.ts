import { operator } from '#shared/mongo/operator.ts';
import type { Order } from '#services/orders/rules/tables.ts';
import type { OrdersModels } from '#services/orders/storage/orders-models.ts';
import type { BenchStore } from './bench-store.ts';
import { closedLoop } from './closed-loop.ts';
import type { LoadAnswer, LoadRequest, LoadResult } from './closed-loop.ts';

/** One question to the list of orders, asked alone, again and again. */
export interface ListQuestion {
  name: string;
  query: string;
}

const timesAsked = 40;
const warmUps = 5;

/** Every filter, two together, pages near and far, and searches of every kind, with values that the data has. */
export async function listQuestions(models: OrdersModels): Promise<ListQuestion[]> {
  const size = await models.orders.estimatedDocumentCount();
  const some = await models.orders
    .findOne({ _id: operator({ $gt: Math.floor(size * 0.6) }) } as never)
    .lean<Order>();
  if (!some) throw new Error('There are no orders to ask for');
  const [day, updated] = [some.created_at.slice(0, 10), some.updated_at.slice(0, 10)];
  const lastPage = Math.ceil(size / 15);
  const page = (query: string) => `paginate=1${query && `&${query}`}`;
  return [
    { name: 'first page', query: page('') },
    { name: 'status=1', query: page('filters[status]=1') },
    { name: 'status=returned', query: page('filters[status]=returned') },
    { name: 'payment_method', query: page('filters[payment_method]=3') },
    { name: 'status, payment_method', query: page('filters[status]=0&filters[payment_method]=3') },
    { name: 'user_id', query: page(`filters[user_id]=${some.user_id}`) },
    { name: 'address_id', query: page(`filters[address_id]=${some.address_id}`) },
    { name: 'order_number', query: page(`filters[order_number]=${some.order_number}`) },
    { name: 'created_at', query: page(`filters[created_at]=${day}`) },
    { name: 'created_at, status', query: page(`filters[created_at]=${day}&filters[status]=0`) },
    { name: 'updated_at', query: page(`filters[updated_at]=${updated}`) },
    { name: 'user_id, status', query: page(`filters[user_id]=${some.user_id}&filters[status]=1`) },
    { name: 'last page, by offset', query: page(`page=${lastPage}`) },
    { name: 'middle page, by offset', query: page(`page=${Math.floor(lastPage / 2)}`) },
    { name: 'last page, by cursor', query: 'paginate=cursor&sort=id' },
    { name: 'search: part of a number', query: page(`search=${some.order_number.slice(0, 6)}`) },
    { name: 'search: a whole number', query: page(`search=${some.order_number}`) },
    { name: 'search: a user id', query: page(`search=${some.user_id}`) },
    { name: 'search: a status', query: page('search=returned') },
    { name: 'search: a day', query: page(`search=${day}`) },
    { name: 'search: nothing matches', query: page('search=nothing-like-it') },
    { name: 'search: all match', query: page('search=20') },
  ];
}

/** Each question on its own, one caller. */
export async function askAlone(
  bench: BenchStore,
  questions: readonly ListQuestion[],
): Promise<Record<string, LoadResult>> {
  const token = await bench.token(null);
  const results: Record<string, LoadResult> = {};
  for (const { name, query } of questions) {
    const request: LoadRequest = { method: 'GET', path: `/api/admin/orders?${encodeURI(query)}`, token };
    const ask = (times: number) =>
      closedLoop(bench.store.url, 1, Array<LoadRequest>(times).fill(request), checkPage);
    await ask(warmUps);
    results[name] = await ask(timesAsked);
  }
  return results;
}

export function checkPage({ status, text }: LoadAnswer): void {
  const { data } = JSON.parse(text) as { data?: unknown };
  if (status !== 200 || !Array.isArray(data))
    throw new Error(`A list answered ${status}: ${text.slice(0, 300)}`);
}

/** Every order in one answer; gives how many there were. */
export async function streamAll(bench: BenchStore): Promise<{ orders: number; seconds: number }> {
  const startedAt = performance.now();
  const response = await fetch(`${bench.store.url}/api/admin/orders`, {
    headers: { authorization: `Bearer ${await bench.token(null)}` },
  });
  let orders = 0;
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    rest += decoder.decode(chunk, { stream: true });
    const parts = rest.split('"order_number"');
    orders += parts.length - 1;
    rest = (parts.at(-1) ?? '').slice(-20);
  }
  if (!rest.endsWith(']}')) throw new Error('The stream of all orders broke off');
  return { orders, seconds: (performance.now() - startedAt) / 1000 };
}
