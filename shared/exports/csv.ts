import type { ExportColumn } from '../contracts/schema-kit/exports.ts';
import type { StoreLocale } from '../contracts/schema-kit/fields.ts';
import { createLocalMoments } from './local-moments.ts';
import type { LocalMoment } from './local-moments.ts';
import { createRowReader, textOf } from './rows.ts';
import type { ExportRecord } from './rows.ts';

/** Tells spreadsheets that what follows is UTF-8. */
export const byteOrderMark = '\uFEFF';

/** A spreadsheet takes a cell that begins so for a formula; some read the wide forms too, and skip what is blank. */
const calculated = /^\s*[=+\-@＝＋－＠\t\r\n]/u;

/** Text that no spreadsheet calculates: a leading `'` makes text of what it would. */
export function disarmed(text: string): string {
  return calculated.test(text) ? `'${text}` : text;
}

/** RFC 4180: quoted where it has to be. */
export function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** Makes the lines of records. */
export function createCsvLines(
  columns: readonly ExportColumn[],
  { timeZone, currencyDecimals }: StoreLocale,
): (record: ExportRecord) => string {
  const read = createRowReader(columns);
  const local = createLocalMoments(timeZone);
  const kinds = columns.map(({ kind }) => kind);
  return (record) => {
    const values = read(record);
    let line = '';
    for (let index = 0; index < values.length; index += 1) {
      if (index > 0) line += ',';
      line += cellOf(values[index], kinds[index]);
    }
    return `${line}\r\n`;
  };

  function cellOf(value: unknown, kind: ExportColumn['kind'] | undefined): string {
    if (value === null || value === undefined) return '';
    if (typeof value === 'number') return kind === 'money' ? value.toFixed(currencyDecimals) : String(value);
    if (typeof value === 'boolean') return String(value);
    const text = textOf(value);
    return kind === 'moment' ? momentCell(text, local) : csvCell(disarmed(text));
  }
}

/** `2026-01-31T12:30:00.000+03:00` */
function momentCell(text: string, local: (ms: number) => LocalMoment): string {
  const ms = Date.parse(text);
  // Data may be damaged: it is shown as it is.
  if (Number.isNaN(ms)) return csvCell(disarmed(text));
  const { wallMs, offset } = local(ms);
  return new Date(wallMs).toISOString().slice(0, -1) + offset;
}
