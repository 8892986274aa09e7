import type { ExportColumn, ExportRows } from '../contracts/schema-kit/exports.ts';

/** A record as lists show it. */
export type ExportRecord = Readonly<Record<string, unknown>>;

/** The value of a column in a record; undefined where the record has none. */
export function readerOf({ name }: Pick<ExportColumn, 'name'>): (record: ExportRecord) => unknown {
  const [first = '', ...others] = name.split('.');
  if (others.length === 0) return (record) => record[first];
  return (record) =>
    others.reduce<unknown>(
      (value, part) => (value as Record<string, unknown> | null | undefined)?.[part],
      record[first],
    );
}

/** The rows that a record makes: itself, or one for each of its lines, which stands under `items` as if it were the only one. */
export function rowsOf(record: ExportRecord, rows: ExportRows): ExportRecord[] {
  if (rows === 'records') return [record];
  const { items } = record;
  // Of a damaged record nothing is known but its id.
  if (!Array.isArray(items)) return [record];
  return items.map((line: unknown) => ({ ...record, items: line }));
}

/** What stands in the first column of text of a record that is damaged in the database: the others are empty. */
export const unreadableMark = 'unreadable';

export function isUnreadable(record: ExportRecord): boolean {
  return record['unreadable'] === true;
}

/** Every value of a row by its column, in the columns' order. */
export function createRowReader(columns: readonly ExportColumn[]): (record: ExportRecord) => unknown[] {
  const readers = columns.map(readerOf);
  const mark = columns.findIndex(({ kind }) => kind === 'text');
  return (record) => {
    const values = readers.map((read) => read(record));
    if (isUnreadable(record) && mark >= 0) values[mark] = unreadableMark;
    return values;
  };
}

/** What a cell says of a value that is neither a number nor true or false; of several, one after the other. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(textOf).join(', ') : JSON.stringify(value);
}
