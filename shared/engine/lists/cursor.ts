import { invalid } from '../../contracts/errors.ts';

/** A position in a sorted list: the sort values of the row next to it, and the direction in which to continue. */
export interface ListCursor {
  values: (string | number | boolean | null)[];
  pointsToNext: boolean;
}

export function encodeCursor(cursor: ListCursor): string {
  return Buffer.from(JSON.stringify([cursor.pointsToNext ? 1 : 0, ...cursor.values])).toString('base64url');
}

/** Decodes a cursor. Throws a 422 for the field `cursor` if the text is not a cursor with `keys` sort values. */
export function decodeCursor(text: string, keys: number): ListCursor {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (Array.isArray(parsed) && parsed.length === keys + 1 && parsed.every(isSortValue)) {
      const [direction, ...values] = parsed as [number, ...ListCursor['values']];
      if (direction === 0 || direction === 1) return { values, pointsToNext: direction === 1 };
    }
  } catch {
    // If the text cannot be parsed, the 422 below applies.
  }
  throw invalid({ field: 'cursor', rule: 'cursor' });
}

export interface RowsAtCursor<R> {
  rows: R[];
  nextCursor: string | null;
  prevCursor: string | null;
}

/** `found`: the rows after `at` in the cursor's direction, including one more row if there are more than a page. */
export function rowsAtCursor<R>(
  found: readonly R[],
  { at, perPage }: { at: ListCursor | null; perPage: number },
  valuesOf: (row: R) => ListCursor['values'],
): RowsAtCursor<R> {
  const isBackwards = at?.pointsToNext === false;
  const hasMore = found.length > perPage;
  const rows = found.slice(0, perPage);
  if (isBackwards) rows.reverse();
  const cursorAt = (row: R | undefined, pointsToNext: boolean) =>
    row === undefined ? null : encodeCursor({ values: valuesOf(row), pointsToNext });
  return {
    rows,
    nextCursor: isBackwards || hasMore ? cursorAt(rows.at(-1), true) : null,
    prevCursor: (isBackwards ? hasMore : at !== null) ? cursorAt(rows[0], false) : null,
  };
}

function isSortValue(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
