import { expect, test } from '@jest/globals';
import { readKindOf } from '#services/gateway/reads/forward-read.ts';
import { productList } from '#shared/contracts/endpoints/products.ts';
import type { ListQuery } from '#shared/contracts/kit/list-query.ts';

const declared = { list: productList };
const page: ListQuery = {
  search: null,
  filters: {},
  sort: [],
  paging: { kind: 'pages', page: 1, perPage: 15 },
};

test.each<[string, Partial<ListQuery>, string]>([
  ['the first page is a cheap read', {}, 'brief'],
  [
    'a page that begins before row 1000 is a cheap read',
    { paging: { kind: 'pages', page: 10, perPage: 100 } },
    'brief',
  ],
  [
    'a page that begins after row 1000 is an expensive scan',
    { paging: { kind: 'pages', page: 11, perPage: 100 } },
    'clientScan',
  ],
  [
    'a page of more than 100 rows is an expensive scan',
    { paging: { kind: 'pages', page: 1, perPage: 101 } },
    'clientScan',
  ],
  ['a page by cursor is a cheap read', { paging: { kind: 'cursor', cursor: 'x', perPage: 100 } }, 'brief'],
  ['a search is an expensive scan', { search: 'a' }, 'clientScan'],
  [
    'a search with pages by cursor is an expensive scan',
    { search: 'a', paging: { kind: 'cursor', cursor: null, perPage: 1 } },
    'clientScan',
  ],
  ['a filter on part of a name is an expensive scan', { filters: { name: 'a' } }, 'clientScan'],
  [
    'a filter on a price and a day is a cheap read',
    { filters: { price: 5, created_at: '2026-11-22' } },
    'brief',
  ],
  ['a filter on a range of prices is an expensive scan', { filters: { price: { from: 5 } } }, 'clientScan'],
  [
    'a filter on a range of days is a cheap read',
    { filters: { created_at: { from: '2026-11-22' } } },
    'brief',
  ],
  ['a filter without a value is a cheap read', { filters: { name: undefined, price: undefined } }, 'brief'],
  [
    'a search without pagination is a read of a whole list',
    { search: 'a', paging: { kind: 'all' } },
    'clientWhole',
  ],
])('the gateway classifies a shopper’s list request by its cost: %s', (_, asked, kind) => {
  expect(readKindOf(declared, { query: { ...page, ...asked } }, { area: 'client' })).toBe(kind);
});

test('the gateway classifies an admin’s list requests by their cost as a scan, a whole list, an export or a cheap read', () => {
  const admin = { area: 'admin' } as const;
  expect(readKindOf(declared, { query: { ...page, search: 'a' } }, admin)).toBe('scan');
  const all: ListQuery = { ...page, paging: { kind: 'all' } };
  expect(readKindOf(declared, { query: all }, admin)).toBe('whole');
  const file = { format: 'csv', columns: null, rows: 'records' } as const;
  expect(readKindOf(declared, { query: all, export: file }, admin)).toBe('export');
  expect(readKindOf(declared, { query: page, export: file }, admin)).toBe('brief');
});
