import type { ExportColumn, ExportRows } from '../../contracts/kit/exports.ts';

export type ExportRecord = Readonly<Record<string, unknown>>;

function readerOf({ name }: Pick<ExportColumn, 'name'>): (record: ExportRecord) => unknown {
  const [first = '', ...others] = name.split('.');
  if (others.length === 0) return (record) => record[first];
  return (record) =>
    others.reduce<unknown>(
      (value, part) => (value as Record<string, unknown> | null | undefined)?.[part],
      record[first],
    );
}

/** A record's rows in a file: the record itself or, for `items`, one row per line of the order, with that line in `items`. */
export function rowsOf(record: ExportRecord, rows: ExportRows): ExportRecord[] {
  if (rows === 'records') return [record];
  const { items } = record;
  // A damaged record has only its id.
  if (!Array.isArray(items)) return [record];
  return items.map((line: unknown) => ({ ...record, items: line }));
}

/** Shown in the first text column for a damaged record; the other columns are empty. */
const unreadableMark = 'unreadable';

export function isUnreadable(record: ExportRecord): boolean {
  return record['unreadable'] === true;
}

export function createRowReader(columns: readonly ExportColumn[]): (record: ExportRecord) => unknown[] {
  const readers = columns.map(readerOf);
  const mark = columns.findIndex(({ kind }) => kind === 'text');
  return (record) => {
    const values = readers.map((read) => read(record));
    if (isUnreadable(record) && mark >= 0) values[mark] = unreadableMark;
    return values;
  };
}

/** The text of a value that is neither a number nor a boolean; several values are joined with commas. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(textOf).join(', ') : JSON.stringify(value);
}

const pieceLength = 64 * 1024;

/** The first piece contains the first records, so that an error in these can still become an error response. */
export async function* inPieces(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = '';
  for await (const text of texts) {
    piece += text;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}
