import { chosenColumns, columnHead } from '../../contracts/endpoints/export-columns.ts';
import {
  exportTypes,
  type ExportColumn,
  type ExportRequest,
  type ExportRows,
  type ListExport,
} from '../../contracts/kit/exports.ts';
import type { StoreLocale } from '../../contracts/kit/fields.ts';
import type { Language } from '../../contracts/kit/languages.ts';
import { createLocalMoments } from '../../contracts/kit/local-moments.ts';
import { byteOrderMark, createCsvLines, csvLine } from './csv.ts';
import { inPieces, rowsOf, type ExportRecord, isUnreadable } from './rows.ts';
import { xlsxWorkbook } from './xlsx.ts';

interface ExportFile {
  headers: Readonly<Record<string, string>>;
  /** Produced on demand: if the caller leaves its loop early, no further records are read. */
  content: AsyncIterable<string | Uint8Array>;
}

export interface ExportContext {
  /** The content's name, for the file name: `orders`. */
  what: string;
  columns: ListExport['columns'];
  language: Language;
  locale: StoreLocale;
  at: Date;
}

/** The records of a page, or records that are read on demand. */
type Records<R> = Iterable<R> | AsyncIterable<R>;

export function exportFile(
  records: Records<unknown>,
  request: ExportRequest,
  context: ExportContext,
): ExportFile {
  return {
    headers: exportHeaders(request, context),
    content: contentOf(records as Records<ExportRecord>, request, context),
  };
}

/** The file's name has the time in the shop's time zone. */
export function exportHeaders(
  { format, rows }: ExportRequest,
  { what, locale, at }: Pick<ExportContext, 'what' | 'locale' | 'at'>,
): ExportFile['headers'] {
  const { wallMs } = createLocalMoments(locale.timeZone)(at.getTime());
  const [day = '', time = ''] = new Date(wallMs).toISOString().split('T');
  // Such as `orders-2026-01-31-1230.csv`.
  const name = `${what}${rows === 'items' ? '-items' : ''}-${day}-${time.slice(0, 5).replace(':', '')}`;
  return {
    'Content-Type': format === 'xlsx' ? exportTypes.xlsx : `${exportTypes[format]}; charset=utf-8`,
    'Content-Disposition': `attachment; filename="${name}.${format}"`,
  };
}

function contentOf(
  records: Records<ExportRecord>,
  { format, columns: asked, rows }: ExportRequest,
  { what, columns: all, language, locale }: ExportContext,
): ExportFile['content'] {
  const columns = chosenColumns({ columns: all }, { columns: asked, rows });
  if (format === 'ndjson') return inPieces(lines(records, '', createJsonLines(asked && columns)));
  const heads = columns.map(({ name }) => columnHead(name, language));
  if (format === 'xlsx') {
    const sheet = { name: what, heads: heads.map(headIn(columns, locale)), columns, language, locale };
    return xlsxWorkbook(sheet, eachRow(records, rows));
  }
  const line = createCsvLines(columns, locale);
  const linesOf = (record: ExportRecord) => rowsOf(record, rows).map(line).join('');
  return inPieces(lines(records, byteOrderMark + csvLine(heads), linesOf));
}

/** Times in a sheet have no UTC offset, so the heading of their column contains the time zone. */
function headIn(columns: readonly ExportColumn[], { timeZone }: StoreLocale) {
  return (head: string, index: number) =>
    columns[index]?.kind === 'moment' ? `${head} (${timeZone})` : head;
}

async function* eachRow(records: Records<ExportRecord>, rows: ExportRows): AsyncGenerator<ExportRecord> {
  for await (const record of records) yield* rowsOf(record, rows);
}

async function* lines(
  records: Records<ExportRecord>,
  head: string,
  line: (record: ExportRecord) => string,
): AsyncGenerator<string> {
  yield head;
  for await (const record of records) yield line(record);
}

/** Returns a function that writes a listed record as a line of JSON, with only these columns unless `columns` is null. */
function createJsonLines(columns: readonly ExportColumn[] | null): (record: ExportRecord) => string {
  const paths = columns?.map(({ name }) => name.split('.'));
  const narrow = (record: ExportRecord): ExportRecord => {
    if (!paths || isUnreadable(record)) return record;
    const narrowed = {};
    for (const path of paths) copyValue(record, narrowed, path);
    return narrowed;
  };
  return (record) => `${JSON.stringify(narrow(record))}\n`;
}

function copyValue(from: ExportRecord, to: Record<string, unknown>, path: readonly string[]): void {
  const [name = '', ...others] = path;
  const value = from[name];
  if (others.length === 0 || typeof value !== 'object' || value === null) {
    if (value !== undefined) to[name] = value;
    return;
  }
  const inner = (to[name] ??= {}) as Record<string, unknown>;
  copyValue(value as ExportRecord, inner, others);
}

/** `orders.list` → `orders` */
export function listName(endpoint: string): string {
  return endpoint.replace(/\.list$/, '');
}
