import { expect, test } from '@jest/globals';

import { searchPauseMs } from '#console/parts/search-pause.ts';

test.each([
  [
    'searches at once if it has three letters and the last key was pressed 60 ms after the key before',
    'abc',
    60,
    0,
  ],
  ['searches at once when a text is pasted or the first scan arrives', 'ABCD-1234', Infinity, 0],
  ['waits for further keys if the last key was pressed less than 60 ms after the key before', 'abcd', 59, 60],
  ['waits for further keys if it has only two letters', 'ab ', 500, 60],
  ['waits for further keys after its text was deleted', '', 500, 60],
])('a search field %s', (_, words, sinceLastKeyMs, pauseMs) => {
  expect(searchPauseMs(words, sinceLastKeyMs)).toBe(pauseMs);
});
