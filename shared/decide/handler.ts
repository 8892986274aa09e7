import type { Command } from '../contracts/schema-kit/define.ts';
import type { Language } from '../contracts/schema-kit/languages.ts';
import type { FieldError } from '../errors.ts';

/** A record as the rules see it: plain data with its version, which `If-Match`, ETags and events contain. */
export interface VersionedRecord {
  _id: number | string;
  version: number;
}
export type Tables = Record<string, VersionedRecord>;

/** All records that a batch touches, keyed by table and id. A record that is absent here does not exist. */
export type State<T extends Tables> = { readonly [Table in keyof T]: ReadonlyMap<T[Table]['_id'], T[Table]> };

/** The record with this id, or null. Throws if the record is damaged. */
export function recordIn<T extends Tables>(
  state: State<T>,
  table: keyof T,
  id: number | string,
): VersionedRecord | null {
  return (state[table] as unknown as ReadonlyMap<number | string, VersionedRecord>).get(id) ?? null;
}

export type Change<T extends Tables> = {
  [Table in keyof T]: { table: Table; put: T[Table] } | { table: Table; remove: T[Table]['_id'] };
}[keyof T];

/** An event for `store.events`, without its id, source and time, which are added later (CloudEvents 1.0). */
export interface EventDraft {
  /** `orders.order.placed.v1`: also the routing key. */
  type: string;
  /** `orders/12` */
  subject: string;
  data: { version: number } & Record<string, unknown>;
  /** For a change: the record's earlier values from `TrackedTable.formerOf`. Kept in the log, never published. */
  former?: object;
}

/** The response to a successful command. */
export interface Answer {
  status: 200 | 201 | 202 | 204;
  /** The work continues in the background, as a bulk operation with the command's id. */
  background?: true;
  /** Path of the record. */
  location?: string;
  /** For the ETag. */
  version?: number;
  /** The bare resource. */
  data?: unknown;
  /** The language of `data`, if `data` depends on the language. */
  language?: Language;
  /** Fields that replace those of `data` for the waiting caller only. The stored outcome keeps the fields of `data`. */
  once?: Readonly<Record<string, unknown>>;
}

export interface Decision<T extends Tables> {
  answer: Answer;
  changes: Change<T>[];
  events: EventDraft[];
  /** A note for the timeline of a record, whose version stays the same. */
  note?: { subject: string; version: number; text: string };
  /** The reason, in the caller's words; kept in the ledger rows of the changes. */
  reason?: string;
  /** For bulk work: the changes of each record, one after the other, before `changes`. */
  steps?: readonly Pick<Decision<T>, 'changes' | 'events' | 'restores'>[];
  /** Reverts a change of an operation: its record is again as it was at this version. */
  restores?: number;
  /** Erases a person: the ledger records which fields were erased, never their values. */
  erases?: true;
}

/** Time and ids are passed in, so that rules stay pure. */
export interface Tools {
  /** ISO 8601 UTC, the same for the whole batch. */
  now: string;
  /** The next id of a sequence: ascending, never used before, returned to the sequence if the command is rejected. */
  nextId: (sequence: string) => number;
}

/** A command without the fields that failed validation; `check` finds the errors in its other fields. */
export type Draft<C> = C extends { body: infer Body } ? Omit<C, 'body'> & { body: Partial<Body> } : C;

/**
 * One use case. `needs` lists the records it touches. `check` returns every broken rule that needs data, and
 * throws a `Problem` if the record itself is missing or belongs to another caller. `decide` then makes the
 * changes. All three are pure. The worker runs `check` and `decide`. The service's API runs only `check`, for
 * bodies that the gateway finds invalid.
 */
export interface Handler<T extends Tables, Needs, C extends Command> {
  needs: (command: Draft<C>) => Needs;
  /** Throws a `Problem` if the caller must not see the stored outcome of an earlier request. */
  admits?: (state: State<T>, command: C) => void;
  check?: (state: State<T>, command: Draft<C>) => FieldError[];
  decide: (state: State<T>, command: C, tools: Tools) => Decision<T>;
}

/** A handler for each of a service's commands: leaving one out does not compile. */
export type Handlers<T extends Tables, Needs, Commands> = {
  readonly [Type in keyof Commands]: Handler<T, Needs, Extract<Commands[Type], Command>>;
};
