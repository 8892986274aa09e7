import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { readXlsx } from 'hucre/xlsx';

import { operationExport } from '#shared/contracts/endpoints/operation-endpoints.ts';
import { columnHead } from '#shared/contracts/endpoints/export-columns.ts';
import { exportOf, exportTypes, type ExportColumn, type ListExport } from '#shared/contracts/kit/exports.ts';
import { disarmed } from '#shared/engine/exports/csv.ts';
import { eventually } from '../../support/eventually.ts';
import { sharedStore } from '../../support/store-access.ts';
import { admin, clientOf, shared } from '../support/callers.ts';
import { csvCells, download } from '../support/download.ts';
import { lists } from '../../support/endpoints.ts';
import { validRequests } from '../support/valid-request.ts';
import { newOrder, newProduct, newShopper, newSubscription } from '../support/records.ts';
import { expectRefusal } from '../../support/refusals.ts';
import { pause } from '../../support/pause.ts';

interface ExportedList {
  path: string;
  export: ListExport;
  /** The beginning of the file name. */
  what: string;
}

const exported: ExportedList[] = [
  ...lists.flatMap(({ id, declared }) => {
    const found = exportOf(declared);
    return found ? [{ path: declared.path, export: found, what: id.replace('.list', '') }] : [];
  }),
  { path: '/api/admin/operations', export: operationExport, what: 'operations' },
];

test('every list of the API for admins can be exported as a file', () => {
  const ofAdmins = lists.filter(({ declared }) => declared.path.startsWith('/api/admin/'));
  expect(exported.length).toBe(ofAdmins.length + 1);
  expect(exported.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['orders', 'order-items', 'users']),
  );
});

type Row = Record<string, unknown>;
type Value = string | number | boolean | string[] | null | undefined;

function valueOf(row: Row, name: string): Value {
  const value = name
    .split('.')
    .reduce<unknown>((inner, part) => (inner as Row | null | undefined)?.[part], row);
  return value as Value;
}

/** The text of a CSV cell for a value, in the test store's time zone UTC and currency US dollar. */
function csvCellOf(value: Value, { kind }: ExportColumn): string {
  if (value === null || value === undefined) return '';
  if (kind === 'money') return Number(value).toFixed(2);
  if (kind === 'moment') return String(value).replace('Z', '+00:00');
  if (kind === 'text' || kind === 'texts')
    return disarmed(String(value).replaceAll(',', kind === 'texts' ? ', ' : ','));
  return String(value);
}

function sheetCellOf(value: Value, { kind }: ExportColumn): unknown {
  if (value === null || value === undefined) return null;
  if (kind === 'texts') return (value as string[]).join(', ') || null;
  return kind === 'moment' ? new Date(String(value)) : value === '' ? null : value;
}

const hostile = '=HYPERLINK("http://example.com","press"), "quoted"\nأحمد 👩‍👩‍👧';
const phone = '+962 7 9000 0000';

beforeAll(async () => {
  const shopper = await newShopper();
  const product = await newProduct({ stock: 100 });
  await newSubscription();
  await admin.put(`/api/admin/users/${shopper.user.id}`, { name: hostile, phone });
  await admin.put(`/api/admin/addresses/${shopper.address.id}`, { line1: hostile, phone });
  await newOrder({ notes: hostile, items: [{ product_id: product.id, amount: 2 }] }, shopper);
  const requestOf = await validRequests(lists.filter(({ declared }) => exportOf(declared)));
  pathOf = (declared) => {
    const list = lists.find((one) => one.declared.path === declared);
    return list ? requestOf(list).path : declared;
  };
  const paths = exported.map(({ path }) => pathOf(path));
  // Deliveries have new attempts while their endpoint is active.
  const webhooks = new Set(paths.flatMap((path) => /^\/api\/admin\/webhooks\/\d+(?=\/)/.exec(path) ?? []));
  for (const webhook of webhooks) await admin.put(webhook, { status: 'paused' });
  const rows = () => Promise.all(paths.map((path) => rowsIn(path, 'en')));
  // Waits until delivery attempts have ended, and until product names have reached the inventory.
  await eventually('the rows of every list to stay the same for half a second', async () => {
    const before = await rows();
    await pause(500);
    return isDeepStrictEqual(await rows(), before);
  });
});

/** The path of a list with the ids of existing records. */
let pathOf: (declared: string) => string;
const page = 'paginate=true&per_page=60';
const rowsIn = async (path: string, language: string) =>
  (await admin.get<Row[]>(`${path}?${page}`, { 'accept-language': language })).page.data;

/** tests/unit/exports proves every kind of cell in every format. */
describe.each(exported)('$path', ({ path: declared, export: { columns }, what }) => {
  let path: string;
  beforeAll(() => void (path = pathOf(declared)));
  const ofRecords = columns.filter(({ isOfLine }) => !isOfLine);
  const names = ofRecords.map(({ name }) => name).join(',');

  /** The file, and the rows of the list. Downloads again if the rows changed meanwhile, as `available` of a product does. */
  async function downloadWithRows(asked: string, language: string) {
    for (let look = 1; ; look += 1) {
      const rows = await rowsIn(path, language);
      const file = await download(asked, { 'accept-language': language });
      if (look === 10 || isDeepStrictEqual(await rowsIn(path, language), rows)) return { rows, ...file };
    }
  }

  test(`a CSV export of ${declared} in Arabic has the rows of the list, Arabic headings and a file name with the time`, async () => {
    const asked = `${path}?${page}&format=csv&fields=${names}`;
    const { rows, response, bytes } = await downloadWithRows(asked, 'ar');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-language')).toBe('ar');
    expect(response.headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="${what}-\\d{4}-\\d\\d-\\d\\d-\\d{4}\\.csv"$`),
    );
    const [heads, ...cells] = csvCells(bytes);
    expect(heads).toEqual(ofRecords.map(({ name }) => columnHead(name, 'ar')));
    expect(cells).toEqual(
      rows.map((row) => ofRecords.map((column) => csvCellOf(valueOf(row, column.name), column))),
    );
  });

  if (what !== 'orders') return;

  test('an XLSX and an NDJSON export of the order list have the rows of the list', async () => {
    const asked = `${path}?${page}&format=xlsx&fields=${names}`;
    const xlsx = await downloadWithRows(asked, 'en');
    const { sheets } = await readXlsx(xlsx.bytes);
    const [, ...cells] = sheets[0]?.rows ?? [];
    const filled = (row: unknown[]) => ofRecords.map((_, index) => row[index] ?? null);
    expect(cells.map(filled)).toEqual(
      xlsx.rows.map((row) => ofRecords.map((column) => sheetCellOf(valueOf(row, column.name), column))),
    );
    const { rows, bytes } = await downloadWithRows(`${path}?${page}&format=ndjson`, 'en');
    const lines = bytes.toString().trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(rows);
  });

  test('the Accept header selects the export format if there is no format parameter', async () => {
    for (const [format, type] of Object.entries(exportTypes)) {
      const { response } = await download(`${path}?${page}`, { accept: `${type}, application/json;q=0.5` });
      expect(response.headers.get('content-type')?.split(';')[0]).toBe(type);
      expect(response.headers.get('vary')).toContain('Accept');
      const byFormat = await download(`${path}?${page}&format=${format}`, { accept: 'application/json' });
      expect(byFormat.response.headers.get('content-type')?.split(';')[0]).toBe(type);
    }
  });

  test('a HEAD request for an export gets the headers of the file but no body', async () => {
    const token = await sharedStore().adminToken();
    const headers = { authorization: `Bearer ${token}`, 'accept-language': 'ar' };
    const url = new URL(`${path}?format=csv`, shared.url);
    const response = await fetch(url, { method: 'HEAD', headers });
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(response.headers.get('content-language')).toBe('ar');
    expect(response.headers.get('content-disposition')).toContain(`filename="${what}-`);
    expect((await fetch(`${url.href}&fields=secret`, { method: 'HEAD', headers })).status).toBe(422);
  });

  test('an export reports all its invalid parameters in one response', async () => {
    const broken = await admin.get(`${path}?format=pdf&fields=id,secret&sort=nothing`);
    expectRefusal(broken, 'validation_failed', ['sort', 'format', 'fields']);
    const secret = await admin.get(`${path}?format=csv&fields=secret`);
    const { errors } = expectRefusal(secret, 'validation_failed', ['fields']);
    expect(errors?.['fields']?.[0]).toContain(names.split(',').slice(0, 3).join(', '));
  });
});

describe('exports of order lines', () => {
  test('an order export with the parameter rows=items has one row per order line, each row also with the values of the order', async () => {
    const [first, second] = await Promise.all([newProduct(), newProduct()]);
    const items = [
      { product_id: first.id, amount: 2 },
      { product_id: second.id, amount: 3 },
    ];
    const order = await newOrder({ items });
    const { order_number: word } = order;
    const asked = `/api/admin/orders?filters[order_number]=${word}&rows=items&fields=order_number,items.product_id,items.amount,items.product.name,id`;
    const expected = [
      [word, first.id, 2, first.name, order.id],
      [word, second.id, 3, second.name, order.id],
    ];
    const csv = await download(`${asked}&format=csv`);
    expect(csvCells(csv.bytes).slice(1)).toEqual(expected.map((row) => row.map(String)));
    expect(csv.response.headers.get('content-disposition')).toContain('orders-items-');
    const { sheets } = await readXlsx((await download(`${asked}&format=xlsx`)).bytes);
    expect(sheets[0]?.rows.slice(1)).toEqual(expected);
  });
});

test('the lists of the API for shoppers cannot be exported as files', async () => {
  const shopper = await newShopper();
  const client = clientOf(shopper.user.id);
  const reply = await client.get('/api/client/orders?format=csv');
  expect(reply.header('content-type')).toContain('application/json');
  const refused = expectRefusal(
    await client.get('/api/client/orders', { accept: 'text/csv' }),
    'not_acceptable',
  );
  expect(refused.message).toBe('This list answers with application/json.');
});
