import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { gramLength, gramsOf, gramsOfTerm, separator } from '#shared/engine/lists/search-text.ts';

// Uses only a few characters, so that random terms occur in random texts. Includes parts of dates and
// numbers.
const text = fc.string({
  unit: fc.constantFrom('0', '1', '2', '-', 'a', separator, '2026-05-01', '2026-05-0'),
});

describe('the n-grams of a text', () => {
  test('the n-grams of a text include all n-grams of every search term in the text', () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(30), (whole, from, length) => {
        const term = whole.slice(from % (whole.length + 1)).slice(0, length);
        fc.pre(!term.includes(separator));
        const grams = new Set(gramsOf(whole));
        expect(gramsOfTerm(term).filter((gram) => !grams.has(gram))).toEqual([]);
        if (term.length > 0 && term.length < gramLength)
          expect([...grams].some((gram) => gram.startsWith(term))).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test('the n-grams of a text include each part that looks like a date as a whole, even if a text contains two such parts in a row', () => {
    expect(gramsOf(`a 2026-05-0112-10-11`)).toEqual(expect.arrayContaining(['2026-05-01', '0112-10-11']));
  });

  test('no n-gram of a record’s search text contains characters of two fields', () => {
    expect(gramsOf(`ab${separator}cd`)).toEqual(['ab', 'b', 'cd', 'd']);
  });
});
