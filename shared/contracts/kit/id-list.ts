import { field, type Field } from './fields.ts';

/**
 * Ids for bulk work in every spelling that clients use: an array, one id, a comma-separated string, or a JSON
 * array as a string. The result contains distinct ids in order of first occurrence.
 */
export function idList({ max }: { max: number }): Field<number[]> {
  return field({
    schema: {
      type: 'array',
      items: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
      minItems: 1,
      maxItems: max,
      description: 'Duplicates count once.',
    },
    read: (value) => {
      const entries = idEntries(value, max + 1);
      if (entries === null) return { rule: 'array' };
      if (entries.length === 0) return { rule: 'required' };
      if (entries.length > max) return { rule: 'max_items', params: { max } };
      const ids = new Set<number>();
      for (const entry of entries) {
        const id = typeof entry === 'string' ? idOf(entry) : entry;
        if (!Number.isSafeInteger(id) || (id as number) < 1) return { rule: 'integer' };
        ids.add(id as number);
      }
      return { value: [...ids] };
    },
  });
}

function idOf(text: string): number {
  return /^\s*\d{1,16}\s*$/.test(text) ? Number(text) : NaN;
}

/** Returns at most `most` entries, because a text may contain millions. */
function idEntries(value: unknown, most: number): unknown[] | null {
  if (Array.isArray(value)) return value as unknown[];
  if (typeof value === 'number') return [value];
  if (typeof value !== 'string') return null;
  if (!value.startsWith('[')) return value.split(',', most);
  if (value.split('[', most).length === most) return null;
  const pieces = value.split(',', most);
  if (pieces.length === most) return pieces;
  try {
    const parsed: unknown = JSON.parse(value);
    return Array.isArray(parsed) ? (parsed as unknown[]) : null;
  } catch {
    return null;
  }
}
