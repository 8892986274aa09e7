import { describe, expect, test } from '@jest/globals';
import { endpoints } from '#services/gateway/http/routes.ts';
import { chosenColumns, columnHead, namedColumns } from '#shared/contracts/endpoints/export-columns.ts';
import { operationSchema } from '#shared/contracts/endpoints/operations.ts';
import { orderSchema } from '#shared/contracts/endpoints/order-schema.ts';
import {
  columnsOf,
  exportOf,
  exportOfRecords,
  exportOfReport,
  readExport,
  type ListExport,
} from '#shared/contracts/kit/exports.ts';

const locale = { currencyDecimals: 2, timeZone: 'UTC' };
const lists = endpoints.flatMap((endpoint) => {
  const found = endpoint.kind === 'read' ? exportOf(endpoint.declared) : null;
  return found ? [[endpoint.declared.path, found] as const] : [];
});
const reports = endpoints
  .filter(({ id }) => ['orders.list', 'products.list', 'subscriptions.list'].includes(id))
  .map(
    ({ id, declared }) =>
      [`the report of ${id}`, exportOfReport(declared.answers ?? {}, ['status', 'price'])] as const,
  );
const all: (readonly [string, ListExport])[] = [
  ...lists,
  ...reports,
  ['operations', exportOfRecords(operationSchema)],
];
const orders = exportOfRecords(orderSchema);

test('every export column has an English and an Arabic heading, and every heading belongs to a column', () => {
  const names = new Set(all.flatMap(([, { columns }]) => columns.map(({ name }) => name)));
  const ofRecords = [...names].filter((name) => !/^(before|after)\./.test(name));
  expect(new Set(namedColumns)).toEqual(new Set(ofRecords));
  for (const name of names) expect(columnHead(name, 'ar')).not.toBe(columnHead(name, 'en'));
});

test.each(all)('the default export columns for %s have distinct headings', (_path, list) => {
  for (const rows of ['records', 'items'] as const) {
    const columns = chosenColumns(list, { columns: null, rows });
    for (const language of ['en', 'ar'] as const) {
      const heads = columns.map(({ name }) => columnHead(name, language));
      expect(heads.filter((head, index) => heads.indexOf(head) !== index)).toEqual([]);
    }
  }
});

test('the type of each export column, and whether the column belongs to order lines, are derived from the schema', () => {
  const kinds = Object.fromEntries(columnsOf(orderSchema).map(({ name, kind }) => [name, kind]));
  expect(kinds).toMatchObject({
    id: 'integer',
    order_number: 'text',
    total: 'money',
    items_total: 'money',
    notes: 'text',
    estimated_arrive_time: 'moment',
    created_at: 'moment',
    next_statuses: 'texts',
    'user.name': 'text',
    'address.phone': 'text',
    'items.main_price': 'money',
  });
  expect(Object.keys(kinds).filter((name) => name.startsWith('history'))).toEqual([]);
  const ofLines = columnsOf(orderSchema).filter(({ isOfLine }) => isOfLine);
  expect(ofLines.map(({ name }) => name)).toContain('items.product.name');
  expect(ofLines.every(({ name }) => name.startsWith('items.'))).toBe(true);
});

test('the sums in an export of operations are amounts of money', () => {
  const kinds = Object.fromEntries(columnsOf(operationSchema).map(({ name, kind }) => [name, kind]));
  expect(kinds).toMatchObject({ 'sums.total': 'money', 'sums.paid': 'money', 'sums.stock': 'integer' });
});

describe('export requests', () => {
  const ask = (sent: Record<string, unknown>, accepted: 'csv' | null = null) =>
    readExport(orders, { sent, accepted }, locale);

  test('an export request accepts any letter case and ignores spaces and repeated columns', () => {
    expect(ask({ format: 'CSV', fields: ' id , user.name,id' }).request).toEqual({
      format: 'csv',
      columns: ['id', 'user.name'],
      rows: 'records',
    });
    expect(ask({ format: 'xlsx', fields: 'items.amount', rows: 'items' }).errors).toEqual([]);
  });

  test('a request is treated as an export only if its parameter `format` or its header Accept requests a file format', () => {
    expect(ask({ fields: 'secret', rows: 'x' })).toEqual({ request: null, errors: [] });
    expect(ask({}, 'csv').request?.format).toBe('csv');
    expect(ask({ format: 'ndjson' }, 'csv').request?.format).toBe('ndjson');
  });

  test.each([
    [{ format: 'pdf' }, ['format in']],
    [{ format: 'pdf', fields: 'secret' }, ['format in', 'fields unknown_column']],
    [{ format: 'csv', fields: 'id,,total' }, ['fields unknown_column']],
    [{ format: 'csv', fields: 'items' }, ['fields unknown_column']],
    [{ format: 'csv', fields: { toString: 'id' } }, ['fields unknown_column']],
    [{ format: 'csv', fields: 'items.amount' }, ['fields needs_rows']],
    [{ format: 'csv', rows: 'history' }, ['rows in']],
    [{ format: 'ndjson', rows: 'items' }, ['rows whole_records']],
  ])('the export request %j fails validation', (sent, expected) => {
    expect(ask(sent).errors.map(({ field, rule }) => `${field} ${rule}`)).toEqual(expected);
  });
});
