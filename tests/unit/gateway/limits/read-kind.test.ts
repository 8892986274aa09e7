import { expect, test } from '@jest/globals';
import { readKind } from '#services/gateway/limits/read-kind.ts';
import type { ListQuery } from '#shared/contracts/schema-kit/list-query.ts';

const list = { searchable: ['name', 'price', 'created_at'] };
const page: ListQuery = {
  ...{ search: null, filters: {}, sort: [] },
  paging: { kind: 'pages', page: 1, perPage: 15 },
};

test.each<[string, Partial<ListQuery>, string]>([
  ['a page', {}, 'brief'],
  ['the last near page', { paging: { kind: 'pages', page: 10, perPage: 100 } }, 'brief'],
  ['a page after a thousand rows', { paging: { kind: 'pages', page: 11, perPage: 100 } }, 'clientScan'],
  ['a page of very many', { paging: { kind: 'pages', page: 1, perPage: 101 } }, 'clientScan'],
  ['a cursor page', { paging: { kind: 'cursor', cursor: 'x', perPage: 100 } }, 'brief'],
  ['a search', { search: 'a' }, 'clientScan'],
  [
    'a search at a cursor',
    { search: 'a', paging: { kind: 'cursor', cursor: null, perPage: 1 } },
    'clientScan',
  ],
  ['a part of a name', { filters: { name: 'a' } }, 'clientScan'],
  ['a price, a day', { filters: { price: 5, created_at: '2026-11-22' } }, 'brief'],
  ['all that a search finds', { search: 'a', paging: { kind: 'all' } }, 'clientWhole'],
])('%s', (_, asked, kind) => {
  expect(readKind(list, { query: { ...page, ...asked } }, 'client')).toBe(kind);
});

test('staff has room of its own', () => {
  expect(readKind(list, { query: { ...page, search: 'a' } }, 'admin')).toBe('scan');
  const all: ListQuery = { ...page, paging: { kind: 'all' } };
  expect(readKind(list, { query: all }, 'admin')).toBe('whole');
  const file = { format: 'csv', columns: null, rows: 'records' } as const;
  expect(readKind(list, { query: all, export: file }, 'admin')).toBe('export');
  expect(readKind(list, { query: page, export: file }, 'admin')).toBe('brief');
});
