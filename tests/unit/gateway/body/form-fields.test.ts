import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Problem } from '#shared/contracts/errors.ts';
import { parseForm, readFields } from '#services/gateway/body/form-fields.ts';
import { normaliseText } from '#services/gateway/body/normalise-text.ts';

/** The fields after a round trip through JSON, which removes null prototypes. */
const body = (text: string): unknown => JSON.parse(JSON.stringify(parseForm(text, 'malformed_body').fields));
const nestedFields = (json: object) => readFields(Object.entries(json), 'malformed_body').fields;
const nested = (json: object): unknown => JSON.parse(JSON.stringify(nestedFields(json)));

function refusal(attempt: () => unknown): Problem['details'] {
  try {
    attempt();
  } catch (error) {
    if (error instanceof Problem) return error.details;
    throw error;
  }
  throw new Error('No error was thrown');
}

const twoItems = {
  items: [
    { product_id: '1', amount: '2' },
    { product_id: '3', amount: '4' },
  ],
};

describe('notations for a list of entries in a form body', () => {
  test.each([
    'items[0][product_id]=1&items[0][amount]=2&items[1][product_id]=3&items[1][amount]=4',
    'items%5B0%5D%5Bproduct_id%5D=1&items%5B0%5D%5Bamount%5D=2&items%5B1%5D%5Bproduct_id%5D=3&items%5B1%5D%5Bamount%5D=4',
    'items[][product_id]=1&items[][amount]=2&items[][product_id]=3&items[][amount]=4',
    'items[*.product_id]=1&items[*.amount]=2&items[*.product_id]=3&items[*.amount]=4',
    'items[*.product_id]=1&items[*.product_id]=3&items[*.amount]=2&items[*.amount]=4',
    'items[*][product_id]=1&items[*][amount]=2&items[*][product_id]=3&items[*][amount]=4',
    'items[0.product_id]=1&items[0.amount]=2&items[1.product_id]=3&items[1.amount]=4',
    'items[0].product_id=1&items[0].amount=2&items[1].product_id=3&items[1].amount=4',
    'items.0.product_id=1&items.0.amount=2&items.1.product_id=3&items.1.amount=4',
    'items[1][product_id]=3&items[0][amount]=2&items[1][amount]=4&items[0][product_id]=1',
    'items[30][product_id]=3&items[7][amount]=2&items[30][amount]=4&items[7][product_id]=1',
  ])('the form %s is parsed as a list of two items', (text) => {
    expect(body(text)).toEqual(twoItems);
  });

  test('when a form list is written as items[][field]=…, a field that occurs again begins a new list entry', () => {
    expect(body('items[][product_id]=1&items[][product_id]=3&items[][amount]=4')).toEqual({
      items: [{ product_id: '1' }, { product_id: '3', amount: '4' }],
    });
  });

  test('a form list entry without an index comes after the entry with the highest index so far, as in PHP', () => {
    expect(body('ids[]=1&ids[]=2&ids[9]=3&ids[]=4')).toEqual({ ids: ['1', '2', '3', '4'] });
    expect(body('ids[*]=1&ids[*]=2')).toEqual({ ids: ['1', '2'] });
  });
});

describe('items[*.field] with an uneven number of values', () => {
  test('if one field of a form list has fewer values than the list’s other fields, the error shows how to write it with an index', () => {
    const text =
      'items[*.product_id]=1&items[*.product_id]=2&items[*.main_price]=9&items[*.amount]=1&items[*.amount]=1';
    const uneven = [
      { field: 'items.*.main_price', rule: 'indexed_entries', params: { example: 'items[0][main_price]' } },
    ];
    expect(parseForm(text, 'malformed_body').uneven).toEqual(uneven);
  });

  test('a form list written as items[*.field]=… may leave out an optional field in all of its entries', () => {
    expect(body('items[*.product_id]=1&items[*.product_id]=2')).toEqual({
      items: [{ product_id: '1' }, { product_id: '2' }],
    });
  });
});

describe('single form fields', () => {
  test.each([
    ['a=1&a=2', { a: '2' }],
    ['a[b]=1&a[b]=2', { a: { b: '2' } }],
    ['a=1&a[b]=2', { a: { b: '2' } }],
    ['a[b]=1&a=2', { a: '2' }],
    ['en[name]=a+b%20c&ar[name]=%D8%A7', { en: { name: 'a b c' }, ar: { name: 'ا' } }],
    ['a=1%2B1&b=x=y', { a: '1+1', b: 'x=y' }],
    ['a&b=&=c&&', { a: '', b: '' }],
    ['a[b=1&[c]=2&d]=3&e[f]g=4&h..i=5', { 'a[b': '1', '[c]': '2', 'd]': '3', e: { f: '4' }, 'h..i': '5' }],
    ['', {}],
  ])('the form %j is parsed into the expected flat or nested fields', (text, expected) => {
    expect(body(text)).toEqual(expected);
  });

  test.each([
    ['a[from]=1&a=', { a: { from: '1' } }],
    ['a=&a[from]=1', { a: { from: '1' } }],
    ['a[from]=1&a=2', { a: '2' }],
  ])(
    'when the query %j is parsed, an empty parameter does not replace a range of the same name, but a later value does',
    (text, expected) => {
      expect(JSON.parse(JSON.stringify(parseForm(text, 'malformed_query').fields))).toEqual(expected);
    },
  );

  test.each(['a=%ZZ', 'a=%', 'a=100%', '%=1', 'a=%ff', 'a=%c3%28'])(
    'the malformed form %s is rejected',
    (text) => {
      expect(refusal(() => parseForm(text, 'malformed_query')).code).toBe('malformed_query');
      expect(refusal(() => parseForm(text, 'malformed_body')).code).toBe('malformed_body');
    },
  );

  test.each([
    ['b=1&en[name]=%ff', 'en[name]'],
    ['b=1&%ff=1', '%ff'],
  ])('the error for the malformed form %s names the malformed field', (text, field) => {
    expect(refusal(() => parseForm(text, 'malformed_body')).detail).toBe(
      `The field ${field} is not percent-encoded UTF-8.`,
    );
  });
});

describe('a JSON body', () => {
  test('a JSON body may mix flat names such as en[name] with nested objects', () => {
    expect(nested({ 'en[name]': 'x', en: { description: 'd' }, 'items[0][product_id]': 1 })).toEqual({
      en: { name: 'x', description: 'd' },
      items: [{ product_id: 1 }],
    });
    expect(nested({ items: [{ product_id: 1 }, { product_id: 2 }], 'items.1.amount': 5 })).toEqual({
      items: [{ product_id: 1 }, { product_id: 2, amount: 5 }],
    });
  });

  test('a JSON body keeps its empty lists, empty objects, null and false', () => {
    const json = { list: [], object: {}, nothing: null, no: false, zero: 0 };
    expect(nested(json)).toEqual(json);
  });

  test('a JSON object with indexes as keys is parsed as a list, because PHP formats some lists in this way', () => {
    expect(nested({ ids: { 1: 'b', 0: 'a' } })).toEqual({ ids: ['a', 'b'] });
  });
});

describe('row numbers in lists', () => {
  test.each([
    ['items[0][a]=1&items[2][a]=2&items[3][a]=3', { items: [0, 2, 3] }],
    ['items[7][a]=1&items[2][a]=2', { items: [2, 7] }],
    ['items[0][a]=1&items[1][a]=2', {}],
    ['items[][a]=1&items[][a]=2', {}],
    ['a[b][5]=1', { 'a.b': [5] }],
    ['__proto__[5]=1', JSON.parse('{"__proto__":[5]}')],
  ])(
    'the form %s is parsed together with the original indexes of each list whose indexes have gaps',
    (text, rows) => {
      expect(JSON.stringify(parseForm(text, 'malformed_body').rows)).toBe(JSON.stringify(rows));
    },
  );

  test('a JSON list written as an object with indexes as keys is parsed together with its original indexes', () => {
    const sent = readFields(Object.entries({ items: { 4: { a: 1 }, 1: { a: 2 } } }), 'malformed_body');
    expect({ ...sent.rows }).toEqual({ items: [1, 4] });
  });
});

describe('hostile forms', () => {
  test.each([
    '__proto__[polluted]=1',
    'constructor[prototype][polluted]=1',
    'a[__proto__][polluted]=1',
    '__proto__.polluted=1',
  ])('the form %s is parsed as ordinary fields without changing any prototype', (text) => {
    const data = normaliseText(parseForm(text, 'malformed_body').fields) as object;
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(Object.getPrototypeOf(data)).toBeNull();
    expect(JSON.stringify(data)).toContain('polluted');
  });

  test('a field named __proto__ in a JSON body is parsed as an ordinary field', () => {
    const data = nestedFields(JSON.parse('{"__proto__":{"polluted":1},"a":{"__proto__":{"b":1}}}') as object);
    expect(JSON.stringify(normaliseText(data))).toBe(
      '{"__proto__":{"polluted":1},"a":{"__proto__":{"b":1}}}',
    );
  });

  test('a form field with a huge list index creates a list of a single entry', () => {
    expect(body('items[999999999999]=a')).toEqual({ items: ['a'] });
  });

  test('a form or JSON body with fields nested five levels deep is accepted, and a body with six levels is rejected', () => {
    expect(body('a[b][c][d][e]=1')).toEqual({ a: { b: { c: { d: { e: '1' } } } } });
    expect(refusal(() => body('a[b][c][d][e][f]=1')).code).toBe('malformed_body');
    expect(nested({ a: { b: { c: { d: { e: 1 } } } } })).toEqual({ a: { b: { c: { d: { e: 1 } } } } });
    expect(refusal(() => nested({ a: { b: { c: { d: { e: { f: 1 } } } } } })).code).toBe('malformed_body');
    expect(refusal(() => nested({ a: [[[[[1]]]]] })).code).toBe('malformed_body');
  });

  // A parser with quadratic run time would exceed Jest's time limit.
  test('a form with half a million ids is parsed in linear time', () => {
    const { fields } = parseForm('ids[]=1&'.repeat(500_000), 'malformed_body');
    expect(fields['ids']).toHaveLength(500_000);
  });
});

test('if 20,000 fields of a form list have too few values, only the first hundred of these fields are reported', () => {
  const names = Array.from({ length: 20_000 }, (_, index) => `a[*.f${index}]=1`).join('&');
  const { uneven } = parseForm(`a[*.f0]=1&${names}`, 'malformed_body');
  expect(uneven.map(({ field }) => field)).toEqual(
    Array.from({ length: 100 }, (_, index) => `a.*.f${index + 1}`),
  );
});

describe('text in fields', () => {
  test('invisible characters at both ends of a text field are removed, and a text that is then empty becomes null', () => {
    expect(normaliseText({ a: ' \u00a0\u3000x\u200b\u200f', b: ' \t\u2800 ', c: ['', 'x y'] })).toEqual({
      a: 'x',
      b: null,
      c: [null, 'x y'],
    });
  });

  test('NUL characters in a text field are kept, so that a validation rule can reject them', () => {
    expect(normaliseText('\0a\0')).toBe('\0a\0');
  });

  test('a long run of spaces inside a text field stays unchanged', () => {
    const text = `x${' '.repeat(1_000_000)}x`;
    expect(normaliseText(text)).toBe(text);
  });
});

describe('properties of the form parser', () => {
  const name = fc.oneof(
    fc.stringMatching(/^[a-z_]{1,8}$/),
    fc.constantFrom('__proto__', 'constructor', '$where', 'ا', 'a b', 'a&b=c'),
  );
  const leaf = fc.string({ unit: 'binary', maxLength: 8 }).filter((text) => text.isWellFormed());
  const container = (inner: fc.Arbitrary<unknown>) =>
    fc.oneof(
      fc.array(inner, { minLength: 1, maxLength: 3 }),
      fc.dictionary(name, inner, { minKeys: 1, maxKeys: 3 }),
    );
  const value = fc.oneof(leaf, container(fc.oneof(leaf, container(leaf))));

  /** Formats nested data like PHP's http_build_query. */
  function printed(data: unknown, prefix: string, write: (text: string) => string): string[] {
    if (typeof data !== 'object' || data === null) return [`${write(prefix)}=${write(String(data))}`];
    return Object.entries(data).flatMap(([key, inner]) =>
      printed(inner, prefix === '' ? key : `${prefix}[${key}]`, write),
    );
  }

  test('the form parser parses any form in the format of PHP’s http_build_query back to the original data', () => {
    fc.assert(
      fc.property(fc.dictionary(name, value), (data) => {
        const text = printed(data, '', encodeURIComponent).join('&');
        expect(body(text)).toEqual(JSON.parse(JSON.stringify(data)));
      }),
    );
  });

  test('the form parser either parses a random text or rejects it with an API error, and never crashes', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ab01[\]*.&=%+_]{0,60}$/), (text) => {
        try {
          parseForm(text, 'malformed_body');
        } catch (error) {
          expect(error).toBeInstanceOf(Problem);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
