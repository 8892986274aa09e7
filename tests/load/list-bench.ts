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
    ...rangeQuestions(some),
    ...(await customerQuestions(models, some)),
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

/** What callers say of themselves. */
async function customerQuestions(
  models: OrdersModels,
  { user_id: id, user, address }: Order,
): Promise<ListQuestion[]> {
  const now = await models.users.findById(id).lean();
  const [first = '', last = ''] = user.name.split(' ');
  const phone = (now?.phone ?? '').replace(/\D/g, '');
  const asked: Record<string, string> = {
    name: user.name,
    'a family name': last,
    'a first name': first,
    'part of a name': last.slice(3, 7),
    'e-mail': now?.email ?? '',
    phone: `0${phone.slice(3)}`,
    'last three digits': phone.slice(-3),
    'last four digits': phone.slice(-4),
    street: address.line1,
    city: address.city,
    'nobody’s': 'nobody like it',
  };
  const questions = Object.entries(asked).map(([name, term]) => ({ name, term }));
  return [
    ...questions.map(({ name, term }) => ({
      name: `customer: ${name}`,
      query: `paginate=1&filters[customer]=${term}`,
    })),
    {
      name: 'customer: a first name, status',
      query: `paginate=1&filters[customer]=${first}&filters[status]=shipped`,
    },
    {
      name: 'customer: a family name, status',
      query: `paginate=1&filters[customer]=${last}&filters[status]=1`,
    },
  ];
}

/** Ranges, sets, and those of them that are asked together. */
function rangeQuestions({ _id: id, created_at: created, user_id: user, items }: Order): ListQuestion[] {
  const product = items[0]?.product_id ?? 1;
  const ids = (from: number, step: number) =>
    Array.from({ length: 200 }, (_, index) => from + index * step).join(',');
  const days = (name: string, length: number) => {
    const [from, to] = [0, length - 1].map((day) =>
      new Date(Date.parse(created) + day * 86_400_000).toISOString().slice(0, 10),
    );
    return `filters[${name}][from]=${from ?? ''}&filters[${name}][to]=${to ?? ''}`;
  };
  const total = (from: number, to: number) => `filters[total][from]=${from}&filters[total][to]=${to}`;
  const month = days('created_at', 30);
  const asked: Record<string, string> = {
    'created_at, a week': days('created_at', 7),
    'created_at, a month': month,
    'created_at, half a year': days('created_at', 182),
    'updated_at, a day': days('updated_at', 1),
    'updated_at, a month': days('updated_at', 30),
    'total, 0.5 %': total(30, 30.2),
    'total, a fifth': total(30, 45),
    'id, 200 of them': `filters[id]=${ids(id, -37)}`,
    'user_id, 200 of them': `filters[user_id]=${ids(1, 3)}`,
    'payment_method, two': 'filters[payment_method]=1,3',
    product_id: `filters[product_id]=${product}`,
    'product_id, five': `filters[product_id]=${[1, 2, 3, 4, 5].map((by) => ((product + by) % 100) + 1).join(',')}`,
    'status, created_at a month': `filters[status]=returned&${month}`,
    'status=1, created_at a month': `filters[status]=1&${month}`,
    'payment_method, created_at a month': `filters[payment_method]=2&${month}`,
    'product_id, created_at a month': `filters[product_id]=${product}&${month}`,
    'total 0.5 %, status': `${total(30, 30.2)}&filters[status]=1`,
    'total a fifth, status': `${total(30, 45)}&filters[status]=shipped`,
    'user_id, created_at half a year': `filters[user_id]=${user}&${days('created_at', 182)}`,
    'product_id, status': `filters[product_id]=${product}&filters[status]=returned`,
    'product_id, payment_method': `filters[product_id]=${product}&filters[payment_method]=2`,
    'total a fifth, created_at a month': `${total(30, 45)}&${month}`,
    'updated_at a month, status': `${days('updated_at', 30)}&filters[status]=returned`,
    'sorted by total': 'sort=-total',
    'sorted by total, status': 'sort=-total&filters[status]=returned',
    'sorted by total, created_at a month': `sort=total&${month}`,
  };
  return Object.entries(asked).map(([name, query]) => ({ name, query: `paginate=1&${query}` }));
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
