import { joined, KiB, repeated, type Attack, type Sender } from '../attack.ts';

const size = 14 * KiB;
const products = '/api/client/products';
const orders = '/api/admin/orders';
/** Keeps the response small, so that most of the cost is parsing the query. */
const one = 'paginate=1&per_page=1&';

const queries: [name: string, from: Sender, path: string, query: string][] = [
  ['as many parameters as fit', 'shoppers', products, one + repeated('a=&', size)],
  [
    'parameters of their own',
    'shoppers',
    products,
    one + joined((index) => `${index.toString(36)}=1`, '&', size),
  ],
  [
    'filters that there are not',
    'shoppers',
    products,
    one + joined((index) => `filters[f${index}]=1`, '&', size),
  ],
  ['deep brackets', 'shoppers', products, `${one}a${repeated('[b]', size)}=1`],
  ['open brackets', 'shoppers', products, one + '['.repeat(size)],
  ['percent signs', 'shoppers', products, `${one}search=${repeated('%D8%A7', size)}`],
  [
    'parameters repeated in every page link',
    'shoppers',
    products,
    `paginate=1&per_page=1&x=${'y'.repeat(size)}`,
  ],
  ['sorted by 3,000 fields', 'staff', orders, `paginate=1&sort=${repeated('-id,id,', size)}id`],
  [
    'every filter at once',
    'staff',
    orders,
    'paginate=1&filters[status]=1&filters[user_id]=1&filters[payment_method]=1&filters[created_at]=2026-11-22&search=a',
  ],
  [
    'a search that finds every product',
    'shoppers',
    products,
    `paginate=1&per_page=200&search=${'a'.repeat(200)}`,
  ],
  ['a search that nearly finds every product', 'shoppers', products, `paginate=1&search=${'a'.repeat(199)}b`],
  ['a search for one letter', 'shoppers', products, 'paginate=1&search=a'],
  [
    'a filter that nearly finds every product',
    'shoppers',
    products,
    `paginate=1&filters[name]=${'k'.repeat(200)}z&filters[description]=${'a'.repeat(199)}b`,
  ],
  ['a search of orders for 200 digits', 'staff', orders, `paginate=1&search=${'1'.repeat(200)}`],
  ['a search of orders for one digit', 'staff', orders, 'paginate=1&search=1'],
  ['a far page', 'shoppers', products, 'paginate=1&page=9007199254740991&per_page=200'],
  ['a far page of orders', 'staff', orders, 'paginate=1&page=999999999&per_page=200&sort=total'],
  ['a cursor that is none', 'shoppers', products, `paginate=cursor&cursor=${'A'.repeat(size)}`],
  ['the largest page of long products', 'shoppers', products, 'paginate=1&per_page=200'],
  ['every product at once', 'shoppers', products, ''],
  ['every order at once', 'staff', orders, ''],
  ['all orders of their own at once', 'hoarders', '/api/client/orders', ''],
  ['every order item at once', 'staff', '/api/admin/profile/order-items', ''],
];

/** Invalid ids with bytes that could confuse a decoder or a comparison. */
const ids: [name: string, path: string][] = [
  ['an operation’s id of other letters', '/api/operations/abc.%C3%A9aaaaaaaaaaaaaaaaaaaaa'],
  ['an operation’s id of 14 KiB', `/api/operations/${'a'.repeat(size / 2)}.${'b'.repeat(size / 2)}`],
  [
    'an operation’s id of brackets',
    `/api/operations/${Buffer.from('['.repeat(9000)).toString('base64url')}.aaaaaaaaaaaaaaaaaaaaaa`,
  ],
  ['an id of bytes that are no text', '/api/client/orders/%FF%00%C0%80'],
];

export const queryAttacks: Attack[] = [
  ...queries.map(([name, from, path, query]): Attack => ({
    family: 'queries',
    name,
    from,
    requests: () => () => ({ method: 'GET', path: query === '' ? path : `${path}?${query}` }),
  })),
  ...ids.map(([name, path]): Attack => ({
    family: 'queries',
    name,
    from: 'shoppers',
    requests: () => () => ({ method: 'GET', path }),
  })),
];
