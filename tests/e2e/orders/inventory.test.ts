import { beforeAll, describe, expect, test } from '@jest/globals';
import { stockRowSchema } from '#shared/contracts/endpoints/inventory.ts';
import { sharedStore } from '../../support/store-access.ts';
import { feedOf, type FeedEvent } from '../../support/feed-event.ts';
import { admin, auditor } from '../support/callers.ts';
import { expectConforms } from '../support/json-schema.ts';
import { checkOut, fillCart, newProduct, newShopper, timelineOf, uniqueWord } from '../support/records.ts';
import type { Inventory } from '../../support/resources.ts';

interface StockRow extends Omit<Inventory, 'updated_at'> {
  name: string;
}

const word = uniqueWord('stock');
const path = '/api/admin/inventory';
const named = (name: string) => ({
  en: { name, description: name },
  ar: { name: `أحمد ${name}`, description: name },
});

/** The ids of the products, keyed by the role of the product in these tests. */
let ids: Record<'plenty' | 'low' | 'free' | 'gone', number>;
beforeAll(async () => {
  const [plenty, low, free, gone] = await Promise.all(
    [50, 3, undefined, 1].map((stock) =>
      newProduct({ ...named(`Café ${word}`), ...(stock !== undefined && { stock }) }),
    ),
  );
  ids = { plenty: plenty?.id ?? 0, low: low?.id ?? 0, free: free?.id ?? 0, gone: gone?.id ?? 0 };
  await admin.put(`${path}/${ids.plenty}`, { low_stock_at: 10 });
  await admin.put(`${path}/${ids.low}`, { low_stock_at: 3 });
  await admin.put(`${path}/${ids.gone}`, { low_stock_at: 3 });
  await admin.delete(`/api/admin/products/${ids.gone}`);
});

async function rows(query: string): Promise<StockRow[]> {
  const { data } = (await auditor.get<StockRow[]>(`${path}?paginate=true&${query}`)).page;
  for (const row of data) expectConforms(stockRowSchema, row);
  return data;
}
const found = async (query: string) => (await rows(query)).map(({ product_id }) => product_id);

describe('the stock list', () => {
  test('the stock list shows each product whose stock is counted, with its name and its low-stock threshold', async () => {
    expect(await rows(`filters[name]=${word}&sort=product_id`)).toEqual(
      [
        { product_id: ids.plenty, name: `Café ${word}`, stock: 50, held: 0, low_stock_at: 10, low: false },
        { product_id: ids.low, name: `Café ${word}`, stock: 3, held: 0, low_stock_at: 3, low: true },
      ].sort((a, b) => a.product_id - b.product_id),
    );
  });

  test.each<[string, string, ('plenty' | 'low')[]]>([
    ['whose stock is low', 'filters[low]=1', ['low']],
    ['whose stock is not low', 'filters[low]=0', ['plenty']],
    ['within a range of stock', 'filters[stock][from]=3&filters[stock][to]=49', ['low']],
    ['with an exact stock', 'filters[stock]=50', ['plenty']],
    ['sorted by stock, lowest first', 'sort=stock', ['low', 'plenty']],
  ])('the stock list finds products %s', async (_what, query, expected) => {
    expect(await found(`filters[name]=CAFE ${word}&${query}`)).toEqual(expected.map((name) => ids[name]));
  });

  test('the stock list finds products by id, or by name regardless of case, accents and Arabic letter forms', async () => {
    expect(await found(`filters[name]=احمد cafe ${word}&filters[low]=1`)).toEqual([ids.low]);
    expect(await found(`search=café ${word}&filters[low]=1`)).toEqual([ids.low]);
    expect(await found(`filters[product_id]=${ids.low},${ids.free}`)).toEqual([ids.low]);
    expect(await found(`search=${ids.low}&filters[name]=${word}&filters[low]=1`)).toEqual([ids.low]);
  });
});

const store = sharedStore();
const feed = feedOf(store, '/api/admin/events', () => store.adminToken('admin:read'));

/** Reads this number of events for one record, or fewer if the others do not arrive in time. */
async function eventsOf(
  subject: string,
  { after, count }: { after: string; count: number },
): Promise<FeedEvent[]> {
  const arrived: FeedEvent[] = [];
  for (let [from, asked] = [after, 0]; arrived.length < count && asked < 20; asked += 1) {
    const { data, meta } = await feed.page({ after: from, subject, wait: 2 });
    arrived.push(...data);
    from = meta.next;
  }
  return arrived;
}

describe('stock that falls to its low-stock threshold', () => {
  test('if orders lower a product’s stock to its low-stock threshold and then further, the store publishes only one low-stock event', async () => {
    const { next } = (await feed.page()).meta;
    const [shopper, product] = await Promise.all([newShopper(), newProduct({ stock: 5 })]);
    await admin.put(`${path}/${product.id}`, { low_stock_at: 3 });
    for (let orders = 0; orders < 3; orders += 1) {
      await fillCart(shopper.client, product);
      await checkOut(shopper);
    }
    const subject = `inventory/${product.id}`;
    const events = await eventsOf(subject, { after: next, count: 3 });
    expect(events.map(({ type, data }) => [type, data['stock'], data['low']])).toEqual([
      ['orders.stock.set.v1', 5, false],
      ['orders.stock.set.v1', 5, false],
      ['orders.stock.low.v1', 3, true],
    ]);
  });

  test('the timeline of a product’s stock shows the reason that staff gave for each change', async () => {
    const product = await newProduct({ stock: 5 });
    await admin.post(`${path}/${product.id}/adjust`, { by: -2, reason: ' Broken in transport ' });
    await admin.put(`${path}/${product.id}`, { low_stock_at: 4, reason: 'Sells fast' });
    const entries = await timelineOf(`inventory/${product.id}`);
    expect(entries.map(({ kind, reason, changes }) => [kind, reason, changes])).toEqual([
      ['changed', 'Sells fast', { low_stock_at: { from: null, to: 4 } }],
      ['stock_moved', 'Broken in transport', { stock: { from: 5, to: 3 } }],
      ['stock_moved', null, { stock: { from: null, to: 5 } }],
    ]);
  });
});
