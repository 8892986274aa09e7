import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  displayedPrice,
  gramLength,
  gramsOf,
  gramsOfTerm,
  literally,
  searchText,
  separator,
} from '#shared/engine/lists/search-text.ts';

test('a search term is used as literal text, never as a pattern', () => {
  const special = fc.string({ unit: fc.constantFrom(...Array.from('.*+?^${}()|[]\\/-ab ')) });
  fc.assert(
    fc.property(special, special, (text, term) => {
      expect(new RegExp(literally(term)).test(text)).toBe(text.includes(term));
    }),
  );
});

test('the search text of a record contains its displayed values in lower case', () => {
  expect(searchText([12, 'ABC', null])).toBe('12\u0000abc\u0000');
});

test('a search text separates its fields, so that no search term matches across two fields', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (a, b) => {
      fc.pre(!a.includes('\u0000') && !b.includes('\u0000'));
      const text = searchText([a, b]);
      expect(text.split('\u0000')).toEqual([a.toLowerCase(), b.toLowerCase()]);
    }),
  );
});

test.each([
  [1250, 2, ['12.50', '12.5', '2.5']],
  [1200, 2, ['12.00', '12', '12.0']],
  [1, 2, ['0.01']],
  [1250, 0, ['1250']],
  [1250, 3, ['1.250', '1.25']],
  [99_999_999_999_999, 2, ['999999999999.99']],
])('a price of %d minor units with %d decimals is found by its displayed forms', (minor, decimals, terms) => {
  for (const term of terms) expect(displayedPrice(minor, decimals)).toContain(term);
});

// Uses only a few characters, so that random terms occur in random texts. Includes parts of dates and numbers.
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
