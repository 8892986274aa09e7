import { expect, test } from '@jest/globals';
import { plainWordsFaults } from '#tools/check/plain-words.ts';

test.each([
  ['a banned word in a comment', 'a.ts', '// Nobody reads it.', ['"Nobody"']],
  ['a banned word within an identifier', 'a.ts', 'const isTold = true;', ['"Told"']],
  ['a banned phrase in a document', 'a.md', 'There are so many.', ['"so many"']],
  [
    'a comment that begins with a fronted word',
    'a.ts',
    '/** Of the list. */',
    ['a text that begins with "Of"'],
  ],
  [
    'a description in the contract that begins with a fronted word',
    'a.ts',
    "price: describe(money(), 'Of a new item.'),",
    ['a text that begins with "Of"'],
  ],
])('the check of plain words reports %s', (_what, path, line, faults) => {
  expect(plainWordsFaults(path, `\n${line}`)).toEqual(faults.map((fault) => ({ line: 2, fault })));
});

test.each([
  ['longer words that contain a banned word', 'a.ts', '// An amendment, recommends, a satellite.'],
  ['a sentence in a document that begins with a fronted word', 'a.md', '# What it is'],
  ['code followed by a comment', 'a.ts', 'By.of(one); // counts it'],
])('the check of plain words accepts %s', (_what, path, line) => {
  expect(plainWordsFaults(path, line)).toEqual([]);
});
