import type { ColumnKind, ExportColumn } from '../../contracts/kit/exports.ts';
import type { StoreLocale } from '../../contracts/kit/fields.ts';
import type { Language } from '../../contracts/kit/languages.ts';
import { createLocalMoments, type LocalMoment } from '../../contracts/kit/local-moments.ts';
import { createRowReader, inPieces, textOf, type ExportRecord } from './rows.ts';
import { zipped, type ZipEntry } from './zip.ts';

const mostCharacters = 32_767;

/** A text without these characters needs no escapes. Most texts contain none of these characters. */
const unusual = /[&<>"_\p{Cc}\p{Cs}\uFFFE\uFFFF]/u;

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** The maximum number of rows below the header. */
export const mostSheetRows = 1_048_575;

interface Sheet {
  name: string;
  heads: readonly string[];
  columns: readonly ExportColumn[];
  language: Language;
  locale: StoreLocale;
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** A workbook with one sheet, in pieces. The rows of the sheet are read on demand. */
export function xlsxWorkbook(sheet: Sheet, rows: AsyncIterable<ExportRecord>): AsyncGenerator<Uint8Array> {
  return zipped(partsOf(sheet, rows));
}

function* partsOf(sheet: Sheet, rows: AsyncIterable<ExportRecord>): Generator<ZipEntry> {
  yield part(
    '[Content_Types].xml',
    `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
  );
  yield part(
    '_rels/.rels',
    `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  );
  yield part(
    'xl/workbook.xml',
    `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${xmlText(sheet.name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  );
  yield part(
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  );
  yield part('xl/styles.xml', stylesOf(sheet.locale));
  yield { name: 'xl/worksheets/sheet1.xml', content: inPieces(sheetXml(sheet, rows)) };
}

function part(name: string, xml: string): ZipEntry {
  return { name, content: [declaration + xml] };
}

const styles = { plain: 0, text: 1, integer: 2, money: 3, moment: 4, head: 5 } as const;
/** For each kind of column: the cell format, and the width in characters. */
const formats: Readonly<Record<ColumnKind, { style: number; width: number }>> = {
  text: { style: styles.text, width: 24 },
  texts: { style: styles.text, width: 24 },
  integer: { style: styles.integer, width: 12 },
  number: { style: styles.plain, width: 12 },
  money: { style: styles.money, width: 14 },
  moment: { style: styles.moment, width: 20 },
  boolean: { style: styles.plain, width: 10 },
};

/** The cell formats, in the order of `styles`. Text cells have the text format, so that an edited cell stays text. */
function stylesOf({ currencyDecimals }: StoreLocale): string {
  const money = currencyDecimals === 0 ? '0' : `0.${'0'.repeat(currencyDecimals)}`;
  const cellFormats = [0, 49, 1, 164, 165].map(
    (format) =>
      `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  );
  return [
    `<styleSheet xmlns="${main}">`,
    `<numFmts count="2"><numFmt numFmtId="164" formatCode="${money}"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>`,
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    `<cellXfs count="6">${cellFormats.join('')}<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs>`,
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
  ].join('');
}

async function* sheetXml(sheet: Sheet, rows: AsyncIterable<ExportRecord>): AsyncGenerator<string> {
  const { columns, heads, language } = sheet;
  const letters = columns.map((_, index) => columnLetters(index));
  const direction = language === 'ar' ? ' rightToLeft="1"' : '';
  const widthOf = ({ kind }: ExportColumn, index: number) =>
    `<col min="${index + 1}" max="${index + 1}" width="${formats[kind].width}" customWidth="1"/>`;
  yield [
    `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView${direction} workbookViewId="0">`,
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>',
    `<cols>${columns.map(widthOf).join('')}</cols><sheetData>`,
    `<row r="1">${heads.map((head, index) => textCell(`${letters[index] ?? ''}1`, styles.head, head)).join('')}</row>`,
  ].join('');
  const rowXml = createRowXml(sheet, letters);
  let number = 1;
  for await (const record of rows) {
    number += 1;
    // A file with too many rows is rejected before this. But records that were created since the count may exceed the limit.
    if (number > mostSheetRows + 1) throw new Error('There are more rows than a sheet can have');
    yield rowXml(record, number);
  }
  yield '</sheetData></worksheet>';
}

function createRowXml({ columns, locale }: Sheet, letters: readonly string[]) {
  const read = createRowReader(columns);
  const local = createLocalMoments(locale.timeZone);
  const cells = columns.map(({ kind }, index) => ({
    kind,
    style: formats[kind].style,
    letter: letters[index] ?? '',
  }));
  return (record: ExportRecord, number: number): string => {
    const values = read(record);
    let xml = `<row r="${number}">`;
    for (let index = 0; index < cells.length; index += 1) {
      const cell = cells[index];
      if (cell) xml += cellXml(values[index], cell, number);
    }
    return `${xml}</row>`;
  };

  function cellXml(
    value: unknown,
    { kind, style, letter }: { kind: ColumnKind; style: number; letter: string },
    number: number,
  ): string {
    if (value === null || value === undefined) return '';
    if (typeof value === 'number') return `<c r="${letter}${number}" s="${style}"><v>${value}</v></c>`;
    if (typeof value === 'boolean') return `<c r="${letter}${number}" t="b"><v>${value ? 1 : 0}</v></c>`;
    const text = textOf(value);
    if (text === '') return '';
    const serial = kind === 'moment' ? serialOf(text, local) : null;
    if (serial !== null) return `<c r="${letter}${number}" s="${style}"><v>${serial}</v></c>`;
    return textCell(`${letter}${number}`, styles.text, text);
  }
}

function textCell(reference: string, style: number, text: string): string {
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
}

const dayMs = 86_400_000;
/** 1899-12-30, from which spreadsheets count days. Programs count the days before March 1900 differently. */
const dayZeroMs = Date.UTC(1899, 11, 30);
const firstSerial = 61;

/** Days since `dayZeroMs`, with the time as a fraction. Null for an invalid time or a day before `firstSerial`. */
function serialOf(text: string, local: (ms: number) => LocalMoment): number | null {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) return null;
  const serial = (local(ms).wallMs - dayZeroMs) / dayMs;
  return serial < firstSerial ? null : serial;
}

/** 0 → A, 26 → AA */
function columnLetters(index: number): string {
  const rest = String.fromCharCode(65 + (index % 26));
  return index < 26 ? rest : columnLetters(Math.floor(index / 26) - 1) + rest;
}

/** Cell text as XML; characters that XML cannot hold are written as spreadsheets write them, `_x0007_`. */
function xmlText(text: string): string {
  const cut = text.length > mostCharacters ? `${text.slice(0, mostCharacters - 1)}…` : text;
  if (!unusual.test(cut)) return cut;
  return cut
    .toWellFormed()
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(/[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]/g, codeOf)
    .replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character);
}

function codeOf(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
}
