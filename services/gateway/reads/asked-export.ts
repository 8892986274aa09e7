import {
  exportFormats,
  exportTypes,
  readExport,
  type ExportFormat,
  type ExportRequest,
  type ListExport,
} from '#shared/contracts/kit/exports.ts';
import type { StoreLocale } from '#shared/contracts/kit/fields.ts';
import { detail, Problem, type FieldError } from '#shared/contracts/errors.ts';

const jsonTypes = ['application/json', 'application/problem+json'];

/** The type that a client's `Accept` header prefers. False when the header allows none of the types. */
export type Accepts = (types: string[]) => string | false;

/** `format` takes precedence over `Accept`. Null: JSON. Throws `not_acceptable` if the client accepts none of the types. */
export function askedExport(
  list: ListExport | null,
  { sent, accepts }: { sent: Record<string, unknown>; accepts: Accepts },
  locale: StoreLocale,
): { request: ExportRequest | null; errors: FieldError[] } {
  if (list && sent['format'] !== undefined) return readExport(list, { sent, accepted: null }, locale);
  const accepted = acceptedFormat(accepts, list === null ? [] : exportFormats);
  return list ? readExport(list, { sent, accepted }, locale) : { request: null, errors: [] };
}

function acceptedFormat(accepts: Accepts, formats: readonly ExportFormat[]): ExportFormat | null {
  const types = formats.map((format) => exportTypes[format]);
  const type = accepts([...jsonTypes, ...types]);
  if (type !== false) return formats.find((format) => exportTypes[format] === type) ?? null;
  const allowed = ['application/json', ...types].join(', ');
  throw new Problem('not_acceptable', detail('only_types', { types: allowed }));
}
