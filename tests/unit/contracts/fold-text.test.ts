import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { foldText } from '#shared/contracts/kit/fold-text.ts';
import { holdsPhone, holdsTerm, searchText } from '#shared/engine/lists/search-text.ts';
import { speltNames, speltPhones } from '../support/spelt-names.ts';

const alike = (...ways: string[]) =>
  ways
    .map((way) => [new RegExp(`[${ways.join('')}]`, 'g'), way] as const)
    .map(([any, way]) => {
      return (text: string) => text.replace(any, way);
    });
const digits = (zero: number) => (text: string) =>
  text.replace(/\d/g, (digit) => String.fromCharCode(zero + Number(digit)));
const between = (mark: string) => (text: string) =>
  text.replace(/(?<=\p{Script=Arabic})(?=\p{Script=Arabic})/gu, mark);

/** Respellings of a text that keep its meaning. */
const respellings: ((text: string) => string)[] = [
  (text) => text.toLowerCase(),
  // Excludes letters such as ß, ı and İ, because these have no one-to-one capital.
  (text) => text.replace(/[a-zà-öø-þ]+/g, (word) => word.toUpperCase()),
  (text) => text.normalize('NFD'),
  (text) => text.normalize('NFC'),
  (text) => text.normalize('NFKC'),
  (text) => text.normalize('NFD').replace(/[\u0300-\u036f]/g, ''),
  ...alike('أ', 'إ', 'آ', 'ٱ', 'ا'),
  ...alike('ة', 'ه'),
  ...alike('ى', 'ي'),
  ...alike('ؤ', 'و'),
  ...alike('ئ', 'ي'),
  ...['َ', 'ِ', 'ُ', 'ّ', 'ً', 'ْ', 'ـ', 'ـــ', '\u200d', '\u0670'].map(between),
  ...[0x0660, 0x06f0, 0xff10].map(digits),
  (text) => `\u200f${text}\u200e`,
  (text) => text.replace(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0)),
];
const someWays = fc.array(fc.constantFrom(...respellings), { minLength: 1, maxLength: 5 });
const respelt = (text: string, ways: readonly ((text: string) => string)[]) =>
  ways.reduce((spelt, way) => way(spelt), text);
const found = (filter: object, text: string) => {
  const { search } = filter as { search: { $regex: string } };
  return new RegExp(search.$regex).test(text);
};

test('the test data for searches contain at least 200 names and 50 notations of a phone number', () => {
  expect(new Set(speltNames).size).toBeGreaterThanOrEqual(200);
  expect(new Set(speltPhones).size).toBeGreaterThanOrEqual(50);
});

test.each(respellings.map((way, index) => ({ way, index })))(
  'a name and its variant $index (another letter case, Unicode form, Arabic letter or digit) have the same normalised search text',
  ({ way }) => {
    for (const name of speltNames) expect([name, foldText(way(name))]).toEqual([name, foldText(name)]);
  },
);

test('a search for part of a name finds the name regardless of letter case, accents, Unicode form and variants of Arabic letters', () => {
  fc.assert(
    fc.property(
      ...[fc.constantFrom(...speltNames), someWays, someWays, fc.nat(), fc.integer({ min: 1, max: 30 })],
      (name, stored, asked, start, length) => {
        const text = searchText([1, respelt(name, stored), 'x']);
        const term = Array.from(respelt(name, asked));
        const from = start % term.length;
        const part = term
          .slice(from, from + length)
          .join('')
          .trim();
        fc.pre(foldText(part).trim() !== '' && foldText(name).includes(foldText(part)));
        expect(found(holdsTerm('search', part), text)).toBe(true);
        expect(found(holdsTerm('search', part, [1]), text)).toBe(true);
        expect(found(holdsTerm('search', part, [2]), text)).toBe(foldText(part) === 'x');
      },
    ),
    { numRuns: 1000 },
  );
});

test('normalising a text for searches twice gives the same result as normalising it once', () => {
  for (const text of [...speltNames, ...speltPhones]) expect(foldText(foldText(text))).toBe(foldText(text));
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (text) => {
      const once = foldText(text);
      expect(foldText(once)).toBe(once);
    }),
    { numRuns: 1000 },
  );
});

test.each([
  ['حسن', 'حسين'],
  ['Ali', 'Alia'],
  ['سعد', 'سعيد'],
  ['رند', 'زند'],
  ['نور', 'بور'],
  ['Anna', 'Ana'],
])('the different names %s and %s have different normalised search texts', (one, other) =>
  expect(foldText(one)).not.toBe(foldText(other)),
);

test('a search term that is empty after normalisation finds nothing, and the term .* is not treated as a pattern', () => {
  expect(found(holdsTerm('search', 'ـ'), searchText(['محمد']))).toBe(false);
  expect(found(holdsTerm('search', '.*'), searchText(['محمد']))).toBe(false);
});

describe('searches for phone numbers', () => {
  const stored = (phone: string) => searchText(['Layla 1234567', phone, 'x']);
  const finds = (term: string, phone: string) => found(holdsPhone('search', term, [1]), stored(phone));

  test('a search for a phone number in any notation finds it in every other notation', () => {
    for (const term of speltPhones) {
      for (const phone of speltPhones) expect([term, phone, finds(term, phone)]).toEqual([term, phone, true]);
    }
  });

  test('a search for three or more digits finds only phone numbers that contain these digits in this sequence', () => {
    for (const phone of speltPhones) {
      for (const part of ['912', '4567', '34 56', '٣٤٥', '1234567']) expect(finds(part, phone)).toBe(true);
      for (const part of ['913', '+962 79 123 4568', '00962791234560'])
        expect(finds(part, phone)).toBe(false);
    }
    expect(finds('1234567', '070 000 0000')).toBe(false);
  });

  test('a search term with a letter or fewer than three digits finds a phone number only if the number, as written, contains the term', () => {
    expect([finds('x123', '12x 123'), finds('2x', '12X 123'), finds('12', '1-2')]).toEqual([
      false,
      true,
      false,
    ]);
  });
});
