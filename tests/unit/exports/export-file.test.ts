import { readXlsx } from 'hucre/xlsx';
import fc from 'fast-check';
import { describe, expect, test } from '@jest/globals';
import type { ExportColumn, ExportRequest } from '#shared/contracts/kit/exports.ts';
import { exportFile, type ExportContext } from '#shared/engine/exports/export-file.ts';
import { brokenTexts, calculated, hostileTexts } from '../../support/hostile-cells.ts';
import { readCsv } from '../../support/read-csv.ts';
import { eventually } from '../../support/eventually.ts';

const columns: ExportColumn[] = [
  { name: 'id', kind: 'integer', isOfLine: false },
  { name: 'name', kind: 'text', isOfLine: false },
  { name: 'user.name', kind: 'text', isOfLine: false },
  { name: 'total', kind: 'money', isOfLine: false },
  { name: 'is_active', kind: 'boolean', isOfLine: false },
  { name: 'created_at', kind: 'moment', isOfLine: false },
  { name: 'next_statuses', kind: 'texts', isOfLine: false },
  { name: 'items.product_id', kind: 'integer', isOfLine: true },
];
const context: ExportContext = {
  what: 'orders',
  columns,
  language: 'en',
  locale: { currencyDecimals: 2, timeZone: 'Asia/Amman' },
  at: new Date('2026-01-31T23:05:00Z'),
};
const plain: ExportRequest = { format: 'csv', columns: null, rows: 'records' };

async function bytesOf(
  records: readonly unknown[],
  asked: Partial<ExportRequest>,
  more: Partial<ExportContext> = {},
): Promise<Buffer> {
  const { content } = exportFile(records, { ...plain, ...asked }, { ...context, ...more });
  const pieces: Buffer[] = [];
  for await (const piece of content) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

const withoutApostrophes = (text: string) => text.replaceAll("'", '');
const csvOf = async (...asked: Parameters<typeof bytesOf>) =>
  readCsv((await bytesOf(...asked)).toString().replace(/^\uFEFF/, ''));

async function sheetOf(
  records: readonly unknown[],
  asked: Partial<ExportRequest> = {},
  more: Partial<ExportContext> = {},
) {
  const { sheets } = await readXlsx(await bytesOf(records, { ...asked, format: 'xlsx' }, more));
  const [sheet] = sheets;
  if (!sheet) throw new Error('There is no sheet');
  return sheet;
}

const order = {
  id: 7,
  name: 'a',
  user: { name: 'Layla' },
  total: 12.5,
  is_active: true,
  created_at: '2026-01-31T21:30:00.000Z',
  next_statuses: ['confirmed', 'rejected'],
  items: [{ product_id: 3 }, { product_id: 4 }],
};

describe('CSV', () => {
  test('a CSV export begins with a byte order mark and column headings in the request’s language', async () => {
    const english = (await bytesOf([], { columns: ['id', 'user.name', 'total'] })).toString();
    expect(english).toBe('\uFEFFID,Customer,Total\r\n');
    const arabic = (await bytesOf([], { columns: ['id', 'user.name'] }, { language: 'ar' })).toString();
    expect(arabic).toBe('\uFEFFالمعرّف,العميل\r\n');
  });

  test('a CSV export shows money with the currency’s decimals, and times with the store’s UTC offset', async () => {
    const names = ['id', 'total', 'is_active', 'created_at', 'next_statuses'];
    expect((await csvOf([order], { columns: names }))[1]).toEqual([
      '7',
      '12.50',
      'true',
      '2026-02-01T00:30:00.000+03:00',
      'confirmed, rejected',
    ]);
    const dinars = { locale: { currencyDecimals: 3, timeZone: 'America/New_York' } };
    expect((await csvOf([order], { columns: ['total', 'created_at'] }, dinars))[1]).toEqual([
      '12.500',
      '2026-01-31T16:30:00.000-05:00',
    ]);
    const yen = { locale: { currencyDecimals: 0, timeZone: 'UTC' } };
    expect((await csvOf([{ ...order, total: 1200 }], { columns: ['total', 'created_at'] }, yen))[1]).toEqual([
      '1200',
      '2026-01-31T21:30:00.000+00:00',
    ]);
  });

  test('if rows per order line are requested, a CSV export has one row for each line, and none for an order without lines', async () => {
    const asked = { columns: ['id', 'items.product_id'], rows: 'items' } as const;
    const rows = await csvOf([order, { ...order, id: 8, items: [] }, { ...order, id: 9 }], asked);
    expect(rows.slice(1)).toEqual([
      ['7', '3'],
      ['7', '4'],
      ['9', '3'],
      ['9', '4'],
    ]);
  });

  test('a CSV export leaves the cells of absent values empty, and has a row marked as unreadable for a damaged record', async () => {
    const names = ['id', 'name', 'user.name', 'total'];
    const rows = await csvOf(
      [
        { id: 1, user: null },
        { id: 2, unreadable: true },
      ],
      { columns: names },
    );
    expect(rows.slice(1)).toEqual([
      ['1', '', '', ''],
      ['2', 'unreadable', '', ''],
    ]);
    const lines = await csvOf([{ id: 2, unreadable: true }], { columns: names, rows: 'items' });
    expect(lines.slice(1)).toEqual([['2', 'unreadable', '', '']]);
  });

  test('a CSV export adds apostrophes only where a spreadsheet would calculate a formula', async () => {
    const texts = [...hostileTexts, ...brokenTexts.filter((text) => text.isWellFormed())];
    const rows = await csvOf(
      texts.map((name) => ({ name })),
      { columns: ['name', 'name'] },
    );
    const cells = rows.slice(1).map(([cell = '']) => cell);
    expect(calculated.length).toBeGreaterThan(10);
    for (const [index, text] of texts.entries()) {
      const cell = cells[index] ?? '';
      if (calculated.includes(text) || /^[\t\r\n]/.test(text)) expect(cell).toMatch(/^'/);
      else expect(cell).toBe(text.replace(/(?<=[,;|\t\n]"?)=/, "'="));
      expect(withoutApostrophes(cell)).toBe(withoutApostrophes(text));
    }
  });

  test('a CSV export of arbitrary texts is parsed back unchanged, except for added apostrophes', async () => {
    const text = fc.string({ unit: 'binary' }).filter((some) => some.isWellFormed());
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, text)), async (pairs) => {
        const records = pairs.map(([name, customer]) => ({ name, user: { name: customer } }));
        const rows = await csvOf(records, { columns: ['name', 'user.name'] });
        const same = (read = '', sent: string) => withoutApostrophes(read) === withoutApostrophes(sent);
        expect(rows.length).toBe(pairs.length + 1);
        for (const [index, [name, customer]] of pairs.entries()) {
          expect(same(rows[index + 1]?.[0], name) && same(rows[index + 1]?.[1], customer)).toBe(true);
        }
      }),
    );
  });
});

describe('NDJSON', () => {
  const linesOf = async (...asked: Parameters<typeof bytesOf>) =>
    (await bytesOf(...asked))
      .toString()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as unknown);

  test('an NDJSON export contains the records in the format of list responses', async () => {
    const damaged = { id: 2, unreadable: true };
    expect(await linesOf([order, damaged], { format: 'ndjson' })).toEqual([order, damaged]);
  });

  test('an NDJSON export contains only the requested columns, nested as in the record', async () => {
    const asked = { format: 'ndjson', columns: ['user.name', 'id'] } as const;
    expect(await linesOf([order, { id: 2, user: null }, { id: 3 }], asked)).toEqual([
      { user: { name: 'Layla' }, id: 7 },
      { user: null, id: 2 },
      { id: 3 },
    ]);
  });
});

describe('XLSX', () => {
  const value = (rows: readonly (readonly unknown[])[], index: number) => rows[index] ?? [];

  test('an XLSX export stores numbers and amounts as numbers, and times as dates in the store’s time zone', async () => {
    const names = ['id', 'name', 'total', 'is_active', 'created_at'];
    const { rows } = await sheetOf([order], { columns: names });
    expect(value(rows, 0)).toEqual(['ID', 'Name', 'Total', 'Active', 'Created at (Asia/Amman)']);
    const [id, name, total, active, created] = value(rows, 1);
    expect([id, name, total, active]).toEqual([7, 'a', 12.5, true]);
    expect(created).toBeInstanceOf(Date);
    expect((created as Date).toISOString()).toBe('2026-02-01T00:30:00.000Z');
  });

  test('an XLSX export stores hostile texts as text, not as formulas or numbers', async () => {
    const { rows, cells } = await sheetOf(
      hostileTexts.map((name) => ({ name })),
      { columns: ['name'] },
    );
    expect(rows.slice(1)).toEqual(hostileTexts.map((text) => [text]));
    expect(cells?.values().some(({ formula }) => formula !== undefined) ?? false).toBe(false);
  });

  test('an XLSX export escapes characters that XML cannot hold, as spreadsheets do', async () => {
    const { rows } = await sheetOf(
      brokenTexts.map((name) => ({ name })),
      { columns: ['name'] },
    );
    expect(rows.slice(1)).toEqual(brokenTexts.map((text) => [text.toWellFormed()]));
  });

  test('an XLSX export has no cell for an empty value', async () => {
    const nothing = { id: 7, name: '', user: null, next_statuses: [] };
    const { rows } = await sheetOf([nothing], { columns: ['name', 'user.name', 'next_statuses', 'id'] });
    expect(rows[1]).toEqual([null, null, null, 7]);
  });

  test('an XLSX export in Arabic has right-to-left sheets', async () => {
    const { rows, view } = await sheetOf([order], { columns: ['id', 'user.name'] }, { language: 'ar' });
    expect(view?.rightToLeft).toBe(true);
    expect(rows[0]).toEqual(['المعرّف', 'العميل']);
    expect((await sheetOf([order])).view?.rightToLeft ?? false).toBe(false);
  });

  test('an XLSX export can have more than 26 columns', async () => {
    const many = Array.from({ length: 60 }, (_, index): ExportColumn => ({
      name: `c${index}`,
      kind: 'integer',
      isOfLine: false,
    }));
    const record = Object.fromEntries(many.map(({ name }, index) => [name, index]));
    const { rows } = await sheetOf([record], {}, { columns: many });
    expect(rows[1]).toEqual(many.map((_, index) => index));
  });

  test('an XLSX export stores times as text if a spreadsheet date cannot represent them', async () => {
    const old = { created_at: '1899-05-01T00:00:00.000Z' };
    const { rows } = await sheetOf([old, { created_at: 'damaged' }], { columns: ['created_at'] });
    expect(rows.slice(1)).toEqual([['1899-05-01T00:00:00.000Z'], ['damaged']]);
  });
});

test.each([
  ['csv', 'text/csv; charset=utf-8'],
  ['ndjson', 'application/x-ndjson; charset=utf-8'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
] as const)(
  'an export as %s has the right media type, and a file name that states the kind of exported records and the time',
  (format, type) => {
    const { headers } = exportFile([], { ...plain, format }, context);
    expect(headers['Content-Type']).toBe(type);
    expect(headers['Content-Disposition']).toBe(`attachment; filename="orders-2026-02-01-0205.${format}"`);
    const lines = exportFile([], { ...plain, format, rows: 'items' }, context);
    expect(lines.headers['Content-Disposition']).toContain('orders-items-2026-02-01-0205');
  },
);

test.each(['csv', 'xlsx', 'ndjson'] as const)(
  'if the client of an export as %s stops reading, the export reads no more records and closes the stream of records',
  async (format) => {
    let read = 0;
    let isOpen = true;
    async function* endless() {
      try {
        for (;;) {
          read += 1;
          yield { ...order, id: read };
          await Promise.resolve();
        }
      } finally {
        isOpen = false;
      }
    }
    const { content } = exportFile(endless(), { ...plain, format }, context);
    let pieces = 0;
    for await (const _piece of content) {
      pieces += 1;
      if (pieces === 30) break;
    }
    expect(read).toBeLessThan(60_000);
    await eventually('the record source to be closed', () => !isOpen);
  },
);

test.each(['csv', 'xlsx', 'ndjson'] as const)(
  'an export as %s fails if reading its records fails',
  async (format) => {
    async function* broken() {
      yield order;
      await Promise.resolve();
      throw new Error('the database went away');
    }
    const { content } = exportFile(broken(), { ...plain, format }, context);
    await expect(
      (async () => {
        for await (const _piece of content);
      })(),
    ).rejects.toThrow('the database went away');
  },
);
