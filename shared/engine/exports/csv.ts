import type { ExportColumn } from '../../contracts/kit/exports.ts';
import type { StoreLocale } from '../../contracts/kit/fields.ts';
import { createLocalMoments, type LocalMoment } from '../../contracts/kit/local-moments.ts';
import { createRowReader, textOf, type ExportRecord } from './rows.ts';

/** Marks the file as UTF-8 for spreadsheets. */
export const byteOrderMark = '\uFEFF';

/** A cell that begins with one of these is a formula for a spreadsheet. Some programs also accept the full-width forms. */
const signs = '[=+\\-@＝＋－＠]';
const calculating = new RegExp(signs, 'gu');
/** A spreadsheet may split a line at these: programs have different separators, and may ignore the separator of this file. */
const separating = /[,;|\t\r\n]/;
/** Characters that a spreadsheet may skip or remove before it checks for a formula. */
const skipped = /[\s"\p{Cc}]/u;
const calculated = new RegExp(`^(?:[\\s"\\p{Cc}]*${signs}|\\s*[\\t\\r\\n])`, 'u');

/**
 * Puts a `'` before each formula at the beginning of a cell, or after a separator within the text. No spreadsheet then
 * calculates the formula, wherever it splits the text. Quotes are not enough: if a program splits `a,"x;=1"` at `;`, it finds
 * the cell `=1"`.
 */
export function disarmed(text: string): string {
  const made = separating.test(text) ? text.replace(calculating, behindSeparator) : text;
  return calculated.test(text) ? `'${made}` : made;
}

/**
 * Puts a `'` before a sign such as `=`, if only characters that a spreadsheet skips stand between a separator and the sign. Reads
 * each run of skipped characters once, so the time is proportional to the length of the text.
 */
function behindSeparator(sign: string, index: number, text: string): string {
  for (let before = index - 1; before >= 0; before -= 1) {
    const character = text.charAt(before);
    if (separating.test(character)) return `'${sign}`;
    if (!skipped.test(character)) break;
  }
  return sign;
}

/** RFC 4180: quoted only if necessary. */
function csvCell(text: string): string {
  const harmless = disarmed(text);
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

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
  // Shows a damaged time as it is stored.
  if (Number.isNaN(ms)) return csvCell(text);
  const { wallMs, offset } = local(ms);
  return new Date(wallMs).toISOString().slice(0, -1) + offset;
}
