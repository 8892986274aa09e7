import type { ExportColumn } from '../contracts/schema-kit/exports.ts';
import { isUnreadable, type ExportRecord } from './rows.ts';

/** Creates the lines of records as lists show them, with only these columns if they are given. */
export function createJsonLines(columns: readonly ExportColumn[] | null): (record: ExportRecord) => string {
  const narrow = columns === null ? null : createNarrowing(columns);
  return (record) => `${JSON.stringify(narrow && !isUnreadable(record) ? narrow(record) : record)}\n`;
}

/** The record with only these values, each at its place in the whole record. */
function createNarrowing(columns: readonly ExportColumn[]): (record: ExportRecord) => ExportRecord {
  const paths = columns.map(({ name }) => name.split('.'));
  return (record) => {
    const narrowed = {};
    for (const path of paths) copyValue(record, narrowed, path);
    return narrowed;
  };
}

function copyValue(from: ExportRecord, to: Record<string, unknown>, path: readonly string[]): void {
  const [name = '', ...others] = path;
  const value = from[name];
  if (others.length === 0 || typeof value !== 'object' || value === null) {
    if (value !== undefined) to[name] = value;
    return;
  }
  const inner = (to[name] ??= {}) as Record<string, unknown>;
  copyValue(value as ExportRecord, inner, others);
}
