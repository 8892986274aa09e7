import { expect, test } from '@jest/globals';
import { plainWordsFaults } from '#tools/check/plain-words.ts';

test.each([
  ['a banned word in a comment', 'a.ts', '// Nobody reads it.', ['"Nobody"']],
  ['a banned word within an identifier', 'a.ts', 'const isTold = true;', ['"Told"']],
  ['a banned phrase in a document', 'a.md', 'There are so many.', ['"so many"']],
  ['a comment that begins with “Of”', 'a.ts', '/** Of the list. */', ['a text that begins with "Of"']],
  [
    'a field description in the API contract that begins with “Of”',
    'a.ts',
    "price: describe(money(), 'Of a new item.'),",
    ['a text that begins with "Of"'],
  ],
])('the check for banned words reports %s', (_what, path, line, faults) => {
  expect(plainWordsFaults(path, `\n${line}`)).toEqual(faults.map((fault) => ({ line: 2, fault })));
});

test.each([
  ['longer words that contain a banned word', 'a.ts', '// An amendment, recommends, a satellite.'],
  ['a heading in a document that begins with “What”', 'a.md', '# What it is'],
  ['code that begins with a banned word and is followed by a comment', 'a.ts', 'By.of(one); // counts it'],
])('the check for banned words accepts %s', (_what, path, line) => {
  expect(plainWordsFaults(path, line)).toEqual([]);
});
