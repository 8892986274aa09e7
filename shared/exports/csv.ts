import type { ExportColumn } from '../contracts/schema-kit/exports.ts';
import type { StoreLocale } from '../contracts/schema-kit/fields.ts';
import { createLocalMoments } from './local-moments.ts';
import type { LocalMoment } from './local-moments.ts';
import { createRowReader, textOf } from './rows.ts';
import type { ExportRecord } from './rows.ts';

/** Tells spreadsheets that what follows is UTF-8. */
export const byteOrderMark = '\uFEFF';

/** A spreadsheet takes a cell that begins so for a formula; some read the wide forms too. */
const signs = '[=+\\-@＝＋－＠]';
const calculating = new RegExp(signs, 'gu');
/** What a spreadsheet may split on; each has its own usual separator, whatever this file is written with. */
const separating = /[,;|\t\r\n]/;
/** What a spreadsheet may skip or drop before it looks for a formula. */
const skipped = /[\s"\p{Cc}]/u;
const calculated = new RegExp(`^(?:[\\s"\\p{Cc}]*${signs}|\\s*[\\t\\r\\n])`, 'u');

/**
 * Text that no spreadsheet calculates, however it splits the file: a `'` makes text of a formula at the beginning of a cell, or where a
 * separator within the text could begin one. Quoting is not enough: `a,"x;=1"` split by `;` has the cell `=1"`.
 */
export function disarmed(text: string): string {
  const made = separating.test(text) ? text.replace(calculating, behindSeparator) : text;
  return calculated.test(text) ? `'${made}` : made;
}

/** Each run before a sign is looked through once, so all of it takes time in proportion to the text. */
function behindSeparator(sign: string, index: number, text: string): string {
  for (let before = index - 1; before >= 0; before -= 1) {
    const character = text.charAt(before);
    if (separating.test(character)) return `'${sign}`;
    if (!skipped.test(character)) break;
  }
  return sign;
}

/** RFC 4180: quoted where it has to be. */
function csvCell(text: string): string {
  const harmless = disarmed(text);
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
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
    return kind === 'moment' ? momentCell(text, local) : csvCell(text);
  }
}

/** `2026-01-31T12:30:00.000+03:00` */
function momentCell(text: string, local: (ms: number) => LocalMoment): string {
  const ms = Date.parse(text);
  // Data may be damaged: it is shown as it is.
  if (Number.isNaN(ms)) return csvCell(text);
  const { wallMs, offset } = local(ms);
  return new Date(wallMs).toISOString().slice(0, -1) + offset;
}
