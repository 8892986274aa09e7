import type { FieldError } from '../errors.ts';

/** The client's row numbers, for lists whose numbers have gaps: `{items: [0, 2, 3]}`. In other lists, they are the indexes. */
export type RowNumbers = Readonly<Record<string, readonly number[]>>;

/** The errors with the client's row numbers: the second row of `{items: [0, 2]}` is `items.2`. */
export function atWrittenRows(errors: readonly FieldError[], rows: RowNumbers | undefined): FieldError[] {
  if (rows === undefined) return [...errors];
  return errors.map((error) => ({ ...error, field: writtenName(error.field, rows) }));
}

function writtenName(field: string, rows: RowNumbers): string {
  const segments = field.split('.');
  return segments
    .map((segment, place) => {
      const list = segments.slice(0, place).join('.');
      const numbers = Object.hasOwn(rows, list) ? rows[list] : undefined;
      return String(numbers?.[Number(segment)] ?? segment);
    })
    .join('.');
}
