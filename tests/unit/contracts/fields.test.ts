import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  activity,
  choice,
  country,
  day,
  email,
  flag,
  integer,
  moment,
  reference,
  text,
  word,
} from '#shared/contracts/kit/field-kinds.ts';
import {
  blankable,
  list,
  nullable,
  object,
  required,
  sometimes,
  type Field,
} from '#shared/contracts/kit/fields.ts';
import { idList } from '#shared/contracts/kit/selection.ts';
import { validate } from '#shared/contracts/kit/validate.ts';

const locale = { currencyDecimals: 2, timeZone: 'Asia/Amman' };

/** The result of parsing a value with a field: `{ value }`, or the rule that the value breaks. */
function read(field: Field<unknown>, value: unknown): unknown {
  const { value: whole, errors } = validate(object({ it: field }), { it: value }, locale);
  return errors[0]?.rule ?? { value: whole.it };
}

const value = (of: unknown) => ({ value: of });

describe('text fields', () => {
  test('the length limits of a text field count Unicode code points', () => {
    const two = text({ min: 2, max: 3 });
    expect(read(two, '😀😀😀')).toEqual(value('😀😀😀'));
    expect(read(two, '😀')).toBe('min_characters');
    expect(read(two, '😀😀😀😀')).toBe('max_characters');
    expect(read(text({ max: 3 }), '')).toEqual(value(''));
  });

  test('a text field keeps its text unchanged, line breaks and tabs included, but rejects control characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (written) => {
        const isPlain = !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(written);
        expect(read(text({ max: 10_000 }), written)).toEqual(isPlain ? value(written) : 'control_characters');
      }),
    );
    expect(read(text({ max: 9 }), 'a\r\n\tb')).toEqual(value('a\r\n\tb'));
  });

  test.each(['\u0000', 'a\u0007', '\u007f'])('a text field rejects the unprintable text %j', (unprintable) =>
    expect(read(text({ max: 9 }), unprintable)).toBe('control_characters'),
  );

  test.each(['\ud800', 'a\udc00b'])(
    'a text field rejects %j, which contains half of a surrogate pair',
    (half) => expect(read(text({ max: 9 }), half)).toBe('unicode'),
  );

  test.each([5, true, ['a'], { a: 1 }])('a text field rejects the non-text value %p', (other) =>
    expect(read(text({ max: 9 }), other)).toBe('string'),
  );
});

describe('integer fields', () => {
  const small = integer({ min: -5, max: 1000 });

  test.each([
    [7, 7],
    ['7', 7],
    ['007', 7],
    ['1e3', 1000],
    ['7.0', 7],
    [-5, -5],
    ['-0', 0],
  ])('an integer field parses %p as %p', (sent, expected) =>
    expect(read(small, sent)).toEqual(value(expected)),
  );

  test.each(['7.5', 7.5, '0x7', 'seven', 'NaN', NaN, Infinity, true, [7], '7 8', '１'])(
    'an integer field rejects %p as not an integer',
    (sent) => expect(read(small, sent)).toBe('integer'),
  );

  test('an integer field rejects values below its minimum or above its maximum', () => {
    expect(['-6', 1001, '1e300', '-1e300'].map((sent) => read(small, sent))).toEqual([
      'min',
      'max',
      'max',
      'min',
    ]);
    fc.assert(
      fc.property(fc.integer(), (sent) => {
        const expected = sent < -5 ? 'min' : sent > 1000 ? 'max' : value(sent);
        expect(read(small, sent)).toEqual(expected);
        expect(read(small, String(sent))).toEqual(expected);
      }),
    );
  });
});

describe('reference fields', () => {
  test('a reference field rejects an id that no record can have with the rule “exists”, and a value that is no integer with the rule “integer”', () => {
    const user = reference('users');
    expect(['12', 12, 0, -1, '9007199254740992', '1e30'].map((sent) => read(user, sent))).toEqual([
      value(12),
      value(12),
      'exists',
      'exists',
      'exists',
      'exists',
    ]);
    expect(['x', 1.5, true].map((sent) => read(user, sent))).toEqual(Array(3).fill('integer'));
  });
});

test('a choice field accepts its declared numbers in any notation and rejects other numbers', () => {
  const method = choice([1, 2, 3, 4]);
  expect([1, '2', '3.0', '4e0'].map((sent) => read(method, sent))).toEqual([1, 2, 3, 4].map(value));
  expect([0, 5, '1e3', -1].map((sent) => read(method, sent))).toEqual(Array(4).fill('in'));
  expect(['card', true, '1.5'].map((sent) => read(method, sent))).toEqual(Array(3).fill('integer'));
});

test('a word field accepts its declared words in any letter case and rejects other words', () => {
  const state = word(['pending', 'confirmed']);
  expect(['pending', 'Pending', 'CONFIRMED'].map((sent) => read(state, sent))).toEqual(
    ['pending', 'pending', 'confirmed'].map(value),
  );
  expect(['shipped', 'toString', '__proto__'].map((sent) => read(state, sent))).toEqual(Array(3).fill('in'));
  expect(read(state, 1)).toBe('string');
});

describe('flag fields', () => {
  const [yes, no] = [
    [true, 1, '1', 'true', 'TRUE', 'on', 'On', 'yes'],
    [false, 0, '0', 'false', 'False', 'off', 'no'],
  ];

  test('a flag field accepts JSON booleans, 1 and 0, and words such as on and yes', () => {
    expect(yes.map((sent) => read(flag(), sent))).toEqual(yes.map(() => value(true)));
    expect(no.map((sent) => read(flag(), sent))).toEqual(no.map(() => value(false)));
  });

  test.each([2, -1, 'active', 'y', '01', [1], {}, 'constructor'])(
    'a flag field rejects %p as not boolean',
    (sent) => expect(read(flag(), sent)).toBe('boolean'),
  );

  test('the status flag of bulk work also accepts active and inactive, and its error lists all accepted values', () => {
    expect([...yes, 'active', 'ACTIVE'].map((sent) => read(activity(), sent))).toEqual(
      [...yes, 1, 1].map(() => value(true)),
    );
    expect([...no, 'inactive'].map((sent) => read(activity(), sent))).toEqual(
      [...no, 0].map(() => value(false)),
    );
    const { errors } = validate(object({ status: activity() }), { status: 'paused' }, locale);
    expect(errors).toEqual([
      {
        field: 'status',
        rule: 'flag',
        params: { allowed: '1, true, on, yes, 0, false, off, no, active, inactive' },
      },
    ]);
  });
});

test('a timestamp field interprets a time without an offset in the store’s time zone', () => {
  expect(read(moment(), '2026-03-01 08:00')).toEqual(value('2026-03-01T05:00:00.000Z'));
  expect(read(moment(), '2026-03-01')).toEqual(value('2026-02-28T21:00:00.000Z'));
  expect(['2026-02-30', 1772323200, {}, '8 March'].map((sent) => read(moment(), sent))).toEqual(
    Array(4).fill('date'),
  );
});

test('a day field accepts a calendar day and rejects times and invalid days', () => {
  expect(read(day(), '2026-03-01')).toEqual(value('2026-03-01'));
  expect(['2026-03-01T00:00', 20260301, '2026-3-1'].map((sent) => read(day(), sent))).toEqual(
    Array(3).fill('day'),
  );
});

test('a day field reports a day that does not exist as an invalid date, not as a wrong format', () => {
  expect(['2026-02-30', '0000-01-01'].map((sent) => read(day(), sent))).toEqual(['date', 'date']);
});

test('an e-mail field accepts only addresses that can receive mail', () => {
  const good = ['a@b.co', 'Layla.Haddad+shop@example.co.uk', "o'neil@example.com", 'x@عربي.شبكة', 'a@1.io'];
  expect(good.map((sent) => read(email(), sent))).toEqual(good.map(value));
  const bad = [
    'a',
    'a@b',
    '@b.co',
    'a@',
    'a b@c.de',
    'a@b..',
    'a@-b.co',
    'a@b.co.',
    'a@@b.co',
    'a,b@c.de',
    '<a@b.co>',
  ];
  expect(bad.map((sent) => read(email(), sent))).toEqual(bad.map(() => 'email'));
  expect(read(email(), `${'a'.repeat(251)}@b.co`)).toBe('email');
  expect(read(email(), 5)).toBe('string');
});

test('a country field accepts a country code in any letter case and stores it in upper case', () => {
  expect(['JO', 'jo', 'Us'].map((sent) => read(country(), sent))).toEqual(['JO', 'JO', 'US'].map(value));
  expect(['JOR', 'J', '12', 'J0', 'ßß', '', 'ﬁ'].map((sent) => read(country(), sent))).toEqual(
    Array(7).fill('country'),
  );
});

describe('id lists of bulk work', () => {
  const ids = idList({ max: 4 });

  test.each([
    [[1, 2, 3]],
    [['1', '2', '3']],
    ['1,2,3'],
    [' 1 , 2 ,3 '],
    ['[1,2,3]'],
    ['["1","2",3]'],
    [[1, '2', 3, 1]],
    ['1,2,3,2'],
    ['01,2,3'],
  ])('the bulk id list %j is parsed as 1, 2 and 3', (sent) =>
    expect(read(ids, sent)).toEqual(value([1, 2, 3])),
  );

  test('a bulk id list may be a single id', () => {
    expect([7, '7', ['7']].map((sent) => read(ids, sent))).toEqual(Array(3).fill(value([7])));
  });

  test('the length limit for an id list applies before duplicates are removed', () => {
    expect(validate(ids, [1, 1, 1, 1, 1], locale).errors).toEqual([
      { field: '', rule: 'max_items', params: { max: 4 } },
    ]);
    expect(read(ids, '1,1,1,1')).toEqual(value([1]));
  });

  test.each([
    [[], 'required'],
    ['[]', 'required'],
    [{ 0: 1 }, 'array'],
    [true, 'array'],
    ['[1,2', 'array'],
    ['[{"a":1}]', 'integer'],
    [[1.5], 'integer'],
    [[0], 'integer'],
    [[-1], 'integer'],
    ['1,,2', 'integer'],
    ['1;2', 'integer'],
    [['1e3'], 'integer'],
    [[null], 'integer'],
    [[true], 'integer'],
    [[[1]], 'integer'],
    ['9007199254740993', 'integer'],
    [['0x1'], 'integer'],
  ])('the bulk id list %j breaks the rule %s', (sent, rule) => expect(read(ids, sent)).toBe(rule));
});

describe('required and optional fields', () => {
  const amount = () => integer({ min: 0, max: 9 });
  const absent = (field: Field<unknown>) => validate(object({ it: field }), {}, locale);

  test('a required field must be present and not null, but may be 0 or false', () => {
    expect(absent(required(amount())).errors).toEqual([{ field: 'it', rule: 'required' }]);
    expect(read(required(amount()), null)).toBe('required');
    expect(read(required(amount()), 0)).toEqual(value(0));
    expect(read(required(flag()), false)).toEqual(value(false));
  });

  test('an optional field is validated if it is present, and rejects null', () => {
    expect(absent(sometimes(amount()))).toEqual({ value: {}, errors: [] });
    expect(read(sometimes(amount()), null)).toBe('integer');
    expect(read(sometimes(amount()), 10)).toBe('max');
  });

  test('a nullable field keeps a null from the request, and stays absent if the request does not contain it', () => {
    expect(absent(nullable(amount()))).toEqual({ value: {}, errors: [] });
    expect(validate(object({ it: nullable(amount()) }), { it: null }, locale)).toEqual({
      value: { it: null },
      errors: [],
    });
    expect(read(nullable(amount()), 'x')).toBe('integer');
  });

  test('a field that accepts blanks treats null as if the request did not contain the field', () => {
    expect(validate(object({ it: blankable(amount()) }), { it: null }, locale)).toEqual({
      value: {},
      errors: [],
    });
    expect(read(blankable(amount()), 10)).toBe('max');
  });
});

test('a list field reports a length above its limit, and the path of each invalid entry', () => {
  const amounts = object({
    items: list(object({ amount: required(integer({ min: 1, max: 9 })) }), { max: 2 }),
  });
  const rules = (items: unknown) => validate(amounts, { items }, locale).errors;
  expect(rules([{ amount: 1 }, { amount: 0 }])).toEqual([
    { field: 'items.1.amount', rule: 'min', params: { min: 1 } },
  ]);
  expect(rules([{ amount: 1 }, {}])).toEqual([{ field: 'items.1.amount', rule: 'required' }]);
  expect(rules(Array(3).fill({ amount: 1 }))).toEqual([
    { field: 'items', rule: 'max_items', params: { max: 2 } },
  ]);
  expect(rules('x')).toEqual([{ field: 'items', rule: 'array' }]);
  expect(rules([5])).toEqual([{ field: 'items.0', rule: 'object' }]);
});
