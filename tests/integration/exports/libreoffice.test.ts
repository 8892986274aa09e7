import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { readXlsx } from 'hucre/xlsx';
import type { ExportColumn, ExportFormat } from '#shared/contracts/kit/exports.ts';
import { byteOrderMark, disarmed } from '#shared/engine/exports/csv.ts';
import { exportFile } from '#shared/engine/exports/export-file.ts';
import { ensureProgram } from '../../support/debian-program.ts';
import { hostileTexts } from '../../support/hostile-cells.ts';
import { readCsv } from '../../support/read-csv.ts';
import { temporaryFolder } from '../../support/servers.ts';

const soffice = await ensureProgram({
  called: 'LibreOffice',
  purpose: 'to open exports with',
  names: ['soffice', '/Applications/LibreOffice.app/Contents/MacOS/soffice'],
  debianPackage: 'libreoffice-calc-nogui',
});
/** Without LibreOffice, the tests are reported as skipped. */
const withOffice = soffice === null ? describe.skip : describe;

const columns: ExportColumn[] = [
  { name: 'id', kind: 'integer', isOfLine: false },
  { name: 'name', kind: 'text', isOfLine: false },
  { name: 'total', kind: 'money', isOfLine: false },
  { name: 'created_at', kind: 'moment', isOfLine: false },
];
const records = hostileTexts.map((name, index) => ({
  id: index + 1,
  name,
  total: index * 1.25,
  created_at: '2026-01-31T21:30:05.000Z',
}));

withOffice('LibreOffice (skipped where LibreOffice is missing)', () => {
  const folder = temporaryFolder();

  async function written(format: ExportFormat, language: 'en' | 'ar'): Promise<string> {
    const each = (async function* () {
      yield* records;
    })();
    const { content } = exportFile(
      each,
      { format, columns: null, rows: 'records' },
      {
        what: 'orders',
        columns,
        language,
        at: new Date(),
        locale: { currencyDecimals: 2, timeZone: 'Asia/Amman' },
      },
    );
    const pieces: Buffer[] = [];
    for await (const piece of content) pieces.push(Buffer.from(piece));
    const path = join(folder, `${language}.${format}`);
    writeFileSync(path, Buffer.concat(pieces));
    return path;
  }

  async function converted(paths: string[], to: string, options: string[]): Promise<Buffer[]> {
    const out = join(folder, 'out');
    const own = `-env:UserInstallation=file://${join(folder, 'profile')}`;
    await promisify(execFile)(soffice ?? '', [own, '--headless', ...options, '--outdir', out, ...paths]);
    return paths.map((path) => readFileSync(join(out, basename(path).replace(/\.\w+$/, `.${to}`))));
  }

  test('LibreOffice reads every cell of an XLSX export, in English and in Arabic, with the exported value', async () => {
    const values = ['--convert-to', 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false'];
    const files = [await written('xlsx', 'en'), await written('xlsx', 'ar')];
    // LibreOffice writes the same line ending between lines and inside cells.
    const lines = (text: string) => text.replaceAll(/\r\n|\r|\n/g, '\r\n');
    for (const bytes of await converted(files, 'csv', values)) {
      const rows = readCsv(
        bytes
          .toString()
          .replace(/^\uFEFF/, '')
          .replaceAll(/(?<!\r)\n/g, '\r\n'),
      );
      expect(rows.slice(1).map((row) => row.map(lines))).toEqual(
        records.map(({ id, name, total }) => [String(id), lines(name), String(total), '2026-02-01 00:30:05']),
      );
    }
  });

  test('LibreOffice reads the texts of a CSV export unchanged, except texts that look like a number, a date or TRUE', async () => {
    const read = ['--infilter=CSV:44,34,76,1,,0,false,false', '--convert-to', 'xlsx'];
    const [bytes] = await converted([await written('csv', 'en')], 'xlsx', read);
    const { sheets } = await readXlsx(bytes ?? Buffer.of());
    const [sheet] = sheets;
    const lines = (text: string) => text.replaceAll(/\r\n|\r/g, '\n');
    const texts = sheet?.rows.slice(1).map(([, text]) => (typeof text === 'string' ? lines(text) : text));
    // A CSV file has no cell types, so a spreadsheet converts these texts.
    const isConverted = (text: string) =>
      (text !== '' && !Number.isNaN(Number(text))) || /^(?:TRUE|\d{4}-\d\d-\d\d)$/.test(text);
    const kept = [...records.entries()].filter(([, { name }]) => !isConverted(name));
    expect(kept.length).toBeGreaterThan(records.length / 2);
    expect(kept.map(([index]) => texts?.[index])).toEqual(kept.map(([, { name }]) => lines(disarmed(name))));
  });

  // The import options of LibreOffice: the character codes of the field separators, then the code of the
  // quote character. Without this second code, the import treats no character as a quote.
  test.each([
    ['commas', '44,34'],
    ['semicolons or tabs', '59/9,34'],
    ['commas, semicolons, tabs or vertical bars, ignoring quotes', '44/59/9/124,'],
  ])(
    'LibreOffice finds no formula in a CSV export, even if LibreOffice splits the rows by %s',
    async (_by, separators) => {
      const unprotected = join(folder, 'unprotected.csv');
      const line = (text: string) => `1,"${text.replaceAll('"', '""')}",${text}\r\n`;
      writeFileSync(unprotected, byteOrderMark + hostileTexts.map(line).join(''));
      const formulas = (sheet: Buffer) => sheet.toString().match(/table:formula="[^"]*"/g) ?? [];
      const [found = [], ofStore] = (
        await converted([unprotected, await written('csv', 'en')], 'fods', [
          `--infilter=CSV:${separators},76,1,,0,false,true,false,false,false,0,true`,
          '--convert-to',
          'fods',
        ])
      ).map(formulas);
      // Without the protection of the store, these texts become formulas.
      expect(found.length).toBeGreaterThan(0);
      expect(ofStore).toEqual([]);
    },
  );
});
