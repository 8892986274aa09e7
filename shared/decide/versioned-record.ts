import type { Command } from '../contracts/schema-kit/define.ts';
import { Problem } from '../errors.ts';
import type { EventDraft, VersionedRecord } from './handler.ts';

/** One entry of a record's change log. A 412 shows the entries since the caller's version. */
export interface LoggedChange {
  version: number;
  by: string;
  at: string;
  fields: string[];
}

export interface LoggedRecord extends VersionedRecord {
  log: LoggedChange[];
  created_at: string;
  updated_at: string;
  /** The command that created it, as its only record; absent for records created before 0.3.0. */
  created_by_command?: string;
}

/** A record's log keeps this many changes. */
export const keptChanges = 20;
const bookkeeping = new Set(['_id', 'version', 'log', 'created_at', 'updated_at', 'created_by_command']);

/** The author of a change, such as `admin:front-desk`. */
export function author(command: Pick<Command, 'caller'>): string {
  return `${command.caller.area}:${command.caller.subject}`;
}

/** Bookkeeping of a new record; omit `id` for a record that no command creates. */
export function firstVersion({ id, ...command }: Pick<Command, 'caller'> & { id?: string }, now: string) {
  return {
    ...(id !== undefined && { created_by_command: id }),
    version: 1,
    log: [{ version: 1, by: author(command), at: now, fields: ['*'] }],
    created_at: now,
    updated_at: now,
  };
}

/** The record with these values, one version later; the same object if nothing differs. */
export function changed<R extends LoggedRecord>(
  record: R,
  values: Partial<R>,
  command: Pick<Command, 'caller'>,
  now: string,
): R {
  const fields = Object.keys(values).filter(
    (name) => !bookkeeping.has(name) && !isSame(values[name as keyof R], record[name as keyof R]),
  );
  if (fields.length === 0) return record;
  const version = record.version + 1;
  const log = [...record.log, { version, by: author(command), at: now, fields }].slice(-keptChanges);
  return { ...record, ...values, version, log, updated_at: now };
}

/** Whether two values are the same, by content. */
export function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** Throws a 412 if `If-Match` contains another version than the record's. */
export function matchVersion(
  command: Pick<Command, 'ifMatch' | 'caller'>,
  record: Pick<LoggedRecord, 'version'> & { log?: LoggedChange[] },
): void {
  const { ifMatch, caller } = command;
  if (ifMatch === null || ifMatch === record.version) return;
  throw new Problem('precondition_failed', {
    detail: `The record is at version ${record.version} now. Read it again, then retry with its new ETag.`,
    extra: { changes: changesSince(record.log ?? [], ifMatch, caller), version: record.version },
  });
}

/** The changes since a version that the caller may see: shoppers see neither authors nor costs. */
function changesSince(
  log: readonly LoggedChange[],
  version: number,
  { area }: Pick<Command['caller'], 'area'>,
): (Omit<LoggedChange, 'by'> & { by?: string })[] {
  const since = log.filter((change) => change.version > version);
  if (area === 'admin') return since;
  return since.map(({ by: _by, fields, ...change }) => ({
    ...change,
    fields: fields.filter((name) => !isHiddenFromShoppers(name)),
  }));
}

/** Cost fields, such as `items.12.manufacturing_price`, are hidden from shoppers. */
export function isHiddenFromShoppers(field: string): boolean {
  return /(^|\.)manufacturing_price$/.test(field);
}

/** The values without undefined ones. */
export function withoutUndefined<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/**
 * An event about a record, with the record as other services see it. `of.kind`: service and kind
 * (`orders.order`); `of.path`: the subject's prefix (`orders`); `of.shape`: version of the data's shape.
 */
export function recordEvent(
  of: { kind: string; path: string; shape: 1 | 2 },
  happened: string,
  record: { _id: number; version: number },
  shown: object,
): EventDraft {
  // A deletion counts as a version of its own, so it supersedes every earlier event.
  const version = happened === 'deleted' || happened === 'erased' ? record.version + 1 : record.version;
  const type = `${of.kind}.${happened}.v${of.shape}`;
  return { type, subject: `${of.path}/${record._id}`, data: { version, ...shown } };
}
