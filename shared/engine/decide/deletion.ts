import type { Command } from '../../contracts/kit/define.ts';
import type { Change, Tables, VersionedRecord } from './handler.ts';
import { author } from './versioned-record.ts';

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

interface Removed extends VersionedRecord {
  _id: number;
  created_by_command?: string;
  created_at?: string;
}

export type Deleter = Pick<Command, 'id' | 'caller'>;

/** Returns the change that stores a `Deletion` of this record. */
export function remembered<T extends Tables & DeletionTables>(
  kind: string,
  { _id: id, version, created_by_command: maker, created_at: madeAt }: Removed,
  deleter: Deleter,
  now: string,
): Change<T> {
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
  return { table: 'deletions', put: deletion } as unknown as Change<T>;
}

export function removal<T extends Tables & DeletionTables>(
  table: keyof T & string,
  record: Removed,
  deleter: Deleter,
  now: string,
): Change<T>[] {
  const gone = { table, remove: record._id } as unknown as Change<T>;
  return [gone, remembered<T>(table, record, deleter, now)];
}
