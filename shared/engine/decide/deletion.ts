import type { Command } from '../../contracts/kit/define.ts';
import type { Change, VersionedRecord } from './handler.ts';
import { author, type DatedRecord } from './versioned-record.ts';

/** The record of a deletion: who deleted a record, when, and by which command. */
export interface Deletion extends VersionedRecord {
  /** `orders/12:` and the command's id. */
  _id: string;
  /** The record's table and id: `orders`, 12. */
  kind: string;
  id: number;
  by: string;
  at: string;
  /** The id of the command that deleted the record; for bulk work, the operation's id. */
  command: string;
  /** The id of the command that created the record; absent for records created before 0.3.0. */
  created_by_command?: string;
  created_at?: string;
}

// A type, not an interface: only a type is assignable to an index signature.
// eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- see above
export type DeletionTables = { deletions: Deletion };

interface Removed extends VersionedRecord, Partial<Pick<DatedRecord, 'created_by_command' | 'created_at'>> {
  _id: number;
}

export type Deleter = Pick<Command, 'id' | 'caller'>;

/** Returns the change that stores a `Deletion` of this record. */
export function remembered(
  kind: string,
  { _id: id, version, created_by_command: maker, created_at: madeAt }: Removed,
  deleter: Deleter,
  now: string,
): Change<DeletionTables> {
  const deletion: Deletion = {
    _id: `${kind}/${id}:${deleter.id}`,
    version: version + 1,
    kind,
    id,
    by: author(deleter),
    at: now,
    command: deleter.id,
    ...(maker !== undefined && { created_by_command: maker }),
    ...(madeAt !== undefined && { created_at: madeAt }),
  };
  return { table: 'deletions', put: deletion };
}

export function removal<Table extends string>(table: Table, record: Removed, deleter: Deleter, now: string) {
  return [{ table, remove: record._id }, remembered(table, record, deleter, now)];
}
