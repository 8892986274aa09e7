import { detail, Problem } from '../../contracts/errors.ts';
import type { VersionedRecord } from './handler.ts';

/** Returns why rules cannot use a stored record, such as `items is not a list`; null if they can. */
export type FaultOf<R> = (record: R) => string | null;

const kinds = {
  integer: Number.isSafeInteger,
  'integer or null': (value: unknown) => value === null || Number.isSafeInteger(value),
  text: (value: unknown) => typeof value === 'string',
  flag: (value: unknown) => typeof value === 'boolean',
  list: Array.isArray,
  object: (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
} as const satisfies Record<string, (value: unknown) => boolean>;

type Kind = keyof typeof kinds;

/** Reports the first of these fields that has a wrong type. */
export function faultsBy<R extends object>(fields: Partial<Record<keyof R & string, Kind>>): FaultOf<R> {
  const expected = Object.entries(fields) as [keyof R & string, Kind][];
  return (record) => {
    for (const [name, kind] of expected) {
      if (!kinds[kind](record[name]))
        return `${name} is not ${kind === 'list' ? 'a list' : `of kind ${kind}`}`;
    }
    return null;
  };
}

export function faultInEntries<R extends object>(
  name: string,
  entries: readonly unknown[],
  faultOf: FaultOf<R>,
): string | null {
  for (const [index, entry] of entries.entries()) {
    const fault = kinds.object(entry) ? faultOf(entry as R) : 'is not an object';
    if (fault !== null) return `${name}.${index}: ${fault}`;
  }
  return null;
}

/** A table's records without the damaged ones. Reading a damaged record by id throws a `Problem` that identifies the record. */
class PartlyReadable<Id, R> extends Map<Id, R> {
  readonly #table: string;
  readonly #faults: ReadonlyMap<Id, string>;

  constructor(records: Iterable<readonly [Id, R]>, table: string, faults: ReadonlyMap<Id, string>) {
    super(records);
    this.#table = table;
    this.#faults = faults;
  }

  override get(id: Id): R | undefined {
    this.#refuse(id);
    return super.get(id);
  }

  override has(id: Id): boolean {
    this.#refuse(id);
    return super.has(id);
  }

  copy(): PartlyReadable<Id, R> {
    return new PartlyReadable(this, this.#table, this.#faults);
  }

  #refuse(id: Id): void {
    const fault = this.#faults.get(id);
    if (fault === undefined) return;
    const record = `${this.#table}/${String(id)}`;
    throw new Problem('conflict', detail('record_damaged', { record, fault }));
  }
}

/**
 * Leaves out the damaged records. If a command reads a damaged record by id, only that command is rejected with
 * a 409; the rest of the batch proceeds. Returns the same map if no record is damaged.
 */
export function readableRecords<Id, R extends VersionedRecord>(
  table: string,
  records: ReadonlyMap<Id, R>,
  faultOf: FaultOf<R>,
): ReadonlyMap<Id, R> {
  let faults: Map<Id, string> | null = null;
  for (const [id, record] of records) {
    const fault = faultOf(record);
    if (fault !== null) (faults ??= new Map<Id, string>()).set(id, fault);
  }
  if (faults === null) return records;
  const damaged = faults;
  return new PartlyReadable(
    [...records].filter(([id]) => !damaged.has(id)),
    table,
    damaged,
  );
}

export function copyOfRecords<Id, R>(records: ReadonlyMap<Id, R>): Map<Id, R> {
  return records instanceof PartlyReadable ? (records as PartlyReadable<Id, R>).copy() : new Map(records);
}
