import { operator } from '#shared/platform/mongo/operator.ts';
import type { Order } from '#services/orders/records/tables.ts';
import type { OrdersModels } from '#services/orders/records/storage/orders-models.ts';

/** One kind of list query. Each path contains values from a different stored order. */
export interface ListQuestion {
  name: string;
  /** The target for the 95th percentile in ms with a million orders. Null if there is no target. */
  wanted: number | null;
  paths: string[];
}

/** Query strings, keyed by name. */
type Asked = Record<string, string>;

interface Kind {
  wanted: number | null;
  of: (order: Order, known: Known) => Asked;
}

interface Known {
  size: number;
  /** The day of the oldest order. */
  first: string;
  email: string;
  phone: string;
}

const samples = 10;
const dayMs = 86_400_000;

const kinds: readonly Kind[] = [
  { wanted: null, of: () => ({ 'first page': '' }) },
  { wanted: 25, of: singles },
  { wanted: 25, of: namedPairs },
  { wanted: 200, of: otherPairs },
  { wanted: 50, of: ofCustomers },
  { wanted: 200, of: pairsOfCustomers },
  { wanted: null, of: moreOfCustomers },
  {
    wanted: 15,
    of: (_order, { size }) => ({ 'middle page, by offset': `page=${Math.floor(Math.ceil(size / 15) / 2)}` }),
  },
  { wanted: null, of: otherPages },
  { wanted: null, of: searches },
];

/**
 * Queries with every filter, range and set, pairs of filters, near and far pages, and every kind of search, with values from
 * the data.
 */
export async function listQuestions(models: OrdersModels): Promise<ListQuestion[]> {
  const size = await models.orders.estimatedDocumentCount();
  const oldest = await models.orders.findOne().sort({ _id: 1 }).lean<Order>();
  if (!oldest) throw new Error('There are no orders to ask for');
  const first = dayOf(oldest.created_at);
  const questions = new Map<string, ListQuestion>();
  for (let sample = 0; sample < samples; sample += 1) {
    const from = operator({ $gt: oldest._id + Math.floor((size * (sample + 0.37)) / samples) });
    const order = await models.orders.findOne({ _id: from } as never).lean<Order>();
    if (!order) throw new Error('There are too few orders to ask for');
    const user = await models.users.findById(order.user_id).lean();
    const known = { size, first, email: user?.email ?? '', phone: (user?.phone ?? '').replace(/\D/g, '') };
    for (const { wanted, of } of kinds) {
      for (const [name, query] of Object.entries(of(order, known))) {
        const question = questions.get(name) ?? { name, wanted, paths: [] };
        question.paths.push(listPath(query));
        questions.set(name, question);
      }
    }
  }
  const year = daysFrom('created_at', new Date(Date.now() - 364 * dayMs).toISOString(), 365);
  const statistics = encodeURI(`/api/admin/statistics/orders?by=day&${year}`);
  return [...questions.values(), { name: 'statistics: a year by day', wanted: 20, paths: [statistics] }];
}

function listPath(query: string): string {
  const paging = query.startsWith('paginate=') ? '' : 'paginate=1&';
  return `/api/admin/orders?${encodeURI(`${paging}${query}`)}`.replace(/&$/, '');
}

function dayOf(moment: string): string {
  return moment.slice(0, 10);
}

function daysFrom(name: string, moment: string, length: number): string {
  const last = new Date(Date.parse(moment) + (length - 1) * dayMs).toISOString();
  return `filters[${name}][from]=${dayOf(moment)}&filters[${name}][to]=${dayOf(last)}`;
}

function totals(from: number, to: number): string {
  return `filters[total][from]=${from}&filters[total][to]=${to}`;
}

function productOf({ items }: Order): number {
  return items[0]?.product_id ?? 1;
}

const narrowTotal = totals(30, 30.2);
const wideTotal = totals(30, 45);

function singles(order: Order): Asked {
  const { _id: id, created_at: created, updated_at: updated, user_id: user } = order;
  const several = (from: number, step: number) =>
    Array.from({ length: 200 }, (_, index) => from + index * step).join(',');
  const product = productOf(order);
  const products = [1, 2, 3, 4, 5].map((by) => ((product + by) % 100) + 1).join(',');
  return {
    'status=1': 'filters[status]=1',
    'status=returned': 'filters[status]=returned',
    'status, two': 'filters[status]=pending,confirmed',
    payment_method: `filters[payment_method]=${order.payment_method}`,
    'payment_method, two': 'filters[payment_method]=1,3',
    id: `filters[id]=${id}`,
    'id, 200 of them': `filters[id]=${several(Math.max(id - 37 * 200, 1), 37)}`,
    user_id: `filters[user_id]=${user}`,
    'user_id, 200 of them': `filters[user_id]=${several(user, 3)}`,
    address_id: `filters[address_id]=${order.address_id}`,
    order_number: `filters[order_number]=${order.order_number}`,
    product_id: `filters[product_id]=${product}`,
    'product_id, five': `filters[product_id]=${products}`,
    created_at: `filters[created_at]=${dayOf(created)}`,
    'created_at, a week': daysFrom('created_at', created, 7),
    'created_at, a month': daysFrom('created_at', created, 30),
    'created_at, half a year': daysFrom('created_at', created, 182),
    'created_at, six hours': `filters[created_at][from]=${created}&filters[created_at][to]=${new Date(Date.parse(created) + dayMs / 4).toISOString()}`,
    updated_at: `filters[updated_at]=${dayOf(updated)}`,
    'updated_at, a month': daysFrom('updated_at', updated, 30),
    'updated_at, half a year': daysFrom('updated_at', updated, 182),
    'total, 0.5 %': narrowTotal,
    'total, a fifth': wideTotal,
    'total, from a moderate one on': 'filters[total][from]=60',
    'sorted by total': 'sort=-total',
    'sorted by created_at': 'sort=-created_at',
  };
}

function namedPairs(order: Order): Asked {
  const { created_at: created, user_id: user, status, payment_method: payment } = order;
  const [week, month] = [daysFrom('created_at', created, 7), daysFrom('created_at', created, 30)];
  const halfYear = daysFrom('created_at', created, 182);
  const product = `filters[product_id]=${productOf(order)}`;
  return {
    'status, created_at a day': `filters[status]=1&filters[created_at]=${dayOf(created)}`,
    'status, created_at a week': `filters[status]=shipped&${week}`,
    'status, created_at a month': `filters[status]=returned&${month}`,
    'status=1, created_at a month': `filters[status]=1&${month}`,
    'status=1, created_at half a year': `filters[status]=1&${halfYear}`,
    'payment_method, created_at a week': `filters[payment_method]=${payment}&${week}`,
    'payment_method, created_at a month': `filters[payment_method]=${payment}&${month}`,
    'payment_method, created_at half a year': `filters[payment_method]=${payment}&${halfYear}`,
    'user_id, status': `filters[user_id]=${user}&filters[status]=${status}`,
    'product_id, created_at a week': `${product}&${week}`,
    'product_id, created_at a month': `${product}&${month}`,
    'product_id, created_at half a year': `${product}&${halfYear}`,
    'total 0.5 %, status': `${narrowTotal}&filters[status]=1`,
    'total a fifth, status': `${wideTotal}&filters[status]=shipped`,
    'total a fifth, status=1': `${wideTotal}&filters[status]=1`,
  };
}

function otherPairs(order: Order): Asked {
  const { created_at: created, updated_at: updated, user_id: user, payment_method: payment } = order;
  const month = daysFrom('created_at', created, 30);
  const product = `filters[product_id]=${productOf(order)}`;
  return {
    'status, payment_method': `filters[status]=0&filters[payment_method]=${payment}`,
    'user_id, created_at half a year': `filters[user_id]=${user}&${daysFrom('created_at', created, 182)}`,
    'product_id, status': `${product}&filters[status]=returned`,
    'product_id, status=1': `${product}&filters[status]=1`,
    'product_id, payment_method': `${product}&filters[payment_method]=${payment}`,
    'product_id, total 0.5 %': `${product}&${narrowTotal}`,
    'product_id, total a fifth': `${product}&${wideTotal}`,
    'product_id, user_id': `${product}&filters[user_id]=${user}`,
    'product_id, updated_at a month': `${product}&${daysFrom('updated_at', updated, 30)}`,
    'total 0.5 %, created_at a month': `${narrowTotal}&${month}`,
    'total a fifth, created_at a month': `${wideTotal}&${month}`,
    'total a fifth, payment_method': `${wideTotal}&filters[payment_method]=${payment}`,
    'updated_at a month, status': `${daysFrom('updated_at', updated, 30)}&filters[status]=returned`,
    'updated_at a month, payment_method': `${daysFrom('updated_at', updated, 30)}&filters[payment_method]=${payment}`,
    'updated_at a month, created_at a month': `${daysFrom('updated_at', updated, 30)}&${month}`,
    'updated_at a month, total a fifth': `${daysFrom('updated_at', updated, 30)}&${wideTotal}`,
    'sorted by total, status': 'sort=-total&filters[status]=returned',
    'sorted by total, created_at a month': `sort=total&${month}`,
    'sorted by total, product_id': `sort=-total&${product}`,
  };
}

/** Searches with the data that customers give on the phone. */
function ofCustomers({ user, address }: Order, { email, phone }: Known): Asked {
  const [first = '', last = ''] = user.name.split(' ');
  const asked: Asked = {
    'a whole name': user.name,
    'a first name': first,
    'a family name': last,
    'part of a name': last.slice(3, 7),
    'an e-mail': email,
    'a phone': `0${phone.slice(3)}`,
    'the last three digits': phone.slice(-3),
    'the last four digits': phone.slice(-4),
    'a street': address.line1,
    'no one’s': 'no one like it',
  };
  return Object.fromEntries(
    Object.entries(asked).map(([name, term]) => [`customer: ${name}`, `filters[customer]=${term}`]),
  );
}

/** Searches for a customer, combined with another filter. */
function pairsOfCustomers(order: Order): Asked {
  const { user, created_at: created, updated_at: updated, payment_method: payment } = order;
  const [first = '', last = ''] = user.name.split(' ');
  const asked = `filters[customer]=${first}`;
  return {
    'customer: a first name, status': `${asked}&filters[status]=shipped`,
    'customer: a first name, payment_method': `${asked}&filters[payment_method]=${payment}`,
    'customer: a first name, created_at a month': `${asked}&${daysFrom('created_at', created, 30)}`,
    'customer: a first name, total a fifth': `${asked}&${wideTotal}`,
    'customer: a first name, updated_at a month': `${asked}&${daysFrom('updated_at', updated, 30)}`,
    'customer: a first name, product_id': `${asked}&filters[product_id]=${productOf(order)}`,
    'customer: a family name, status': `filters[customer]=${last}&filters[status]=1`,
  };
}

function moreOfCustomers({ user, address }: Order, { phone }: Known): Asked {
  const [first = ''] = user.name.split(' ');
  return {
    'customer: a city, a tenth of all': `filters[customer]=${address.city}`,
    'customer: a first name; search: digits': `filters[customer]=${first}&search=${phone.slice(-3)}`,
  };
}

function otherPages(_order: Order, { size }: Known): Asked {
  return {
    'page at a tenth, by offset': `page=${Math.floor(size / 150)}`,
    'last page, by offset': `page=${Math.ceil(size / 15)}`,
    'last page, by cursor': 'paginate=cursor&sort=id',
  };
}

function searches({ order_number: number, user_id: user, created_at: created }: Order): Asked {
  return {
    'search: part of a number': `search=${number.slice(0, 6)}`,
    'search: a whole number': `search=${number}`,
    'search: a user id': `search=${user}`,
    'search: a status': 'search=returned',
    'search: a day': `search=${dayOf(created)}`,
    'search: nothing matches': 'search=nothing-like-it',
    'search: all match': 'search=20',
  };
}
