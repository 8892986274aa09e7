import { expect, test } from '@jest/globals';

import type { Data } from '#instruments/chaos/oracle-data.ts';
import type { Shop } from '#instruments/chaos/shop.ts';
import { stockFaults } from '#instruments/chaos/stock-balance.ts';

const products = [
  { id: 1, stock: 30 },
  { id: 2, stock: null },
];
const shop: Shop = { shoppers: [], subscriptions: [], crowd: [], products, witness: 0, wideOrders: [] };

function faultsWith(inventory: { _id: number; stock: number | null }[]): string[] {
  return stockFaults([], new Map(), { orders: [], inventory, subscriptions: [] } as unknown as Data, shop);
}

test('the chaos oracle reports nothing if a counted product has its initial stock and an uncounted product has no stock', () => {
  expect(faultsWith([{ _id: 1, stock: 30 }])).toEqual([]);
});

test('the chaos oracle reports units of a product that appeared from nowhere', () => {
  expect(faultsWith([{ _id: 1, stock: 31 }])).toEqual(['products/1: there are 31 units instead of 30']);
});

test.each([
  ['is deleted', []],
  ['is no longer counted', [{ _id: 1, stock: null }]],
])(
  'the chaos oracle reports the stock of a counted product as missing if the stock %s',
  (_how, inventory) => {
    expect(faultsWith(inventory)).toEqual(['products/1: the stock is missing']);
  },
);
