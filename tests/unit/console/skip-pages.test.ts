import { expect, test } from '@jest/globals';
import { skipPages } from '#console/inventory/skip-pages.ts';

/** Skips pages without even numbers, in a list with one number per page. The cursor of a page is its index. */
async function evenNumbers(numbers: readonly number[], from?: string) {
  const read: number[] = [];
  const page = await skipPages(
    from,
    async (cursor) => {
      const index = Number(cursor ?? 0);
      read.push(index);
      const indexOr = (at: number) => (at in numbers ? String(at) : null);
      const cursors = { next_cursor: indexOr(index + 1), prev_cursor: indexOr(index - 1) };
      return { data: numbers.slice(index, index + 1), meta: { path: '/numbers', per_page: 1, ...cursors } };
    },
    (number) => (number % 2 === 0 ? [`number ${number}`] : []),
  );
  return { rows: page.data, read, meta: page.meta };
}

test('a list that skips pages without wanted rows returns the first wanted rows, with cursors before and after the read pages', async () => {
  expect(await evenNumbers([5, 1, 3, 4, 7], '1')).toEqual({
    rows: ['number 4'],
    read: [1, 2, 3],
    meta: { path: '/numbers', per_page: 1, prev_cursor: 'before 0', next_cursor: '4' },
  });
});

test('a list that skips pages without wanted rows skips them backwards, too, so that the previous page has other rows', async () => {
  const numbers = [2, 1, 3, 4];
  const { meta } = await evenNumbers(numbers, '3');
  const previous = await evenNumbers(numbers, meta?.prev_cursor ?? '');
  expect(previous).toMatchObject({
    rows: ['number 2'],
    read: [2, 1, 0],
    meta: { prev_cursor: null, next_cursor: '3' },
  });
  expect(await evenNumbers(numbers, previous.meta?.next_cursor ?? '')).toMatchObject({ rows: ['number 4'] });
});

test('a list that skips pages backwards reads at most five pages at once, and its cursor continues before them', async () => {
  const numbers = [8, 1, 1, 1, 1, 1, 1];
  const page = await evenNumbers(numbers, 'before 6');
  expect(page).toMatchObject({
    rows: [],
    read: [6, 5, 4, 3, 2],
    meta: { prev_cursor: 'before 1', next_cursor: null },
  });
  expect(await evenNumbers(numbers, 'before 1')).toMatchObject({ rows: ['number 8'], read: [1, 0] });
});

test('a list that skips pages without wanted rows is empty if the last page has no wanted rows either', async () => {
  expect(await evenNumbers([1, 3])).toMatchObject({ rows: [], read: [0, 1], meta: { next_cursor: null } });
});

test('a list that skips pages without wanted rows reads at most five pages at once, and its cursor continues after them', async () => {
  const numbers = [1, 1, 1, 1, 1, 1, 1, 8];
  expect(await evenNumbers(numbers)).toMatchObject({
    rows: [],
    read: [0, 1, 2, 3, 4],
    meta: { next_cursor: '5' },
  });
  expect(await evenNumbers(numbers, '5')).toMatchObject({ rows: ['number 8'], read: [5, 6, 7] });
});

test('a list that skips pages without wanted rows stops at a page with a damaged record and returns the record’s id', async () => {
  const pages = [[{ id: 1 }], [{ id: 2, unreadable: true }], [{ id: 3 }]];
  const page = await skipPages(
    undefined,
    (cursor) => {
      const index = Number(cursor ?? 0);
      const meta = { path: '/numbers', per_page: 1, next_cursor: String(index + 1), prev_cursor: null };
      return Promise.resolve({ data: pages[index] ?? [], meta });
    },
    ({ id }) => (id === 3 ? [id] : []),
  );
  expect(page).toMatchObject({ data: [], unreadable: [2], meta: { next_cursor: '2' } });
});
