import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { displayedPrice, literally, searchText } from '#shared/engine/lists/search-text.ts';

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
