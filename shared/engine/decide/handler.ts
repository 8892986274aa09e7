import type { Command } from '../../contracts/kit/define.ts';
import type { Language } from '../../contracts/kit/languages.ts';
import type { FieldError } from '../../contracts/errors.ts';

/** A record as the rules see it: plain data with its version, which `If-Match`, ETags and events contain. */
export interface VersionedRecord {
  _id: number | string;
  version: number;
}
export type Tables = Record<string, VersionedRecord>;

/** All records that a batch loads, by table and id. A record that is not in the state does not exist. */
export type State<T extends Tables> = { readonly [Table in keyof T]: ReadonlyMap<T[Table]['_id'], T[Table]> };

/** Reads a record of the state. Throws a `Problem` if the record is damaged. */
export function recordIn<T extends Tables>(
  state: State<T>,
  table: keyof T,
  id: number | string,
): VersionedRecord | null {
  return state[table].get(id) ?? null;
}

export type Change<T extends Tables> = {
  [Table in keyof T]: { table: Table; put: T[Table] } | { table: Table; remove: T[Table]['_id'] };
}[keyof T];

/** An event without its id, source and time (CloudEvents 1.0), which are added later. */
export interface EventDraft {
  /** The event's type, such as `orders.order.placed.v1`, which is also the routing key in RabbitMQ. */
  type: string;
  /** `orders/12` */
  subject: string;
  data: { version: number } & Record<string, unknown>;
  /** The record's earlier values, from `TrackedTable.formerOf`. The event log stores them, and they are never published. */
  former?: object;
}

export interface Answer {
  status: 200 | 201 | 202 | 204;
  /** The work continues in the background, as a bulk operation with the command's id. */
  background?: true;
  location?: string;
  /** The record's version, for the ETag. */
  version?: number;
  /** The resource, without a wrapper. */
  data?: unknown;
  /** The language of `data`, if `data` depends on the language. */
  language?: Language;
  /** Replaces fields of `data` in the response to the waiting caller only. A retry gets the fields of `data`. */
  once?: Readonly<Record<string, unknown>>;
}

export interface Decision<T extends Tables> {
  answer: Answer;
  changes: Change<T>[];
  events: EventDraft[];
  /** Adds a note to a record's timeline. The record's version does not change. */
  note?: { subject: string; version: number; text: string };
  /** The caller's reason for the changes. The ledger rows of the changes store the reason. */
  reason?: string;
  /** For bulk work: one step for each record. The steps are applied in order, before `changes`. */
  steps?: readonly Pick<Decision<T>, 'changes' | 'events' | 'restores'>[];
  /** If the decision reverts a change: the version whose content the record has again. */
  restores?: number;
  /** Whether the decision erases a person's data. The ledger then records which fields were erased, and never their values. */
  erases?: true;
}

/** Rules receive time and ids from their caller, so that they are pure functions. */
export interface Tools {
  /** ISO 8601 UTC, the same for the whole batch. */
  now: string;
  /** Issues the next id of a sequence. If the command is rejected, a later command gets the same id. */
  nextId: (sequence: string) => number;
}

/** A command without the body fields that failed validation. `check` still finds errors in the other fields. */
type Draft<C> = C extends { body: infer Body } ? Omit<C, 'body'> & { body: Partial<Body> } : C;

/** The type of a list in the body of a `Draft`. Entries, and fields of entries, that failed validation are missing. */
export type Drafts<T> = readonly (Partial<T> | null | undefined)[];

/**
 * The rule for one type of command. Its functions are pure. `needs` lists the records to load. `check` returns all errors that
 * depend on stored data. If there are none, it returns the data that `decide` needs. `check` throws a `Problem` if the record is
 * missing or belongs to another caller. `decide` turns the result of `check` into changes. Without `check`, `decide` gets the
 * state. The worker runs both. The service's API runs only `check`, for bodies that the gateway finds invalid.
 */
export interface Handler<T extends Tables, Needs, C extends Command, Found = State<T>> {
  needs: (command: Draft<C>) => Needs;
  /** Called for a retry. Throws a `Problem` if the caller must not see the outcome of the earlier request. */
  admits?: (state: State<T>, command: C) => void;
  check?: (state: State<T>, command: Draft<C>) => FieldError[] | Found;
  decide: (found: Found, command: C, tools: Tools) => Decision<T>;
}

/** One handler for each command of a service. A missing handler is a compile error. */
export type Handlers<T extends Tables, Needs, Commands> = {
  readonly [Type in keyof Commands]: Handler<T, Needs, Extract<Commands[Type], Command>>;
};

/** The data that a `check` found. The type allows no list, because a list means errors. */
export type Findings = object & { length?: never };

/** Makes a handler whose `decide` receives the data that its `check` found. No other code needs the type of this data. */
export function checksFirst<T extends Tables, Needs, C extends Command, Found extends Findings>(
  handler: Handler<T, NoInfer<Needs>, NoInfer<C>, Found> & { check: object },
): Handler<T, Needs, C> {
  return handler as unknown as Handler<T, Needs, C>;
}

/**
 * The result of a `check`. Pass undefined as `found` if a record is missing or if a field that refers to a record failed
 * validation. The list of errors may then be empty: the error of a field that failed validation is reported elsewhere.
 */
export function errorsOr<Found>(errors: FieldError[], found: Found | undefined): FieldError[] | Found {
  return errors.length > 0 || found === undefined ? errors : found;
}

export function areErrors(checked: object): checked is FieldError[] {
  return Array.isArray(checked);
}

export interface Addressed {
  collection: string;
  id: number | string;
  /**
   * The parent record, in `collection`. The addressed record's `field` has its id. Events and ledger rows belong to the parent.
   */
  within?: { field: string; collection: string };
}

/** The existing record that a command changes. Null if there is none, for example if the command creates a record. */
export type AddressedBy = (command: Pick<Command, 'type' | 'params' | 'caller'>) => Addressed | null;

/** A sequence's record in the table `counters`. The record's `version` is the last id that the sequence issued. */
export interface Counter {
  _id: string;
  version: number;
}
