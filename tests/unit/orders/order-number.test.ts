import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  looksGenerated,
  numbersMeant,
  orderIdOf,
  orderNumber,
} from '#services/orders/records/order-number.ts';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const ids = fc.oneof(
  fc.integer({ min: 1, max: 2 ** 30 - 1 }),
  fc.integer({ min: 2 ** 30, max: 2 ** 40 - 1 }),
  fc.integer({ min: 2 ** 40, max: Number.MAX_SAFE_INTEGER }),
);
const plain = (number: string) => number.replaceAll('-', '');
const spaced = (text: string) => (text.match(/.{1,4}/g) ?? []).join('-');
/** The check is modulo 29, so characters whose values differ by 29 (0/X, 1/Y, 2/Z) have the same check value. */
const areTwins = (a: string, b: string) => Math.abs(alphabet.indexOf(a) - alphabet.indexOf(b)) === 29;

/** Ways in which people type, copy or scan an order number such as `CKS8-6Y1`. */
const numberSpellings: readonly { name: string; spell: (number: string) => string }[] = [
  { name: 'as it is printed', spell: (number) => number },
  { name: 'in small letters', spell: (number) => number.toLowerCase() },
  { name: 'without a dash', spell: (number) => number.replaceAll('-', '') },
  { name: 'in small letters without a dash', spell: (number) => number.replaceAll('-', '').toLowerCase() },
  { name: 'with a space instead of the dash', spell: (number) => number.replaceAll('-', ' ') },
  { name: 'after a #', spell: (number) => `#${number}` },
  { name: 'after a # and a space, without a dash', spell: (number) => `# ${number.replaceAll('-', '')}` },
  { name: 'with spaces around the dash', spell: (number) => number.replaceAll('-', ' - ') },
  { name: 'with a long dash', spell: (number) => number.replaceAll('-', '\u2013') },
  {
    name: 'with invisible marks of text direction',
    spell: (number) => `\u2066${number.replace('-', '\u200e-')}\u2069\u200f`,
  },
  {
    name: 'with Arabic digits',
    spell: (number) => number.replaceAll(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit))),
  },
];

test('no two of the first 100,000 order ids have the same generated order number', () => {
  const numbers = new Set(Array.from({ length: 100_000 }, (_, index) => orderNumber(index + 1)));
  expect(numbers.size).toBe(100_000);
});

test('no two order ids, however large, have the same generated order number', () => {
  fc.assert(
    fc.property(ids, ids, (a, b) => {
      expect(orderNumber(a) === orderNumber(b)).toBe(a === b);
    }),
  );
  // Ids around the points where order numbers become longer.
  for (const edge of [2 ** 30, 2 ** 40, 2 ** 50]) {
    const near = Array.from({ length: 2000 }, (_, index) => orderNumber(edge - 1000 + index));
    expect(new Set(near).size).toBe(2000);
  }
});

test('a generated order number consists of groups of up to four letters and digits, without I, L, O and U, and is recognised as generated', () => {
  fc.assert(
    fc.property(ids, (id) => {
      const number = orderNumber(id);
      expect(number).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{1,4})+$/);
      expect(number.length).toBeLessThanOrEqual(64);
      expect(looksGenerated(number)).toBe(true);
    }),
  );
  expect(orderNumber(1)).toHaveLength(8);
  expect(orderNumber(2 ** 30 - 1)).toHaveLength(8);
});

test('a generated order number is decoded to its order id, and other texts are decoded to no id', () => {
  fc.assert(
    fc.property(ids, (id) => {
      expect(orderIdOf(orderNumber(id))).toBe(id);
    }),
    { numRuns: 1000 },
  );
  expect(['', '7KQ2-M9T', 'INV-2026-001'].map(orderIdOf)).toEqual([null, null, null]);
});

test.each(numberSpellings)(
  'a search recognises a generated order number that is typed $name',
  ({ spell }) => {
    for (const id of [1, 77, 2 ** 31])
      expect(numbersMeant(spell(orderNumber(id)))).toContain(orderNumber(id));
  },
);

test('a search for an order number that was not generated keeps the dashes in the number', () => {
  expect(numbersMeant('# INV-2026 001')).toEqual(['# INV-2026 001', 'INV-2026001']);
  expect(numbersMeant('#')).toEqual(['#']);
});

test('generated order numbers of consecutive order ids differ in at least two characters, and in more than five on average', () => {
  const unlike = Array.from({ length: 1000 }, (_, index) => {
    const [a, b] = [plain(orderNumber(index + 1)), plain(orderNumber(index + 2))];
    return Array.from(a).filter((character, at) => character !== b[at]).length;
  });
  expect(Math.min(...unlike)).toBeGreaterThanOrEqual(2);
  expect(unlike.reduce((sum, count) => sum + count) / unlike.length).toBeGreaterThan(5);
});

describe('the check character', () => {
  const place = fc.nat({ max: 100 });

  test('the check character of an order number reveals one wrong character unless 0 is confused with X, 1 with Y, or 2 with Z', () => {
    fc.assert(
      fc.property(ids, place, fc.constantFrom(...Array.from(alphabet)), (id, where, typed) => {
        const text = plain(orderNumber(id));
        const at = where % text.length;
        const right = text[at] ?? '';
        fc.pre(typed !== right);
        const isCaught = !looksGenerated(spaced(text.slice(0, at) + typed + text.slice(at + 1)));
        expect(isCaught).toBe(!areTwins(right, typed) || at === text.length - 1);
      }),
      { numRuns: 1000 },
    );
  });

  test('the check character of an order number reveals two swapped neighbouring characters unless they are 0 and X, 1 and Y, or 2 and Z', () => {
    fc.assert(
      fc.property(ids, place, (id, where) => {
        const text = plain(orderNumber(id));
        const at = where % (text.length - 2);
        const [a = '', b = ''] = [text[at], text[at + 1]];
        fc.pre(a !== b);
        const isCaught = !looksGenerated(spaced(text.slice(0, at) + b + a + text.slice(at + 2)));
        expect(isCaught).toBe(!areTwins(a, b));
      }),
      { numRuns: 1000 },
    );
  });
});

test.each(['', 'A-1', 'TEST-1', 'INV-2026-001', '0000-000-0', '7kq2-m9t', 'IIII-III', '2026/1', '0000000'])(
  'the text %p does not look like a generated order number, so an admin may use it as an order number',
  (text) => expect(looksGenerated(text)).toBe(false),
);
