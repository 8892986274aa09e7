import { describe, expect, test } from '@jest/globals';

import { changedView, listQuery, readView, writeView } from '#console/orders/order-view.ts';

const view = (query: string) => readView(new URLSearchParams(query));

describe('a view of the orders in the URL', () => {
  test.each([
    '',
    'search=%D8%B9%D9%85%D9%91%D8%A7%D9%86',
    'filters%5Bstatus%5D=pending%2Cconfirmed&filters%5Buser_id%5D=7&sort=id&columns=number%2Ctotal&cursor=abc',
  ])('“%s” is read and written back the same', (query) => {
    expect(writeView(view(query))).toBe(query);
  });

  test('leaves out what it does not know', () => {
    expect(writeView(view('sort=mood&columns=mood&filters[mood]=good&filters[status]='))).toBe('');
  });

  test('begins at the first page when the question changes', () => {
    const changed = changedView(view('cursor=abc&search=x'), { filters: { status: 'shipped' } });
    expect(listQuery(changed)).toEqual({
      ...{ paginate: 'cursor', per_page: 25, sort: '-id' },
      search: 'x',
      filters: { status: 'shipped' },
    });
  });
});
