import type { Finding } from './audit-finding.ts';
import type { BulkNeeds, BulkTables } from './bulk-operation.ts';
import type { Counter } from './decide-batch.ts';
import type { DeletionTables } from './versioned-record.ts';
import type { Tables, VersionedRecord } from './handler.ts';
import type { TrackedTable } from './ledger.ts';
import type { MadeNeeds, MadeTables } from './make-once.ts';
import type { FaultOf } from './readable-records.ts';

/** The tables that the engine adds to those of every service. */
export type EngineTables = { counters: Counter } & BulkTables & DeletionTables & MadeTables;

/** What a command may need besides the service's own records. */
export interface EngineNeeds extends BulkNeeds, MadeNeeds {
  /** Sequences from which the command takes ids. */
  sequences?: string[];
}

/**
 * One kind of record of a service. What lists a service's records derives from its resources: loading, damaged records, the
 * ledger, the audit, sequences and restored ids.
 */
export interface Resource<R extends VersionedRecord> {
  /** The collection's name. Default: the table's name. */
  collection?: string;
  /** `version` is never shown, so a restore need not raise it. */
  hasInternalVersion?: true;
  /** The first damaged field among those that the rules rely on. */
  fault?: FaultOf<R>;
  /** Each version of a record gets a row in the ledger. */
  tracked?: TrackedTable<R>;
  /** Ids come from the sequence with the name of the collection. */
  hasSequence?: true;
  /** A command creates at most one record. The model has the index of `indexMaker`. */
  isMadeOnce?: true;
  /** What the audit finds in one record by itself. */
  findings?: (record: R) => Finding[];
  /** The audit's report counts the records under this name. */
  countedAs?: string;
}

/** One resource for each table that the service stores. A missing one does not compile. */
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

/** The tables whose ids come from a sequence. */
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
