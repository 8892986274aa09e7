import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  maxPrice,
  priceChange,
  priceChangeErrors,
  type PriceChange,
} from '#shared/contracts/endpoints/price-change.ts';
import { productWrites } from '#shared/contracts/endpoints/products.ts';
import { validate } from '#shared/contracts/kit/validate.ts';
import { decideBatch } from '#shared/engine/decide/decide-batch.ts';
import { bulkErrorMessage } from '#services/gateway/commands/operation-resource.ts';
import { catalog, catalogHandlers } from '#services/catalog/service.ts';
import { changedPrice } from '#services/catalog/records/bulk-change.ts';
import { ledgerCommand } from '../support/ledger.ts';

const locale = (currencyDecimals: number) => ({ currencyDecimals, timeZone: 'UTC' });
const read = (sent: unknown, decimals = 2) => {
  const { value, errors } = validate(priceChange(), sent, locale(decimals));
  return errors[0] ?? value;
};

describe('bulk price changes', () => {
  const prices = fc.integer({ min: 0, max: 999_999_999 });

  test('a bulk price change can set a price or add an amount to each price, without rounding', () => {
    fc.assert(
      fc.property(prices, fc.integer({ min: -999_999_999, max: 999_999_999 }), (price, by) => {
        expect(changedPrice(price, { by })).toBe(price + by);
        expect(changedPrice(price, { set: Math.abs(by) })).toBe(Math.abs(by));
      }),
    );
  });

  test('a bulk price change by a percentage rounds each price to the nearest minor unit, and rounds exact halves up', () => {
    const tenThousandths = fc.integer({ min: -1_000_000, max: 100_000_000 });
    fc.assert(
      fc.property(prices, tenThousandths, (price, percent) => {
        const exact = BigInt(price) * BigInt(1_000_000 + percent);
        const found = BigInt(changedPrice(price, { percent: percent / 10_000 })) * 1_000_000n;
        const above = found - exact;
        expect(above > -500_000n && above <= 500_000n).toBe(true);
      }),
    );
    expect(changedPrice(50, { percent: 1 })).toBe(51);
    expect(changedPrice(50, { percent: -1 })).toBe(50);
    expect(changedPrice(1250, { percent: -100 })).toBe(0);
    expect(changedPrice(1005, { percent: 0.0001 })).toBe(1005);
  });

  test('a bulk price change is parsed with the currency’s number of decimals', () => {
    expect(read({ set: '12.50' })).toEqual({ set: 1250 });
    expect(read({ by: -0.5 }, 3)).toEqual({ by: -500 });
    expect(read({ by: '-1e2' }, 0)).toEqual({ by: -100 });
    expect(read({ percent: '-7.5' })).toEqual({ percent: -7.5 });
    expect(read({ percent: 10, unknown: 1 })).toEqual({ percent: 10 });
  });

  test('a bulk price change is rejected unless it has exactly one kind of change with a value in range', () => {
    const allowed = { allowed: 'set, by, percent' };
    for (const sent of [{}, { set: 1, by: 1 }, { set: null }, { amount: 3 }])
      expect(priceChangeErrors(sent)).toEqual([{ field: 'price', rule: 'exactly_one', params: allowed }]);
    expect(priceChangeErrors({ set: 0, by: null, percent: '' })).toEqual([]);
    expect(read('12')).toMatchObject({ rule: 'object' });
    expect(read([1])).toMatchObject({ rule: 'object' });
    expect(read({ set: -1 })).toMatchObject({ field: 'set', rule: 'min' });
    expect(read({ set: 1.005 })).toMatchObject({ rule: 'decimals' });
    expect(read({ by: -maxPrice - 1 })).toMatchObject({ rule: 'min', params: { min: -maxPrice } });
    expect(read({ by: -1.005 })).toMatchObject({ rule: 'decimals' });
    expect(read({ percent: -100.5 })).toMatchObject({ rule: 'min', params: { min: -100 } });
    expect(read({ percent: 10_001 })).toMatchObject({ rule: 'max' });
    expect(read({ percent: 0.001 })).toMatchObject({ rule: 'decimals' });
    expect(read({ percent: 'much' })).toMatchObject({ rule: 'numeric' });
  });

  test('a bulk update of products needs a price change, a status, or both', () => {
    const { body, check } = productWrites['products.bulk-update'];
    const errorsOf = (sent: Record<string, unknown>) => {
      const { value, errors } = validate<object>(body, sent, locale(2));
      return [...errors, ...(check?.(value, sent) ?? [])].map(({ field, rule }) => `${field} ${rule}`);
    };
    expect(errorsOf({ ids: [1], price: { by: 1 } })).toEqual([]);
    expect(errorsOf({ ids: [1], status: 'active', price: null })).toEqual([]);
    expect(errorsOf({ ids: [1] })).toEqual(['status required']);
    expect(errorsOf({ ids: [1], price: null })).toEqual(['status required']);
    expect(errorsOf({ ids: [1], price: { by: 1 }, status: null })).toEqual(['status flag']);
    expect(errorsOf({ ids: [1], price: { by: 1, set: 2 } })).toEqual(['price exactly_one']);
    expect(errorsOf({ ids: [1], price: { by: 'x' }, status: 'maybe' })).toEqual([
      'status flag',
      'price.by numeric',
    ]);
  });
});

describe.each(['products', 'subscriptions'] as const)('bulk price changes of %s', (table) => {
  const at = '2026-04-01T10:00:00.000Z';
  const settings = { now: at, tracked: catalog.tracked };
  const words = { name: 'Coffee', description: 'About coffee' };
  const record = (_id: number, price: number) => ({
    _id,
    price,
    version: 1,
    manufacturing_price: 1,
    is_active: true,
    en: words,
    ar: words,
    created_at: at,
    updated_at: at,
  });
  const shop = () => ({
    products: new Map(),
    subscriptions: new Map(),
    counters: new Map(),
    bulk: new Map(),
    bulkChunks: new Map(),
    bulkPreviews: new Map(),
    ledgerRows: new Map(),
    deletions: new Map(),
    made: new Map(),
    [table]: new Map([100, 250, 999_999_999].map((price, index) => [index + 1, record(index + 1, price)])),
  });
  const handlers = catalogHandlers(2) as never;

  function change(fields: { price: PriceChange; status?: boolean }) {
    const start = ledgerCommand(`${table}.bulk-update`, { ids: [1, 2, 3], ...fields } as never);
    const begun = decideBatch(
      [{ command: start, keepsInbox: true }],
      shop() as never,
      new Map(),
      handlers,
      settings,
    );
    const [operation, chunk] = begun.writes.map(({ after }) => after as never as { type: string });
    const state = {
      ...shop(),
      bulk: new Map([[start.id, operation]]),
      bulkChunks: new Map([[`${start.id}:0`, chunk]]),
    };
    const body = { operation: start.id, type: operation?.type, index: 0, ids: [1, 2, 3] };
    const command = ledgerCommand('bulk.chunk', body as never);
    const work = decideBatch([{ command, keepsInbox: false }], state as never, new Map(), handlers, settings);
    const after = (name: string) => work.writes.filter((write) => write.table === name).map((w) => w.after);
    return { type: operation?.type, records: after(table), chunk: after('bulkChunks')[0] };
  }

  test(`a bulk price change of ${table} skips records whose price would leave the allowed range, and reports these records`, () => {
    const { type, records, chunk } = change({ price: { by: -150 } });
    expect(type).toBe(`${table}.bulk-price`);
    expect(records).toMatchObject([
      { _id: 2, version: 2, price: 100, is_active: true },
      { _id: 3, price: 999_999_849 },
    ]);
    const params = { field: 'price', rule: 'min', min: '0' };
    expect(chunk).toMatchObject({ errors: [{ id: 1, code: 'validation_failed', params }] });
    expect(bulkErrorMessage({ code: 'validation_failed', params }, 'en')).toBe(
      'The price field must be at least 0.',
    );
    const raised = change({ price: { percent: 10 } });
    expect(raised.records).toMatchObject([
      { _id: 1, price: 110 },
      { _id: 2, price: 275 },
    ]);
    expect(raised.chunk).toMatchObject({
      errors: [{ id: 3, params: { field: 'price', rule: 'max', max: '9999999.99' } }],
    });
  });

  test(`a bulk price change of ${table} can also set the active status in the same operation`, () => {
    const { records } = change({ price: { set: 100 }, status: false });
    expect(records).toMatchObject([1, 2, 3].map((_id) => ({ _id, price: 100, is_active: false })));
    expect(change({ price: { set: 100 } }).chunk).toMatchObject({
      fates: ['unchanged', 'changed', 'changed'],
    });
  });
});
