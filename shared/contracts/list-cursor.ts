import { invalid } from '../errors.ts';

/** A place in a sorted list: the sort values of the row beside it, and which way to go from there. */
export interface ListCursor {
  values: (string | number | boolean | null)[];
  pointsToNext: boolean;
}

export function encodeCursor(cursor: ListCursor): string {
  return Buffer.from(JSON.stringify([cursor.pointsToNext ? 1 : 0, ...cursor.values])).toString('base64url');
}

/** Refuses with 422 on `cursor` what was not made for a list sorted by `keys` many values. */
export function decodeCursor(text: string, keys: number): ListCursor {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (Array.isArray(parsed) && parsed.length === keys + 1 && parsed.every(isSortValue)) {
      const [direction, ...values] = parsed as [number, ...ListCursor['values']];
      if (direction === 0 || direction === 1) return { values, pointsToNext: direction === 1 };
    }
  } catch {
    // Falls through to the refusal.
  }
  throw invalid({ field: 'cursor', rule: 'cursor' });
}

function isSortValue(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
