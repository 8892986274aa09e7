import type { Request } from 'express';
import { invalid } from '#shared/contracts/errors.ts';
import { formEntries, readFields } from '../body/form-fields.ts';
import { normaliseText } from '../body/normalise-text.ts';

export interface RequestQuery {
  /** The query as nested data with normalised text. Blank parameters are absent. */
  fields: Record<string, unknown>;
  /** The parameters for page links: decoded, in the sequence sent. Empty parameters are left out, as in http_build_query. */
  parameters: [name: string, value: string][];
}

const mostParameters = 1000;

/**
 * Throws `malformed_query` for more than a thousand parameters, invalid percent-encoding, or too deep nesting, and
 * `validation_failed` for uneven fields (see `SentFields`).
 */
export function readQuery(request: Request): RequestQuery {
  const start = request.originalUrl.indexOf('?');
  if (start < 0) return { fields: {}, parameters: [] };
  const entries = [...formEntries(request.originalUrl.slice(start + 1), 'malformed_query', mostParameters)];
  const { fields, uneven } = readFields(entries, 'malformed_query');
  if (uneven.length > 0) throw invalid(...uneven);
  const normal = normaliseText(fields) as Record<string, unknown>;
  return { fields: withoutBlanks(normal), parameters: entries.filter(([, value]) => value !== '') };
}

function withoutBlanks(fields: Record<string, unknown>): Record<string, unknown> {
  const kept = Object.entries(fields).map(([name, value]) => [name, unlessBlank(value)] as const);
  return Object.fromEntries(kept.filter(([, value]) => value !== null));
}

/** The value without its blank parts. Null for a blank text, and for a list of only blank entries, such as `filters[id][]=`. */
function unlessBlank(value: unknown): unknown {
  if (Array.isArray(value)) {
    const kept = value.map(unlessBlank).filter((entry) => entry !== null);
    return kept.length > 0 ? kept : null;
  }
  return typeof value === 'object' && value !== null
    ? withoutBlanks(value as Record<string, unknown>)
    : value;
}
