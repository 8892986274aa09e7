import { expect, test } from '@jest/globals';

import { searchPauseMs } from '#console/parts/search-pause.ts';

test.each([
  ['searches at once for three letters after a single key', 'abc', 60, 0],
  ['searches at once for the first key of a paste or a scan', 'ABCD-1234', Infinity, 0],
  ['waits for further keys after a rapid key', 'abcd', 59, 60],
  ['waits for further keys after two letters', 'ab ', 500, 60],
  ['waits for further keys after the words are deleted', '', 500, 60],
])('a search field %s', (_, words, sinceLastKeyMs, pauseMs) => {
  expect(searchPauseMs(words, sinceLastKeyMs)).toBe(pauseMs);
});
