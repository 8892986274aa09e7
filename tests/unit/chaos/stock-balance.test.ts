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

test('the chaos suite’s stock check reports nothing if all units of the products with tracked stock are accounted for', () => {
  expect(faultsWith([{ _id: 1, stock: 30 }])).toEqual([]);
});

test('the chaos suite’s stock check reports a product that has more units at the end than at the start', () => {
  expect(faultsWith([{ _id: 1, stock: 31 }])).toEqual(['products/1: there are 31 units instead of 30']);
});

test.each([
  ['is deleted', []],
  ['no longer contains a number of units', [{ _id: 1, stock: null }]],
])(
  'the chaos suite’s stock check reports the stock of a product as missing if its stock record %s',
  (_how, inventory) => {
    expect(faultsWith(inventory)).toEqual(['products/1: the stock is missing']);
  },
);
