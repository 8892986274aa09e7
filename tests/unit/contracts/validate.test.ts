import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ordersWrites } from '#shared/contracts/endpoints/orders-service.ts';
import { productWrites } from '#shared/contracts/endpoints/products.ts';
import { validate } from '#shared/contracts/kit/validate.ts';
import type { Field } from '#shared/contracts/kit/fields.ts';
import { broken } from '../support/outcome.ts';

const locale = { currencyDecimals: 2, timeZone: 'UTC' };
const order = ordersWrites['orders.create'];
const product = productWrites['products.create'];
const check = (schema: Field<unknown>, sent: unknown) => validate(schema, sent, locale);

describe('request validation', () => {
  test('validation reports all broken rules together, each with the dotted path of its field', () => {
    const { errors } = check(order.body, {
      user_id: 'x',
      payment_method: 9,
      status: 'lost',
      total: 12.505,
      estimated_arrive_time: '2026-02-30',
      notes: 'n'.repeat(1001),
      items: [
        { amount: 0, main_price: -1 },
        { product_id: 2, amount: 100_001 },
      ],
    });
    expect(broken(errors).sort()).toEqual([
      'address_id: required',
      'estimated_arrive_time: date',
      'items.0.amount: min',
      'items.0.main_price: min',
      'items.0.product_id: required',
      'items.1.amount: max',
      'notes: max_characters',
      'payment_method: in',
      'status: in',
      'total: decimals',
      'user_id: integer',
    ]);
  });

  test('validation rejects a list that is too long without checking its entries', () => {
    const items = Array.from({ length: 400_000 }, () => ({ product_id: 'x' }));
    const { errors } = check(order.body, {
      user_id: 1,
      address_id: 1,
      payment_method: 1,
      status: 'pending',
      total: 1,
      items,
    });
    expect(errors).toEqual([{ field: 'items', rule: 'max_items', params: { max: 1000 } }]);
  });

  test('if a required object is absent or null, validation reports the object’s required fields, not the object itself', () => {
    const { errors } = check(product.body, { price: 1, ar: { name: 'x' } });
    expect(broken(errors).sort()).toEqual([
      'ar.description: required',
      'ar.name: min_characters',
      'en.description: required',
      'en.name: required',
    ]);
    expect(broken(check(product.body, { price: 1, en: null, ar: null }).errors).sort()).toEqual([
      'ar.description: required',
      'ar.name: required',
      'en.description: required',
      'en.name: required',
    ]);
    expect(broken(check(product.body, { price: 1, en: 'x', ar: [] }).errors).sort()).toEqual([
      'ar: object',
      'en: object',
    ]);
  });

  test('validation of an invalid body returns its valid fields, so that the records named in these fields can still be looked up', () => {
    const { value } = check(order.body, {
      user_id: '7',
      total: 'x',
      items: [{ product_id: '3', amount: 'x' }, 'x', { product_id: 4, amount: 1 }],
    });
    expect(value).toEqual({
      user_id: 7,
      items: [{ product_id: 3 }, undefined, { product_id: 4, amount: 1 }],
    });
  });

  test('validation removes unknown fields at every depth', () => {
    const { value, errors } = check(order.body, {
      ...order.example,
      id: 99,
      order_number: 'MINE',
      created_at: 'x',
      history: [],
      $where: '1',
      items: [{ product_id: 1, amount: 2, held: 5, id: 1, $gt: '' }],
    });
    expect(errors).toEqual([]);
    expect(value).toEqual({ ...order.example, total: 2500, items: [{ product_id: 1, amount: 2 }] });
  });

  test('validation removes fields such as __proto__ that would change JavaScript prototypes', () => {
    const bodies = [
      '{"price":1,"__proto__":{"is_active":false,"polluted":1},"constructor":{"prototype":{"polluted":1}}',
      '{"price":1,"prototype":1,"toString":"x","hasOwnProperty":1',
    ].map(
      (start) =>
        `${start},"en":{"name":"ab","description":"cd","__proto__":{"polluted":1}},"ar":{"name":"ab","description":"cd"}}`,
    );
    for (const body of bodies) {
      const { value, errors } = check(product.body, JSON.parse(body));
      expect(errors).toEqual([]);
      expect(JSON.stringify(value)).toBe(
        '{"price":100,"en":{"name":"ab","description":"cd"},"ar":{"name":"ab","description":"cd"}}',
      );
      expect((value as { polluted?: unknown }).polluted).toBeUndefined();
      expect((value as { is_active?: unknown }).is_active).toBeUndefined();
    }
    const { value } = check(product.body, JSON.parse('{"price":"x","__proto__":{"is_active":true}}'));
    expect((value as { is_active?: unknown }).is_active).toBeUndefined();
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test('validation rejects a MongoDB operator as a value of the wrong type', () => {
    const { errors } = check(order.body, { ...order.example, user_id: { $gt: 0 }, notes: { $ne: null } });
    expect(broken(errors)).toEqual(['user_id: integer', 'notes: string']);
  });

  test.each([[null], [[]], ['text'], [5]])(
    'validation rejects the body %j because it is not an object',
    (sent) => expect(check(order.body, sent).errors).toEqual([{ field: '', rule: 'object' }]),
  );

  test('if a field of an object or list entry is invalid, validation still returns the other fields of this object or entry', () => {
    const sent = {
      price: '12.5',
      en: { name: 'x', description: ' d' },
      ar: { name: 'ab', description: 'cd' },
    };
    expect(check(product.body, sent).value).toEqual({ ...sent, price: 1250, en: { description: ' d' } });
    const items = [{ product_id: '3', main_price: '2.50', amount: 'x' }];
    expect((check(order.body, { items }).value as { items: unknown }).items).toEqual([
      { product_id: 3, main_price: 250 },
    ]);
  });

  test('validation of an arbitrary body never throws, and its result and errors contain only declared fields', () => {
    const known = new Set(Object.keys(order.body.describe()['keys'] as object));
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...known, '__proto__', 'x'), fc.jsonValue()), (sent) => {
        const { value, errors } = check(order.body, sent);
        expect(Object.keys(value as object).every((name) => known.has(name))).toBe(true);
        for (const { field } of errors) expect(known.has(field.split('.')[0] ?? '')).toBe(true);
      }),
    );
  });
});

describe('validation of orders', () => {
  const reasons = (sent: Record<string, unknown>) => {
    const { value, errors } = check(order.body, sent);
    const more = order.check?.(value as never, sent) ?? [];
    return broken([...errors, ...more]).filter((name) => /status|reject/.test(name));
  };
  const rest = { user_id: 1, address_id: 1, payment_method: 1, total: 1 };

  test.each([
    ['no status and no reason', {}, ['status: required', 'reject_reason: required_when_empty']],
    ['an empty status', { status: null }, ['status: required', 'reject_reason: required_when_empty']],
    ['no status, but a reason', { reject_reason: 'Late' }, ['status: required']],
    ['the status rejected and no reason', { status: 'rejected' }, ['reject_reason: required']],
    [
      'the status rejected and an empty reason',
      { status: 'Rejected', reject_reason: null },
      ['reject_reason: required'],
    ],
    ['the status rejected and a reason', { status: 'rejected', reject_reason: 'Late' }, []],
    ['the status pending', { status: 'pending' }, []],
    [
      'a reason that is too long',
      { status: 'rejected', reject_reason: 'x'.repeat(501) },
      ['reject_reason: max_characters'],
    ],
    ['an unknown status', { status: 'lost' }, ['status: in']],
  ])(
    'an order created with %s gets exactly the expected errors for status and reason',
    (_name, sent, expected) => expect(reasons({ ...rest, ...sent })).toEqual(expected),
  );

  test.each([
    ['orders.create', 'total', '999999999999.99', '1000000000000'],
    ['orders.update', 'order_number', 'x'.repeat(64), 'x'.repeat(65)],
    ['orders.update', 'notes', 'x'.repeat(1000), 'x'.repeat(1001)],
    ['order-items.create', 'amount', '100000', '100001'],
    ['order-items.create', 'amount', '1', '0'],
    ['order-items.create', 'main_price', '9999999.99', '10000000'],
    ['users.create', 'name', 'xx', 'x'],
    ['users.create', 'phone', 'x'.repeat(32), 'x'.repeat(33)],
    ['addresses.create', 'line1', 'x'.repeat(255), 'x'.repeat(256)],
    ['inventory.set', 'stock', null, -1],
    ['inventory.adjust', 'by', '-5', '0.5'],
  ] as const)('the command %s enforces the limit for its field %s', (type, field, within, beyond) => {
    const { body, example } = ordersWrites[type];
    expect(check(body, { ...example, [field]: within }).errors).toEqual([]);
    expect(check(body, { ...example, [field]: beyond }).errors.map((error) => error.field)).toEqual([field]);
  });

  test('an order may have at most a thousand items', () => {
    const items = (count: number) => Array.from({ length: count }, () => ({ product_id: 1, amount: 1 }));
    expect(check(order.body, { ...order.example, items: items(1000) }).errors).toEqual([]);
    expect(check(order.body, { ...order.example, items: items(1001) }).errors).toEqual([
      { field: 'items', rule: 'max_items', params: { max: 1000 } },
    ]);
  });

  test('a bulk command accepts at most a hundred thousand ids', () => {
    const { body } = ordersWrites['orders.bulk-delete'];
    const ids = Array.from({ length: 100_001 }, () => 1);
    expect(broken(check(body, { ids }).errors)).toEqual(['ids: max_items']);
    expect(check(body, { ids: ids.slice(1) })).toEqual({ value: { ids: [1] }, errors: [] });
  });
});
