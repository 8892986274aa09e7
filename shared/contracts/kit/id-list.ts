import { field, type Field } from './fields.ts';

/** An error response names at most this many entries that are no ids. */
const namedEntries = 100;

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
      const ids = entries.map((entry) => (typeof entry === 'string' ? idOf(entry) : entry));
      const broken = ids.flatMap((id, index) => (isId(id) ? [] : [index]));
      if (broken.length === 0) return { value: [...new Set(ids as number[])] };
      // Only an array has entries that a client can find by their numbers.
      if (!Array.isArray(value)) return { rule: 'integer' };
      return {
        within: broken
          .slice(0, namedEntries)
          .map((index) => ({ rule: 'integer' as const, at: String(index) })),
      };
    },
  });
}

function isId(id: unknown): boolean {
  return Number.isSafeInteger(id) && (id as number) >= 1;
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
