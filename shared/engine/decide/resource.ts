import { detail, Problem } from '../../contracts/errors.ts';
import { isObject } from '../../contracts/kit/json-values.ts';
import type { Finding } from './audit-finding.ts';
import type { BulkNeeds, BulkTables } from './bulk-operation.ts';
import type { DeletionTables } from './deletion.ts';
import type { AddressedBy, Tables, VersionedRecord, Counter } from './handler.ts';
import type { TrackedTable } from './ledger.ts';
import type { MadeNeeds, MadeTables } from './make-once.ts';

/** The tables that the engine adds to those of every service. */
export type EngineTables = { counters: Counter } & BulkTables & DeletionTables & MadeTables;

/** Data that a command needs in addition to the records of the service. */
export interface EngineNeeds extends BulkNeeds, MadeNeeds {
  /** Sequences from which the command takes ids. */
  sequences?: string[];
}

/** One kind of record of a service, such as orders. The engine derives from it how to load, check, record and audit records. */
export interface Resource<R extends VersionedRecord> {
  /** The collection's name. Default: the table's name. */
  collection?: string;
  /** Clients never see `version`, so the restore of a backup need not raise it. */
  hasInternalVersion?: true;
  /** Reports the first damaged field among the fields on which rules depend. */
  fault?: FaultOf<R>;
  /** Each version of a record gets a row in the ledger. */
  tracked?: TrackedTable<R>;
  /** Ids come from the sequence with the name of the table. */
  hasSequence?: true;
  /** A command creates at most one such record: the collection has a unique index on `created_by_command`. */
  isMadeOnce?: true;
  /** The contradictions within one record, for the audit. */
  findings?: (record: R) => Finding[];
  /** The audit's report counts the records under this name. */
  countedAs?: string;
}

/** One resource for each table that the service stores. A missing resource is a compile error. */
export type Resources<Records extends Tables> = {
  readonly [Table in keyof Records]: Resource<Records[Table]>;
};

type TrackedIn<Of> = {
  [Table in keyof Of as Of[Table] extends { tracked: object } ? Table : never]: Of[Table] extends {
    tracked: infer Rows;
  }
    ? Rows
    : never;
};

export function trackedIn<Of extends object>(resources: Of): TrackedIn<Of> {
  const tracked = Object.entries(resources).flatMap(([table, resource]) => {
    const { tracked: rows } = resource as Resource<VersionedRecord>;
    return rows ? [[table, rows]] : [];
  });
  return Object.fromEntries(tracked) as TrackedIn<Of>;
}

export function sequencesIn(
  resources: Readonly<Record<string, Pick<Resource<never>, 'hasSequence'>>>,
): string[] {
  return Object.keys(resources).filter((table) => resources[table]?.hasSequence === true);
}

/** The collections whose documents have a version that callers see. */
export function versionedIn(
  resources: Readonly<Record<string, Pick<Resource<never>, 'collection' | 'hasInternalVersion'>>>,
): string[] {
  return Object.entries(resources)
    .filter(([, { hasInternalVersion }]) => hasInternalVersion !== true)
    .map(([table, { collection = table }]) => collection);
}

/** Returns why rules cannot use a stored record, such as `items is not a list`; null if they can. */
export type FaultOf<R> = (record: R) => string | null;

const kinds = {
  integer: Number.isSafeInteger,
  'integer or null': (value: unknown) => value === null || Number.isSafeInteger(value),
  text: (value: unknown) => typeof value === 'string',
  flag: (value: unknown) => typeof value === 'boolean',
  list: Array.isArray,
  object: isObject,
} as const satisfies Record<string, (value: unknown) => boolean>;

type Kind = keyof typeof kinds;

/** The end of a sentence that says what is wrong with a value, such as ` is not a list`; null if nothing is. */
type FaultOfValue = (value: unknown) => string | null;
/** A field that may be null needs `integer or null` or a function. Any other kind would treat a record with null as damaged. */
type Fields<R> = {
  [Name in keyof R & string]?: (null extends R[Name] ? 'integer or null' : Kind) | FaultOfValue;
};

/** Reports the first of these fields that is damaged. */
export function faultsBy<R extends object>(fields: Fields<R>): FaultOf<R> {
  const expected = Object.entries(fields) as [keyof R & string, Kind | FaultOfValue][];
  return (record) => {
    for (const [name, kind] of expected) {
      const fault = typeof kind === 'function' ? kind(record[name]) : faultOfKind(record[name], kind);
      if (fault !== null) return `${name}${fault}`;
    }
    return null;
  };
}

function faultOfKind(value: unknown, kind: Kind): string | null {
  return kinds[kind](value) ? null : ` is not ${kind === 'list' ? 'a list' : `of kind ${kind}`}`;
}

/** A list whose entries have these fields. */
export function listOf<R extends object>(fields: Fields<R>): FaultOfValue {
  const faultOf = faultsBy<R>(fields);
  return (value) => {
    if (!Array.isArray(value)) return faultOfKind(value, 'list');
    for (const [index, entry] of value.entries()) {
      const fault = kinds.object(entry) ? faultOf(entry as R) : 'is not an object';
      if (fault !== null) return `.${index}: ${fault}`;
    }
    return null;
  };
}

/** `what`: what the values are, such as `a state`. */
export function oneOf(values: readonly unknown[], what: string): FaultOfValue {
  return (value) => (values.includes(value) ? null : ` is not ${what}`);
}

interface Unreadable<R> {
  /** The damaged record. The field is absent if the record could not be loaded. */
  record?: R;
  refusal: () => Error;
}

/** The readable records of a table. Reading an unreadable record by its id throws the record's `refusal`. */
class PartlyReadable<Id, R> extends Map<Id, R> {
  readonly #unreadable: ReadonlyMap<Id, Unreadable<R>>;

  constructor(records: Iterable<readonly [Id, R]>, unreadable: ReadonlyMap<Id, Unreadable<R>>) {
    super(records);
    this.#unreadable = unreadable;
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
    return new PartlyReadable(this, this.#unreadable);
  }

  refuseUnreadable(fits: (record: R) => boolean): void {
    for (const { record, refusal } of this.#unreadable.values())
      if (record === undefined || fits(record)) throw refusal();
  }

  #refuse(id: Id): void {
    const unreadable = this.#unreadable.get(id);
    if (unreadable !== undefined) throw unreadable.refusal();
  }
}

/** If a command reads a damaged record by id, only that command gets a 409. Returns `records` itself if none is damaged. */
export function readableRecords<Id, R extends VersionedRecord>(
  table: string,
  records: ReadonlyMap<Id, R>,
  faultOf: FaultOf<R>,
): ReadonlyMap<Id, R> {
  const damaged = new Map<Id, Unreadable<R>>();
  for (const [id, record] of records) {
    const fault = faultOf(record);
    if (fault === null) continue;
    const damage = { record: `${table}/${String(id)}`, fault };
    damaged.set(id, { record, refusal: () => new Problem('conflict', detail('record_damaged', damage)) });
  }
  if (damaged.size === 0) return records;
  return new PartlyReadable(
    [...records].filter(([id]) => !damaged.has(id)),
    damaged,
  );
}

/** Records whose look-up failed. A command that reads one by id throws and is retried; the rest of the batch proceeds. */
export function unknownRecords<Id, R>(ids: readonly Id[], refusal: (id: Id) => Error): ReadonlyMap<Id, R> {
  return new PartlyReadable<Id, R>([], new Map(ids.map((id) => [id, { refusal: () => refusal(id) }])));
}

/** Throws a 409 if a record that fits is damaged, because a rule that needs all of these records cannot leave one out. */
export function allRecords<Id, R>(records: ReadonlyMap<Id, R>, fits: (record: R) => boolean): R[] {
  if (records instanceof PartlyReadable) (records as PartlyReadable<Id, R>).refuseUnreadable(fits);
  return [...records.values()].filter(fits);
}

export function copyOfRecords<Id, R>(records: ReadonlyMap<Id, R>): Map<Id, R> {
  return records instanceof PartlyReadable ? (records as PartlyReadable<Id, R>).copy() : new Map(records);
}

/** For services whose commands are named after their tables: `products.update` changes the product that its path names. */
export function addressedIn(resources: Readonly<Record<string, { collection?: string }>>): AddressedBy {
  return ({ type, params }) => {
    const [table = ''] = type.split('.');
    const [id] = Object.values(params);
    const resource = resources[table];
    return resource && id !== undefined ? { collection: resource.collection ?? table, id } : null;
  };
}
