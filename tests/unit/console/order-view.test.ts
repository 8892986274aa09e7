import { describe, expect, test } from '@jest/globals';

import { customersQuery, isPhone, lookedInFor } from '#console/parts/looked-in.ts';
import {
  changedView,
  listQuery,
  lookingFor,
  readView,
  wordsOf,
  writeView,
} from '#console/orders/order-view.ts';

const view = (query: string) => readView(new URLSearchParams(query));

describe('order list views in the URL', () => {
  test.each([
    '',
    'search=%D8%B9%D9%85%D9%91%D8%A7%D9%86',
    'filters%5Bstatus%5D=pending%2Cconfirmed&filters%5Buser_id%5D=7&sort=id&columns=number%2Ctotal&cursor=abc',
    'filters%5Bcreated_at%5D%5Bfrom%5D=2026-03-01&filters%5Btotal%5D%5Bto%5D=100',
  ])('the order list query “%s” is unchanged after parsing and formatting', (query) => {
    expect(writeView(view(query))).toBe(query);
  });

  test('an order list view ignores unknown columns, sorts and filters in its URL', () => {
    expect(writeView(view('sort=mood&columns=mood&filters[mood]=good&filters[status]='))).toBe('');
  });

  test('an order list view returns to its first page when a filter changes', () => {
    const changed = changedView(view('cursor=abc&search=x'), { filters: { status: 'shipped' } });
    expect(listQuery(changed)).toEqual({
      paginate: 'cursor',
      per_page: 25,
      sort: '-id',
      search: 'x',
      filters: { status: 'shipped' },
    });
  });
});

describe('words in the search box', () => {
  test.each([
    '7KQ2-M9T',
    '7kq2',
    '7KQ2-',
    'ABCD-EFG',
    'INV-7',
    'returned',
    '2026-11-23',
    '2026-11',
    'CKS86Y1',
    'cks8 6y1',
    '#CKS8-6Y1',
    '# 1001',
    'CKS٨-٦Y١',
    'cks8–6y1',
    '\u2066CKS8-6Y1\u2069',
    'CKS8 - 6Y1',
  ])('the search text “%s” is searched in orders', (words) => expect(lookedInFor(words)).toBe('order'));

  test.each([
    'أحمد',
    'Layla',
    'Anne-Marie',
    'Hana 234',
    'Al-Khatib',
    '481',
    '+962 79 123',
    '079-1234',
    '12 Rainbow St',
    'a@x.org',
  ])('the search text “%s” is searched in customers', (words) => expect(lookedInFor(words)).toBe('customer'));

  test('a new search text replaces the old one and searches either orders or customers, while the status filter stays', () => {
    const filtered = view('filters[status]=pending&search=old');
    for (const place of ['customer', 'order'] as const) {
      const looking = { ...filtered, ...lookingFor('481', place, filtered) };
      expect(wordsOf(looking)).toBe('481');
      expect(looking.filters.status).toBe('pending');
      expect([looking.search, looking.filters.customer].filter(Boolean)).toEqual(['481']);
    }
  });
});

test('the console treats a search text as a phone number if it has only digits and separators and is not a date', () => {
  expect(['0795550134', '+962 79 555-0134', '٠٧٩ ٥٥٥', '134'].map(isPhone)).toEqual([true, true, true, true]);
  expect(['2026-11-28', '4RNB-1C1', 'Rana 79', ''].map(isPhone)).toEqual([false, false, false, false]);
});

test('a search for customers by a phone number is sent as the filter for phones, unless the list already has this filter', () => {
  const filtered = { 'filters[phone]': '962' };
  expect(customersQuery({ search: '079 555' })).toEqual({ 'filters[phone]': '079 555' });
  expect(customersQuery({ search: 'Rana', ...filtered })).toEqual({ search: 'Rana', ...filtered });
  expect(customersQuery({ search: '079', ...filtered })).toEqual({ search: '079', ...filtered });
});
