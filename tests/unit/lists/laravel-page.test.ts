import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cursorPage, laravelPage } from '#shared/engine/lists/laravel-page.ts';

const baseUrl = 'https://store.example/api/admin/orders';
const page = (input: Partial<Parameters<typeof laravelPage>[0]>): ReturnType<typeof laravelPage> =>
  laravelPage({ baseUrl, query: [], page: 1, perPage: 15, total: 0, count: 0, ...input });
const labels = (number: number, pages: number): string =>
  page({ page: number, perPage: 1, total: pages, count: 1 })
    .meta.links.slice(1, -1)
    .map((link) => (link.active ? `[${link.label}]` : link.label))
    .join(' ');

test('a numbered page of a list is formatted exactly as by Laravel', () => {
  const query = [
    ['paginate', 'true'],
    ['filters[status]', '1'],
    ['page', '9'],
    ['search', 'a b+c'],
    ['per_page', '2'],
  ] as const;
  const url = (number: number): string =>
    `${baseUrl}?paginate=true&filters%5Bstatus%5D=1&search=a%20b%2Bc&per_page=2&page=${number}`;
  expect(JSON.stringify(page({ query, page: 2, perPage: 2, total: 5, count: 2 }))).toBe(
    JSON.stringify({
      links: { first: url(1), last: url(3), prev: url(1), next: url(3) },
      meta: {
        current_page: 2,
        from: 3,
        last_page: 3,
        links: [
          { url: url(1), label: '&laquo; Previous', page: 1, active: false },
          { url: url(1), label: '1', page: 1, active: false },
          { url: url(2), label: '2', page: 2, active: true },
          { url: url(3), label: '3', page: 3, active: false },
          { url: url(3), label: 'Next &raquo;', page: 3, active: false },
        ],
        path: baseUrl,
        per_page: 2,
        to: 4,
        total: 5,
      },
    }),
  );
});

test('an empty list has one page, without rows', () => {
  const { links, meta } = page({});
  expect(links).toEqual({ first: `${baseUrl}?page=1`, last: `${baseUrl}?page=1`, prev: null, next: null });
  expect(meta).toMatchObject({ current_page: 1, from: null, last_page: 1, to: null, total: 0 });
  expect(meta.links[0]).toEqual({ url: null, label: '&laquo; Previous', page: null, active: false });
  expect(meta.links[2]).toEqual({ url: null, label: 'Next &raquo;', page: null, active: false });
});

test('a page past the end has a link to the previous page and no link to a next page', () => {
  const { links, meta } = page({ page: 9, total: 20 });
  expect(links).toMatchObject({ prev: `${baseUrl}?page=8`, next: null });
  expect(meta).toMatchObject({ current_page: 9, from: null, last_page: 2, to: null, total: 20 });
  expect(meta.links.some((link) => link.active)).toBe(false);
});

describe('page links', () => {
  test.each([
    [1, 13, '[1] 2 3 4 5 6 7 8 9 10 11 12 13'],
    [1, 14, '[1] 2 3 4 5 6 7 8 9 10 ... 13 14'],
    [7, 30, '1 2 3 4 5 6 [7] 8 9 10 ... 29 30'],
    [8, 30, '1 2 ... 5 6 7 [8] 9 10 11 ... 29 30'],
    [23, 30, '1 2 ... 20 21 22 [23] 24 25 26 ... 29 30'],
    [24, 30, '1 2 ... 21 22 23 [24] 25 26 27 28 29 30'],
    [30, 30, '1 2 ... 21 22 23 24 25 26 27 28 29 [30]'],
    [99, 30, '1 2 ... 21 22 23 24 25 26 27 28 29 30'],
  ])('the page links on page %d of %d are the same as in Laravel', (number, pages, expected) => {
    expect(labels(number, pages)).toBe(expected);
  });

  test('a gap in the page links has no URL', () => {
    const gaps = page({ page: 15, perPage: 1, total: 30, count: 1 }).meta.links.filter(
      (link) => link.label === '...',
    );
    expect(gaps.map((gap) => JSON.stringify(gap))).toEqual(
      Array(2).fill('{"url":null,"label":"...","active":false}'),
    );
  });

  test('page links are sorted from the first page to the last and contain the current page once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.nat(), (pages, seed) => {
        const current = (seed % pages) + 1;
        const numbers = page({ page: current, perPage: 1, total: pages, count: 1 })
          .meta.links.slice(1, -1)
          .flatMap((link) => (typeof link.page === 'number' ? [link.page] : []));
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
        expect(numbers).toContain(current);
        expect([numbers[0], numbers.at(-1)]).toEqual([1, pages]);
      }),
    );
  });
});

test('the URLs of page links percent-encode reserved characters in the same way as PHP', () => {
  const { links } = page({ query: [['filters[name]', "it's (a)* b!~\ud800"]] });
  expect(links.first).toBe(`${baseUrl}?filters%5Bname%5D=it%27s%20%28a%29%2A%20b%21~%EF%BF%BD&page=1`);
});

test('a cursor page of a list is formatted exactly as by Laravel', () => {
  const query = [
    ['paginate', 'cursor'],
    ['cursor', 'old'],
  ] as const;
  expect(
    JSON.stringify(
      cursorPage({ baseUrl: `${baseUrl}/`, query, perPage: 15, nextCursor: 'n=1', prevCursor: null }),
    ),
  ).toBe(
    JSON.stringify({
      links: { first: null, last: null, prev: null, next: `${baseUrl}?paginate=cursor&cursor=n%3D1` },
      meta: { path: baseUrl, per_page: 15, next_cursor: 'n=1', prev_cursor: null },
    }),
  );
});
