import { describe, expect, test } from '@jest/globals';
import { readXlsx } from 'hucre/xlsx';

import { exportTypes } from '#shared/contracts/kit/exports.ts';
import { sharedStore } from '../../support/store-access.ts';
import { waiting } from '../support/bulk-operation.ts';
import { admin } from '../support/callers.ts';
import { csvCells, download } from '../support/download.ts';
import { newOrder, newProduct, newShopper, uniqueWord } from '../support/records.ts';
import type { BulkCounts, Operation, Order, Product } from '../../support/resources.ts';

const gone = 999_999_997;

const csvOf = async (path: string, language = 'en') =>
  csvCells((await download(path, { 'accept-language': language })).bytes);
const reportOf = ({ id }: { id: string }, query: string) => `/api/operations/${id}/report?${query}`;
const bulk = async (path: string, fields: object) =>
  (await admin.put<Operation<BulkCounts>>(`/api/admin/${path}/bulk-update`, fields, waiting)).data;

/** An order with two lines, of four units and of three units. */
async function twoLines(): Promise<{ order: Order; products: [Product, Product]; customer: string }> {
  const customer = `Zaynab ${uniqueWord()}`;
  const shopper = await newShopper();
  await admin.put(`/api/admin/users/${shopper.user.id}`, { name: customer });
  const products: [Product, Product] = [await newProduct(), await newProduct()];
  const items = products.map(({ id }, index) => ({ product_id: id, amount: 4 - index }));
  return { order: await newOrder({ items }, shopper), products, customer };
}

describe('a report as a file', () => {
  test('the report file of a bulk order update has one row per order, with the outcome and the columns of the order list', async () => {
    const { order, customer } = await twoLines();
    await admin.put(`/api/admin/orders/${order.id}`, { status: 'confirmed' });
    const waits = await newOrder();
    const moved = await bulk('orders', { ids: [order.id, gone, waits.id], status: 'preparing' });
    const [heads, ...rows] = await csvOf(reportOf(moved, 'format=csv'));
    expect(heads?.slice(0, 11)).toEqual([
      'ID',
      'Outcome',
      'Reason code',
      'Reason',
      'Status (before)',
      'Status (after)',
      'Reject reason (before)',
      'Reject reason (after)',
      'Paid (before)',
      'Paid (after)',
      'Order number',
    ]);
    expect(rows.map((row) => row.toSpliced(3, 1).slice(0, 5))).toEqual([
      [String(order.id), 'changed', '', 'confirmed', 'preparing'],
      [String(gone), 'not_found', 'not_found', '', ''],
      [String(waits.id), 'refused', 'illegal_transition', '', ''],
    ]);
    const at = (name: string) => heads?.indexOf(name) ?? -1;
    expect(rows.map((row) => row[at('Order number')])).toEqual([order.order_number, '', waits.order_number]);
    expect(rows.map((row) => row[at('Status')])).toEqual(['preparing', '', 'pending']);
    expect(rows[0]?.[at('Customer')]).toBe(customer);
    expect(rows[2]?.[at('Reason')]).toMatch(/preparing/);
  });

  test('the report file of a bulk order update with the parameter rows=items has one row per order line', async () => {
    const { order, products } = await twoLines();
    const moved = await bulk('orders', { ids: [order.id], status: 'confirmed' });
    const fields = 'outcome,order_number,items.product.name,items.amount';
    const [heads, ...rows] = await csvOf(reportOf(moved, `format=csv&rows=items&fields=${fields}`), 'ar');
    expect(heads).toEqual(['النتيجة', 'رقم الطلب', 'المنتج', 'الكمية']);
    expect(rows).toEqual(
      products.map(({ ar }, index) => ['changed', order.order_number, ar.name, String(4 - index)]),
    );

    const path = reportOf(moved, `format=xlsx&rows=items&fields=${fields}`);
    const token = await sharedStore().adminToken();
    expect((await sharedStore().request('HEAD', path, { token })).status).toBe(200);
    const { response, bytes } = await download(path);
    expect(response.headers.get('content-type')).toBe(exportTypes.xlsx);
    expect(response.headers.get('content-disposition')).toMatch(
      /filename="orders-report-items-[\d-]+\.xlsx"/,
    );

    const { sheets } = await readXlsx(bytes);
    expect(sheets[0]?.rows.slice(1)).toEqual(
      products.map(({ en }, index) => ['changed', order.order_number, en.name, 4 - index]),
    );
  });

  test('the report file of a dry run shows the values of changed fields before and after the change', async () => {
    const { id, price } = await newProduct();
    const change = { ids: [id], price: { by: 1 }, status: 'inactive', dry_run: true };
    const path = reportOf(await bulk('products', change), '').slice(0, -1);
    const fields = 'fields=id,before.price,after.price,before.is_active,after.is_active';
    const [heads, row] = await csvOf(`${path}?format=csv&${fields}`);
    expect([heads, row]).toEqual([
      ['ID', 'Price (before)', 'Price (after)', 'Active (before)', 'Active (after)'],
      [String(id), price.toFixed(2), (price + 1).toFixed(2), 'true', 'false'],
    ]);
    for (const format of ['csv', 'xlsx'] as const) {
      const accepted = await download(path, { accept: exportTypes[format] });
      const asked = await download(`${path}?format=${format}`);
      expect(accepted.bytes.length).toBe(asked.bytes.length);
      expect(accepted.response.headers.get('content-type')).toBe(asked.response.headers.get('content-type'));
    }
  });
});
