import { expect, test } from '@jest/globals';

import { readablePage } from '#console/data/readable-page.ts';

const meta = { path: '/orders', per_page: 3, next_cursor: null, prev_cursor: null };

test('the console leaves damaged records out of a list’s rows and keeps their ids, even if the page is separated twice', () => {
  const page = readablePage({ data: [{ id: 11 }, { id: 12, unreadable: true }, { id: 13 }], meta });
  expect(page).toEqual({ data: [{ id: 11 }, { id: 13 }], meta, unreadable: [12] });
  expect(readablePage(page)).toEqual(page);
});
