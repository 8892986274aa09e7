import { describe, expect, test } from '@jest/globals';
import { orderReads, orderWrites } from '#shared/contracts/endpoints/orders.ts';
import { inputSchema } from '#services/gateway/docs/openapi-schemas.ts';
import { productReads, productWrites } from '#shared/contracts/endpoints/products.ts';
import { validate } from '#shared/contracts/kit/validate.ts';
import { ajv } from '../../support/documented-answer.ts';

const locale = { currencyDecimals: 2, timeZone: 'UTC' };
const { body, check, crossFieldSchema } = orderWrites['orders.bulk-delete'];
const schema = { ...inputSchema(body, locale), ...crossFieldSchema };
const isDocumented = ajv.compile(schema);

function read(sent: Record<string, unknown>) {
  const { value, errors } = validate<object>(body, sent, locale);
  return { value, errors: [...errors, ...(check?.(value, sent) ?? [])] };
}
const errorsOf = (sent: Record<string, unknown>) =>
  read(sent).errors.map(({ field, rule }) => `${field} ${rule}`);

describe('record selections of bulk work', () => {
  const named: [sent: Record<string, unknown>, value: object][] = [
    [{ ids: [1, 2] }, { ids: [1, 2] }],
    [{ all: true }, { all: true }],
    [{ search: 'amman' }, { search: 'amman' }],
    [{ filters: { status: 'pending' } }, { filters: { status: ['pending'] } }],
    [
      { filters: { status: 'pending,confirmed', total: { from: 10.5 } }, search: 'amman' },
      { filters: { status: ['pending', 'confirmed'], total: { from: 1050 } }, search: 'amman' },
    ],
    [
      { filters: { created_at: { from: '2026-03-01', to: '2026-03-02' } } },
      { filters: { created_at: { from: '2026-03-01T00:00:00.000Z', until: '2026-03-03T00:00:00.000Z' } } },
    ],
  ];
  test.each(named)('bulk work accepts the record selection %j', (sent, value) => {
    expect(read(sent)).toEqual({ value, errors: [] });
  });

  const undocumented: [sent: Record<string, unknown>, value: object][] = [
    [{ ids: null, all: 'yes' }, { all: true }],
    [
      { ids: [1], all: false },
      { ids: [1], all: false },
    ],
    [{ filters: { status: ['pending', 'confirmed'] } }, { filters: { status: ['pending', 'confirmed'] } }],
    [
      { filters: { created_at: '2026-03-01', user_id: '7' } },
      { filters: { created_at: '2026-03-01', user_id: 7 } },
    ],
  ];
  test.each(undocumented)(
    'bulk work accepts the record selection %j, although it is not documented',
    (sent, value) => {
      expect(read(sent)).toEqual({ value, errors: [] });
    },
  );

  const refused: [sent: Record<string, unknown>, errors: string[]][] = [
    [{}, ['ids required']],
    [{ ids: null }, ['ids required']],
    [{ all: false }, ['ids required']],
    [{ ids: [1], all: true }, ['ids one_selection']],
    [{ ids: [1], filters: { status: 'pending' } }, ['ids one_selection']],
    [{ ids: [1], search: '' }, ['ids one_selection']],
    [{ all: true, search: 'x' }, ['ids one_selection']],
    [{ filters: {} }, ['filters blank_filter']],
    [{ filters: null }, ['filters blank_filter']],
    [{ filters: '' }, ['filters object', 'filters blank_filter']],
    [{ search: ' ' }, ['search blank_filter']],
    [{ filters: { status: 'pending' }, search: null }, ['search blank_filter']],
    [{ filters: { status: '' } }, ['filters.status in', 'filters.status blank_filter']],
    [{ filters: { status: 'pending', customer: null } }, ['filters.customer blank_filter']],
    [{ filters: { status: [] } }, ['filters.status in', 'filters.status blank_filter']],
    [{ filters: { created_at: {} } }, ['filters.created_at blank_filter']],
    [
      { filters: { created_at: { from: '2026-03-01', to: '' } } },
      ['filters.created_at.to date', 'filters.created_at.to blank_filter'],
    ],
    [{ filters: { total: { from: null } } }, ['filters.total.from blank_filter']],
    [{ filters: { state: 'pending' } }, ['filters.state unknown_filter']],
    [{ filters: { total: { above: 1 } } }, ['filters.total.above unknown_filter']],
    [{ filters: ['pending'] }, ['filters object']],
  ];
  test.each(refused)(
    'bulk work rejects the record selection %j, and the OpenAPI document does not allow it',
    (sent, errors) => {
      expect(errorsOf(sent)).toEqual(errors);
      expect(isDocumented(sent)).toBe(false);
    },
  );

  test('the record selection of bulk work rejects filter values that a query string cannot contain', () => {
    const bare = Object.assign(Object.create(null) as object, { $gt: '' });
    for (const value of [bare, [bare], [[1]], { from: bare }, { to: [bare] }])
      for (const name of Object.keys(orderReads['orders.list'].list?.filters ?? {}))
        expect(errorsOf({ filters: { [name]: value } })).not.toEqual([]);
  });

  test.each(named)('the OpenAPI document allows the record selection %j for bulk work', (sent) => {
    expect([isDocumented(sent), isDocumented.errors]).toEqual([true, null]);
  });

  test('bulk work can select records by the same filters as the list of these records', () => {
    const properties = schema['properties'] as Record<string, { properties: object }>;
    const { list } = orderReads['orders.list'];
    expect(Object.keys(properties['filters']?.properties ?? {})).toEqual(Object.keys(list?.filters ?? {}));
    const products = inputSchema(productWrites['products.bulk-delete'].body, locale)['properties'];
    const ofProducts = (products as typeof properties)['filters']?.properties ?? {};
    expect(Object.keys(ofProducts)).toEqual(Object.keys(productReads['products.list'].list?.filters ?? {}));
  });
});
