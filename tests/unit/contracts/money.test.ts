import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { money } from '#shared/contracts/kit/field-kinds.ts';
import {
  currencyDecimals,
  exceeds,
  parseDecimal,
  toMajor,
  toMinorUnits,
} from '#shared/contracts/kit/money.ts';
import { maxFigure } from '#shared/contracts/endpoints/order-fields.ts';
import { validate } from '#shared/contracts/kit/validate.ts';

const read = (value: unknown, decimals = 2, max = maxFigure) => {
  const { value: minor, errors } = validate(money({ max }), value, {
    currencyDecimals: decimals,
    timeZone: 'UTC',
  });
  return errors[0]?.rule ?? minor;
};

/** Formats minor units as a client may write them: 1250 → "12.50". */
function written(minor: number, decimals: number): string {
  const digits = String(minor).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

const decimalsOfCurrencies = fc.constantFrom(0, 2, 3);
const amounts = (decimals: number) => fc.integer({ min: 0, max: Math.floor(maxFigure) * 10 ** decimals });

describe('money', () => {
  test('an amount of money is unchanged after formatting and parsing, as a number and as text', () => {
    fc.assert(
      fc.property(
        decimalsOfCurrencies.chain((decimals) => fc.tuple(fc.constant(decimals), amounts(decimals))),
        ([decimals, minor]) => {
          expect(read(written(minor, decimals), decimals)).toBe(minor);
          const major = toMajor(minor, decimals);
          expect(read(major, decimals)).toBe(minor);
          expect(read(String(major), decimals)).toBe(minor);
        },
      ),
    );
  });

  test('an amount of money is shown as a number without trailing zeros', () => {
    expect(
      [1250, 1200, 1, 0, 100_000_000_000_000 - 1].map((minor) => JSON.stringify(toMajor(minor, 2))),
    ).toEqual(['12.5', '12', '0.01', '0', '999999999999.99']);
    fc.assert(
      fc.property(amounts(2), (minor) => {
        const shown = JSON.stringify(toMajor(minor, 2));
        expect(shown).toMatch(/^\d+(\.\d{1,2})?$/);
        expect(shown).not.toMatch(/\.\d?0$/);
      }),
    );
  });

  test('an amount with more decimals than its currency has is rejected, never rounded', () => {
    expect(['12.505', 12.505, '0.001', 0.1 + 0.2].map((value) => read(value))).toEqual(
      Array(4).fill('decimals'),
    );
    expect(read('12.5', 0)).toBe('decimals');
    expect(read('1.2345', 3)).toBe('decimals');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999 }), fc.integer({ min: 1, max: 9 }), (minor, more) => {
        expect(read(`${written(minor, 2)}${more}`)).toBe('decimals');
        // Trailing zeros do not change the amount.
        expect(read(`${written(minor, 2)}000`)).toBe(minor);
      }),
    );
  });

  test.each([
    ['1e3', 100_000],
    ['1E3', 100_000],
    ['1.5e2', 15_000],
    ['125e-1', 1250],
    ['1250e-2', 1250],
    ['.5', 50],
    ['5.', 500],
    ['+5', 500],
    ['007', 700],
    ['-0', 0],
    [' 5 ', 500],
    ['0e999', 0],
    [1e-2, 1],
  ])('a money field parses %p as %p minor units', (value, minor) => expect(read(value)).toBe(minor));

  test.each([
    'NaN',
    'Infinity',
    '-Infinity',
    '0x10',
    '0b1',
    '1_000',
    '1,000',
    '12,50',
    '1e',
    'e3',
    '.',
    '-',
    '',
    '1 2',
    '١٢',
    '1n',
    '--1',
    '1e1000',
    '1e-1000',
    '1'.repeat(65),
    NaN,
    Infinity,
    true,
    null,
    [],
    [5],
    {},
    '12.50 USD',
    '1e+-3',
  ])('a money field rejects %p as not numeric', (value) => expect(read(value)).toBe('numeric'));

  test('an amount outside the allowed range is rejected in any notation', () => {
    expect(['-0.01', -1, '-1e300'].map((value) => read(value))).toEqual(Array(3).fill('min'));
    expect(['1e12', '1e400', 1e300, '9'.repeat(64)].map((value) => read(value))).toEqual(
      Array(4).fill('max'),
    );
    expect(read('1e-400')).toBe('decimals');
    expect(read('9999999.99', 2, 9_999_999.99)).toBe(999_999_999);
    expect(read('10000000', 2, 9_999_999.99)).toBe('max');
    expect(read('9999999.991', 2, 9_999_999.99)).toBe('max');
  });

  test('a parsed decimal number keeps all its digits', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 40n }),
        fc.integer({ min: 0, max: 20 }),
        (digits, scale) => {
          const text = digits.toString().padStart(scale + 1, '0');
          const decimal = parseDecimal(scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`);
          expect(decimal && toMinorUnits(decimal, scale)).toBe(digits);
          expect(decimal && exceeds(decimal, Number.MAX_VALUE)).toBe(false);
        },
      ),
    );
  });

  test('an amount in a currency with four decimals is either stored exactly or rejected', () => {
    const decimals = currencyDecimals('CLF');
    const minor = 9_999_999_999_999_899n;
    const result = read(written(Number(minor / 10000n), 0) + `.${String(minor % 10000n)}`, decimals);
    expect(result === 'max' || BigInt(result as number) === minor).toBe(true);
  });
});

test('amounts have 2 decimals in USD and EUR, none in JPY, and 3 in KWD and JOD', () => {
  expect(['USD', 'JPY', 'KWD', 'JOD', 'EUR'].map(currencyDecimals)).toEqual([2, 0, 3, 3, 2]);
});
