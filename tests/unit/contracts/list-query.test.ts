import { describe, expect, test } from '@jest/globals';
import { addressReads } from '#shared/contracts/endpoints/addresses.ts';
import type { JsonSchema } from '#shared/contracts/kit/fields.ts';
import { finalStates, liveStates } from '#shared/contracts/endpoints/order-states.ts';
import { orderItemReads } from '#shared/contracts/endpoints/order-items.ts';
import { orderFilterNames, orderReads, searchedOrderFields } from '#shared/contracts/endpoints/orders.ts';
import { productReads } from '#shared/contracts/endpoints/products.ts';
import { subscriptionReads } from '#shared/contracts/endpoints/subscriptions.ts';
import { userReads } from '#shared/contracts/endpoints/users.ts';
import { readListQuery, type ListContract } from '#shared/contracts/kit/list-query.ts';
import { encodeCursor } from '#shared/engine/lists/cursor.ts';
import { inputSchema } from '#services/gateway/docs/openapi-schemas.ts';
import { endpoints } from '#services/gateway/http/routes.ts';
import { broken } from '../support/outcome.ts';

const locale = { currencyDecimals: 2, timeZone: 'UTC' };
const listOf = (read: { list: unknown }) => read.list as ListContract<unknown>;
const orders = listOf(orderReads['orders.list']);
const subscriptions = listOf(subscriptionReads['subscriptions.list']);

const ask = (sent: Record<string, unknown>, contract = orders) => readListQuery(contract, sent, locale);
const errorsOf = (sent: Record<string, unknown>, contract = orders) => broken(ask(sent, contract).errors);
const paging = (sent: Record<string, unknown>) => ask(sent).query.paging;

test('a list query without parameters requests the whole list without a sort order', () => {
  expect(ask({})).toEqual({
    query: { search: null, filters: {}, sort: [], paging: { kind: 'all' } },
    errors: [],
  });
});

describe('query parameters of every list', () => {
  const lists = endpoints.flatMap(({ id, declared }) =>
    'list' in declared && declared.list ? [{ id, list: declared.list as ListContract<unknown> }] : [],
  );

  test.each(lists)(
    'the list $id accepts a query without parameters, and treats an empty parameter like a missing one',
    ({ list }) => {
      const everything = ask({}, list);
      expect(everything.errors).toEqual([]);
      const { filters, ...others } = inputSchema(list.query, locale)['properties'] as Record<
        string,
        JsonSchema
      >;
      const names = Object.keys(filters?.['properties'] ?? {});
      expect(names).toEqual(Object.keys(list.filters));
      for (const name of names) expect(ask({ filters: { [name]: null } }, list)).toEqual(everything);
      for (const name of Object.keys(others)) expect(ask({ [name]: null }, list)).toEqual(everything);
    },
  );

  test.each(lists)('the list $id documents all its query parameters as optional', ({ list }) => {
    const schema = inputSchema(list.query, locale);
    const { filters } = schema['properties'] as Record<string, JsonSchema>;
    expect([schema['required'], filters?.['required']]).toEqual([undefined, undefined]);
  });
});

describe('pagination', () => {
  test.each(['true', '1', 'TRUE', 1, true])(
    'a list query with paginate=%p returns numbered pages',
    (paginate) => {
      expect(paging({ paginate })).toEqual({ kind: 'pages', page: 1, perPage: 15 });
    },
  );

  test.each(['false', '0', null, undefined])(
    'a list query with paginate=%p returns the whole list',
    (paginate) => {
      expect(paging({ paginate })).toEqual({ kind: 'all' });
    },
  );

  test.each<unknown>(['2', 'yes', 'pages', [], {}, { toString: '1' }, [{ toString: '1' }]])(
    'a list query with paginate=%p fails validation',
    (paginate) => {
      expect(errorsOf({ paginate })).toEqual(['paginate: in']);
    },
  );

  test.each([
    ['3', 3],
    ['0', 1],
    ['-2', 1],
    ['x', 1],
    ['1.5', 1],
    ['', 1],
    [null, 1],
    [['2'], 2],
    [{ toString: '2' }, 1],
    ['99999999999999999999', 1],
  ])('a list query with page=%p returns page %d', (page, expected) => {
    expect(ask({ paginate: '1', page })).toMatchObject({ query: { paging: { page: expected } }, errors: [] });
  });

  test.each(['1', '200', 15])('a list query with per_page=%p is accepted', (perPage) => {
    expect(paging({ paginate: '1', per_page: perPage })).toMatchObject({ perPage: Number(perPage) });
  });

  test.each([
    ['0', 'min'],
    ['-1', 'min'],
    ['201', 'max'],
    ['x', 'integer'],
    ['1.5', 'integer'],
  ])('a list query with per_page=%p fails validation', (perPage, rule) => {
    expect(errorsOf({ paginate: '1', per_page: perPage })).toEqual([`per_page: ${rule}`]);
    expect(errorsOf({ paginate: 'cursor', per_page: perPage })).toEqual([`per_page: ${rule}`]);
  });

  test.each([{}, { paginate: '0' }, { paginate: 'false' }, { paginate: null }])(
    'a list query with %j ignores per_page',
    (sent) => expect(ask({ ...sent, per_page: '0' })).toEqual(ask({})),
  );

  test('a list query with paginate=cursor returns pages by cursor', () => {
    expect(paging({ paginate: 'cursor' })).toEqual({ kind: 'cursor', cursor: null, perPage: 15 });
    expect(paging({ paginate: 'Cursor', cursor: 'abc', per_page: '5' })).toEqual({
      kind: 'cursor',
      cursor: 'abc',
      perPage: 5,
    });
    expect(errorsOf({ paginate: 'cursor', cursor: 'x'.repeat(6701) })).toEqual(['cursor: max_characters']);
  });

  test('a list that is sorted by description accepts its own cursor after a description of 5000 ASCII characters', () => {
    const cursor = encodeCursor({ values: ['a'.repeat(5000), 7], pointsToNext: true });
    const sent = { paginate: 'cursor', sort: 'description', cursor };
    expect(errorsOf(sent, listOf(productReads['products.list']))).toEqual([]);
  });
});

describe('sort', () => {
  test('a sort parameter that repeats a field uses only the first occurrence', () => {
    expect(ask({ sort: `-created_at,${'id,-id,created_at,'.repeat(1000)}id` }).query.sort).toEqual([
      { field: 'created_at', descending: true },
      { field: 'id', descending: false },
    ]);
  });

  test('a sort parameter accepts several fields, with a minus for descending order', () => {
    expect(ask({ sort: '-created_at, id' }).query.sort).toEqual([
      { field: 'created_at', descending: true },
      { field: 'id', descending: false },
    ]);
  });

  test.each([
    ['orders', orders, ['id', ...searchedOrderFields, 'total']],
    ['subscriptions', subscriptions, ['id', 'price', 'is_active', 'created_at', 'name', 'description']],
    ['items', listOf(orderItemReads['order-items.list']), ['id', 'order_id', 'product_id', 'created_at']],
    ['users', listOf(userReads['users.list']), ['id', 'name', 'email', 'phone', 'created_at']],
    ['addresses', listOf(addressReads['addresses.list']), ['id', 'user_id', 'city', 'country', 'created_at']],
  ])(
    'the sort parameter of the list %s accepts exactly the sortable fields of this list, and its error names these fields',
    (_list, contract, fields) => {
      expect(errorsOf({ sort: fields.join(',') }, contract)).toEqual([]);
      expect(ask({ sort: 'nothing' }, contract).errors).toEqual([
        { field: 'sort', rule: 'unknown_sort', params: { allowed: fields.join(', ') } },
      ]);
    },
  );

  test.each(['product_id', '-', '--id', 'id,', '+id', 'constructor', '_id', 5, ['id'], 'items.id'])(
    'the sort parameter %p fails validation',
    (sort) => expect(errorsOf({ sort })).toEqual(['sort: unknown_sort']),
  );
});

describe('search', () => {
  test('a list query keeps a search term such as .*$ne unchanged as plain text', () => {
    expect(ask({ search: '.*$ne' }).query.search).toBe('.*$ne');
  });

  test('a search term has at most 200 characters', () => {
    expect(errorsOf({ search: '😀'.repeat(200) })).toEqual([]);
    expect(errorsOf({ search: 'x'.repeat(201) })).toEqual(['search: max_characters']);
  });

  test.each([[['a']], [{ $regex: '.' }]])('the search parameter %j fails validation', (search) =>
    expect(errorsOf({ search })).toEqual(['search: string']),
  );
});

describe('filters', () => {
  const filter = (name: string, value: unknown, contract = orders) => {
    const { query, errors } = ask({ filters: { [name]: value } }, contract);
    return errors.length > 0 ? broken(errors) : query.filters;
  };

  test('the order list has at least the filters that the contract requires', () => {
    const names = [
      'user_id',
      'address_id',
      'order_number',
      'status',
      'payment_method',
      'created_at',
      'updated_at',
    ];
    expect(orderFilterNames).toEqual(expect.arrayContaining(names));
  });

  test('the error for an unknown filter contains its name and lists the known filters', () => {
    expect(ask({ filters: { discount: '1', constructor: 'x', status: '1' } }).errors).toEqual(
      ['discount', 'constructor'].map((name) => ({
        field: `filters.${name}`,
        rule: 'unknown_filter',
        params: { allowed: orderFilterNames.join(', ') },
      })),
    );
    expect(errorsOf(JSON.parse('{"filters":{"__proto__":"1"}}') as Record<string, unknown>)).toEqual([
      'filters.__proto__: unknown_filter',
    ]);
  });

  test.each(['x', 5, [1]])(
    'a filters parameter that is %j instead of an object fails validation',
    (filters) => expect(errorsOf({ filters })).toEqual(['filters: object']),
  );

  test.each([
    ['status', '1', { status: liveStates }],
    ['status', '0', { status: finalStates }],
    ['status', 'true', { status: liveStates }],
    ['status', 'on', { status: liveStates }],
    ['status', 'No', { status: finalStates }],
    ['status', 'shipped', { status: ['shipped'] }],
    ['status', 'Shipped, pending,shipped', { status: ['pending', 'shipped'] }],
    ['user_id', '7', { user_id: 7 }],
    ['payment_method', '2', { payment_method: 2 }],
    ['created_at', '2026-03-01', { created_at: '2026-03-01' }],
    [
      'created_at',
      { from: '2026-03-01', to: '2026-03-02' },
      { created_at: { from: '2026-03-01T00:00:00.000Z', until: '2026-03-03T00:00:00.000Z' } },
    ],
    ['updated_at', { to: '2026-03-02T10:00+02:00' }, { updated_at: { until: '2026-03-02T08:00:00.000Z' } }],
    ['created_at', { from: null, to: null }, {}],
    ['total', '12.50', { total: 1250 }],
    ['total', { from: '1e1', to: 12.5 }, { total: { from: 1000, to: 1250 } }],
    ['total', { from: 5, to: '5' }, { total: { from: 500, to: 500 } }],
    ['id', '3, 1,3', { id: [3, 1] }],
    ['id', '3,3', { id: 3 }],
    ['user_id', Array.from({ length: 200 }, () => '7').join(','), { user_id: 7 }],
    ['product_id', '1,2', { product_id: [1, 2] }],
    ['payment_method', '4,1', { payment_method: [4, 1] }],
    ['payment_method', ['4', '1'], { payment_method: [4, 1] }],
    ['address_id', ['3', '1,3'], { address_id: [3, 1] }],
    ['id', ['7'], { id: 7 }],
    ['status', ['shipped', 'pending'], { status: ['pending', 'shipped'] }],
    ['order_number', 'A-1', { order_number: 'A-1' }],
    ['user_id', null, {}],
  ])('the order filter %s=%j is parsed as %j', (name, value, expected) =>
    expect(filter(name, value)).toEqual(expected),
  );

  test.each([
    ['status', 'lost', 'in'],
    ['status', 'pending,', 'in'],
    ['status', '2', 'in'],
    ['status', { $ne: 1 }, 'in'],
    ['status', { toString: '1' }, 'in'],
    ['user_id', 'x', 'integer'],
    ['user_id', { $gt: 0 }, 'integer'],
    ['user_id', '-1', 'min'],
    ['payment_method', '9', 'in'],
    ['created_at', '2026-02-30', 'date'],
    ['created_at', '30.02.2026', 'day'],
    ['user_id', '7,x', 'integer'],
    ['user_id', '7,', 'integer'],
    ['id', [['1'], '2'], 'integer'],
    ['product_id', Array.from({ length: 201 }, (_, id) => id).join(','), 'max_items'],
    ['payment_method', '1,9', 'in'],
    ['total', 'much', 'numeric'],
    ['created_at', '2026-03-01T10:00', 'day'],
    ['order_number', ['A'], 'string'],
    ['order_number', 'x'.repeat(65), 'max_characters'],
  ])('the order filter %s=%j breaks the rule %s', (name, value, rule) =>
    expect(filter(name, value)).toEqual([`filters.${name}: ${rule}`]),
  );

  test.each([
    [{ created_at: { from: 'soon', to: '2026-02-30' } }, ['created_at.from: date', 'created_at.to: date']],
    [{ created_at: { from: '2026-03-02', gte: 'x' } }, ['created_at.gte: unknown_filter']],
    [{ total: { from: '-1', to: '1.234' } }, ['total.from: min', 'total.to: decimals']],
    [{ total: { from: ['1'] }, id: 'x' }, ['total.from: numeric', 'id: integer']],
  ])(
    'the filters parameter %j gets an error for each invalid end of a range and each other invalid filter',
    (filters, expected) => expect(errorsOf({ filters })).toEqual(expected.map((error) => `filters.${error}`)),
  );

  test('a range filter may begin and end on the same day, or end before it begins', () => {
    const day = { from: '2026-03-01', to: '2026-03-01' };
    expect(filter('created_at', day)).toEqual({
      created_at: { from: '2026-03-01T00:00:00.000Z', until: '2026-03-02T00:00:00.000Z' },
    });
    const at = '2026-03-01T10:00:00.000Z';
    expect(filter('created_at', { from: at, to: at })).toEqual({ created_at: { from: at, until: at } });
    expect(filter('total', { from: 2, to: 1 })).toEqual({ total: { from: 200, to: 100 } });
  });

  test('a query parameter filter[…] is rejected, and the error suggests the parameter filters[…]', () => {
    expect(ask({ filter: { status: '1', nothing: 'x' } }).errors).toEqual(
      ['status', 'user_id'].map((name, index) => ({
        field: index === 0 ? 'filter.status' : 'filter.nothing',
        rule: 'other_dialect',
        params: { ours: `filters[${name}]` },
      })),
    );
    expect(errorsOf({ filter: 'status:1' })).toEqual(['filter: other_dialect']);
    expect([errorsOf({ filter: {} }), errorsOf({ filter: null })]).toEqual([[], []]);
  });

  test.each([
    ['price', { from: '1' }, { price: { from: 100 } }],
    ['price', '12.50', { price: 1250 }],
    ['is_active', 'off', { is_active: false }],
    ['name', 'box', { name: 'box' }],
    ['price', '12.505', ['filters.price: decimals']],
    ['is_active', '2', ['filters.is_active: boolean']],
    ['description', 'x'.repeat(256), ['filters.description: max_characters']],
  ])(
    'the filter %s=%j on subscriptions and products results in these values or errors: %j',
    (name, value, expected) => {
      for (const contract of [subscriptions, listOf(productReads['shop-products.list'])]) {
        expect(filter(name, value, contract)).toEqual(expected);
      }
    },
  );

  test('a list query with several invalid parameters gets an error for each of them', () => {
    const sent = {
      search: ['x'],
      sort: 'x',
      paginate: '1',
      per_page: '0',
      filters: { status: 'x', nothing: 1, user_id: 'y' },
    };
    expect(errorsOf(sent).sort()).toEqual([
      'filters.nothing: unknown_filter',
      'filters.status: in',
      'filters.user_id: integer',
      'per_page: min',
      'search: string',
      'sort: unknown_sort',
    ]);
  });
});
