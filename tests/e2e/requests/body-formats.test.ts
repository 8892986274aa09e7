import { beforeAll, describe, expect, test } from '@jest/globals';

import { admin } from '../support/callers.ts';
import { newProduct, newShopper, uniqueWord } from '../support/records.ts';
import { expectRefusal } from '../../support/refusals.ts';
import type { Order } from '../../support/resources.ts';

let ids: { user: number; address: number; first: number; second: number };

beforeAll(async () => {
  const [{ user, address }, first, second] = await Promise.all([
    newShopper(),
    newProduct({ price: 10 }),
    newProduct({ price: 4.25 }),
  ]);
  ids = { user: user.id, address: address.id, first: first.id, second: second.id };
});

const head = () =>
  `user_id=${ids.user}&address_id=${ids.address}&payment_method=1&status=pending&total=24.25`;
const headFields = () => ({
  user_id: ids.user,
  address_id: ids.address,
  payment_method: 1,
  status: 'pending',
  total: 24.25,
});

const spellings: [name: string, contentType: string, body: () => string][] = [
  [
    'JSON',
    'application/json',
    () =>
      JSON.stringify({
        ...headFields(),
        items: [
          { product_id: ids.first, amount: 2 },
          { product_id: ids.second, amount: 1 },
        ],
      }),
  ],
  [
    'JSON with numbers as text',
    'application/json; charset=utf-8',
    () =>
      JSON.stringify({
        ...headFields(),
        payment_method: '1',
        total: ' 24.250 ',
        items: [
          { product_id: String(ids.first), amount: '2' },
          { product_id: ids.second, amount: '1e0' },
        ],
      }),
  ],
  [
    'flat bracket names as JSON keys',
    'application/json',
    () =>
      JSON.stringify({
        ...headFields(),
        'items[0][product_id]': ids.first,
        'items[0][amount]': 2,
        'items[1][product_id]': ids.second,
        'items[1][amount]': 1,
      }),
  ],
  [
    'PHP http_build_query',
    'application/x-www-form-urlencoded',
    () =>
      `${head()}&items%5B0%5D%5Bproduct_id%5D=${ids.first}&items%5B0%5D%5Bamount%5D=2` +
      `&items%5B1%5D%5Bproduct_id%5D=${ids.second}&items%5B1%5D%5Bamount%5D=1`,
  ],
  [
    'Python requests with bracket names',
    'application/x-www-form-urlencoded',
    () =>
      new URLSearchParams([
        ...Object.entries(headFields()).map(([name, value]): [string, string] => [name, String(value)]),
        ['items[0][product_id]', String(ids.first)],
        ['items[1][product_id]', String(ids.second)],
        ['items[0][amount]', '2'],
        ['items[1][amount]', '1'],
      ]).toString(),
  ],
  [
    'jQuery $.param',
    'application/x-www-form-urlencoded; charset=UTF-8',
    () =>
      `items%5B0%5D%5Bproduct_id%5D=${ids.first}&items%5B0%5D%5Bamount%5D=2&items%5B1%5D%5Bproduct_id%5D=` +
      `${ids.second}&items%5B1%5D%5Bamount%5D=1&${head()}`,
  ],
  [
    'qs with dots',
    'application/x-www-form-urlencoded',
    () =>
      `${head()}&items[0].product_id=${ids.first}&items[0].amount=2&items[1].product_id=${ids.second}&items[1].amount=1`,
  ],
  [
    'qs with empty brackets',
    'application/x-www-form-urlencoded',
    () =>
      `${head()}&items[][product_id]=${ids.first}&items[][amount]=2` +
      `&items[][product_id]=${ids.second}&items[][amount]=1`,
  ],
  [
    "the document's own items[*.product_id]",
    'application/json',
    () =>
      `${head()}&items[*.product_id]=${ids.first}&items[*.amount]=2` +
      `&items[*.product_id]=${ids.second}&items[*.amount]=1`,
  ],
  [
    'items[*.product_id], field by field',
    'application/json',
    () =>
      `${head()}&items[*.product_id]=${ids.first}&items[*.product_id]=${ids.second}` +
      `&items[*.amount]=2&items[*.amount]=1`,
  ],
  [
    'items[0.product_id]',
    'application/x-www-form-urlencoded',
    () =>
      `${head()}&items[0.product_id]=${ids.first}&items[0.amount]=2` +
      `&items[1.product_id]=${ids.second}&items[1.amount]=1`,
  ],
  [
    'items.0.product_id',
    'application/x-www-form-urlencoded',
    () =>
      `${head()}&items.0.product_id=${ids.first}&items.0.amount=2` +
      `&items.1.product_id=${ids.second}&items.1.amount=1`,
  ],
  [
    'a form under a JSON content type',
    'application/json',
    () =>
      `${head()}&items[0][product_id]=${ids.first}&items[0][amount]=2` +
      `&items[1][product_id]=${ids.second}&items[1][amount]=1`,
  ],
];

test.each(spellings)('an order is created from a body written as %s', async (_name, contentType, body) => {
  const headers = { 'content-type': contentType };
  const { data } = await admin.send<Order>('POST', '/api/admin/orders', { body: body(), headers });
  expect(data).toMatchObject({
    user_id: ids.user,
    address_id: ids.address,
    payment_method: 1,
    status: 'pending',
    total: 24.25,
    main_price: 24.25,
    items: [
      { product_id: ids.first, amount: 2, main_price: 10 },
      { product_id: ids.second, amount: 1, main_price: 4.25 },
    ],
  });
  expect(data.items.length).toBe(2);
});

test('an order can be created from a multipart form', async () => {
  const fields = { ...headFields(), 'items[0][product_id]': ids.first, 'items[0][amount]': 2 };
  const parts = Object.entries(fields).map(
    ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const options = { body: `${parts.join('')}--x--\r\n`, headers };
  const { data } = await admin.send<Order>('POST', '/api/admin/orders', options);
  expect(data.items).toMatchObject([{ product_id: ids.first, amount: 2 }]);
});

test('a form with fewer values of items[*.main_price] than product ids is rejected, and the error suggests indexes', async () => {
  const body =
    `${head()}&items[*.product_id]=${ids.first}&items[*.product_id]=${ids.second}` +
    `&items[*.amount]=2&items[*.amount]=1&items[*.main_price]=5`;
  const headers = { 'content-type': 'application/json' };
  const reply = await admin.send('POST', '/api/admin/orders', { body, headers });
  const { errors } = expectRefusal(reply, 'validation_failed', ['items.*.main_price']);
  expect(errors?.['items.*.main_price']?.[0]).toContain('use items[0][main_price]');
});

test('a missing value of items[*.main_price] does not hide other errors in the body', async () => {
  const body =
    `user_id=none&status=pending&items[*.product_id]=${ids.first}&items[*.product_id]=${ids.second}` +
    `&items[*.amount]=0&items[*.amount]=1&items[*.main_price]=-5`;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const reply = await admin.send('POST', '/api/admin/orders', { body, headers });
  const missing = ['address_id', 'payment_method', 'total'];
  expectRefusal(reply, 'validation_failed', ['items.*.main_price', 'user_id', 'items.0.amount', ...missing]);
});

describe('form rows with gaps in their numbers', () => {
  const row = (number: number, product: number, amount: number) =>
    `&items[${number}][product_id]=${product}&items[${number}][amount]=${amount}`;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const send = (rows: string, more = {}) =>
    admin.send<Order>('POST', '/api/admin/orders', { body: head() + rows, headers: { ...headers, ...more } });

  test('the error for an invalid form row contains the row number that the client sent', async () => {
    const reply = await send(row(0, ids.first, 1) + row(2, ids.second, 0) + row(3, 0, 1));
    expectRefusal(reply, 'validation_failed', ['items.2.amount', 'items.3.product_id']);
  });

  test('an error that only the service detects contains the client’s form row number, also on a retry', async () => {
    const rows = row(0, ids.first, 1) + row(5, 2_000_000_000, 1);
    const key = { 'idempotency-key': uniqueWord('rows ') };
    for (const replayed of [null, 'true']) {
      const reply = await send(rows, key);
      expectRefusal(reply, 'validation_failed', ['items.5.product_id']);
      expect(reply.header('idempotency-replayed')).toBe(replayed);
    }
  });

  test('the items of an order are sorted by their row numbers in the form', async () => {
    const { data } = await send(row(9, ids.second, 1) + row(4, ids.first, 2));
    expect(data.items.map(({ product_id: product }) => product)).toEqual([ids.first, ids.second]);
  });
});
