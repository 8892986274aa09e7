import { field } from './fields.ts';
import type { Field } from './fields.ts';

/**
 * Ids for bulk work in every spelling that clients use: an array, one id, a comma-separated string, a JSON
 * array as a string. Read to distinct ids in their first order.
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
      const entries = idEntries(value);
      if (entries === null) return { rule: 'array' };
      if (entries.length === 0) return { rule: 'required' };
      if (entries.length > max) return { rule: 'max_items', params: { max } };
      const ids = new Set<number>();
      for (const entry of entries) {
        const isText = typeof entry === 'string' && /^\d{1,16}$/.test(entry.trim());
        if (!isText && typeof entry !== 'number') return { rule: 'integer' };
        const id = Number(entry);
        if (!Number.isSafeInteger(id) || id < 1) return { rule: 'integer' };
        ids.add(id);
      }
      return { value: [...ids] };
    },
  });
}

function idEntries(value: unknown): unknown[] | null {
  if (Array.isArray(value)) return value as unknown[];
  if (typeof value === 'number') return [value];
  if (typeof value !== 'string') return null;
  if (!value.startsWith('[')) return value.split(',');
  try {
    const parsed: unknown = JSON.parse(value);
    return Array.isArray(parsed) ? (parsed as unknown[]) : null;
  } catch {
    return null;
  }
}
