import type { recordChangeSchema } from '../../contracts/endpoints/problem.ts';
import { unreadableTag, type Command } from '../../contracts/kit/define.ts';
import type { Shown } from '../../contracts/kit/resource-schema.ts';
import { detail, Problem, type Detail } from '../../contracts/errors.ts';
import type { Addressed, EventDraft, VersionedRecord } from './handler.ts';

/** One change since the caller's version, as a 412 for `If-Match` shows it. */
export type ShownChange = Shown<typeof recordChangeSchema>;

export interface DatedRecord extends VersionedRecord {
  created_at: string;
  updated_at: string;
  /** Set if a command creates only this record: the id of the command. Absent for records created before 0.3.0. */
  created_by_command?: string;
}

/** A 412 for `If-Match` shows at most this many changes, the latest ones. */
export const shownChangesLimit = 20;
/** Release 0.6.0 treats a record without the list `log` as damaged. This release writes an empty list; 1.1.0 will drop it. */
export const emptyLog: { log: readonly never[] } = { log: [] };
const bookkeeping = new Set(['_id', 'version', 'created_at', 'updated_at', 'created_by_command']);

/** The author of a change, such as `admin:front-desk`. */
export function author(command: Pick<Command, 'caller'>): string {
  return `${command.caller.area}:${command.caller.subject}`;
}

/** The fields of a new record's first version. `id`: the command that creates the record. Leave it out if no command does. */
export function firstVersion({ id }: { id?: string }, now: string) {
  return {
    ...(id !== undefined && { created_by_command: id }),
    ...emptyLog,
    version: 1,
    created_at: now,
    updated_at: now,
  };
}

/** The record with these values, one version later. If no value differs, returns `record` itself. */
export function changed<R extends DatedRecord>(record: R, values: Partial<R>, now: string): R {
  const fields = Object.keys(values).filter(
    (name) => !bookkeeping.has(name) && !isSame(values[name as keyof R], record[name as keyof R]),
  );
  if (fields.length === 0) return record;
  return { ...record, ...values, ...emptyLog, version: record.version + 1, updated_at: now };
}

export function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/**
 * Throws a 412 if the version in `If-Match` is not the record's. `changes`: the changes since the caller's version. Pass them
 * only for a record without ledger rows; for all others, `explainRefusal` adds the changes. `addressed`: pass it only if the
 * command's path does not contain the record's id.
 */
export function matchVersion(
  { ifMatch }: Pick<Command, 'ifMatch'>,
  { version }: Pick<VersionedRecord, 'version'>,
  changes: readonly ShownChange[] = [],
  addressed: Addressed | null = null,
): void {
  if (ifMatch === null || ifMatch === version) return;
  throw new Problem('precondition_failed', {
    ...mismatch(ifMatch, version),
    extra: { changes, version, ...(addressed && { addressed }) },
  });
}

/** `version` is 0 if nothing is stored yet: a cart, settings, or a product that the write would create. */
function mismatch(ifMatch: number, version: number): Detail {
  if (ifMatch === unreadableTag) return detail('tag_unreadable');
  return version === 0 ? detail('not_stored_yet') : detail('other_version', { version });
}

/** The record that a command changes. Throws 404 if the record is missing, and 412 if the caller's `If-Match` is outdated. */
export function existing<R extends VersionedRecord>(
  records: ReadonlyMap<R['_id'], R>,
  id: R['_id'],
  command: Pick<Command, 'ifMatch'>,
): R {
  const record = records.get(id);
  if (!record) throw new Problem('not_found');
  matchVersion(command, record);
  return record;
}

export function withoutUndefined<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/**
 * The event contains the record as other services see it. `of.kind`: service and kind (`orders.order`). `of.path`: the subject's
 * first part (`orders`). `of.shape`: the version of the data's format.
 */
export function recordEvent(
  of: { kind: string; path: string; shape: 1 | 2 },
  happened: string,
  record: { _id: number; version: number },
  shown: object,
): EventDraft {
  // A deletion counts as a version of its own. So a consumer that keeps the event with the highest version keeps the deletion.
  const version = happened === 'deleted' || happened === 'erased' ? record.version + 1 : record.version;
  const type = `${of.kind}.${happened}.v${of.shape}`;
  return { type, subject: `${of.path}/${record._id}`, data: { version, ...shown } };
}
