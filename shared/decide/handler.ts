import type { Command } from '../contracts/schema-kit/define.ts';
import type { Language } from '../contracts/schema-kit/languages.ts';
import type { FieldError } from '../errors.ts';

/** A record as the rules see it: plain data with its version, which `If-Match`, ETags and events name. */
export interface VersionedRecord {
  _id: number | string;
  version: number;
}
export type Tables = Record<string, VersionedRecord>;

/** All records that a batch touches, by table and id. A record that is not here does not exist. */
export type State<T extends Tables> = { readonly [Table in keyof T]: ReadonlyMap<T[Table]['_id'], T[Table]> };

/** The record of this id; null: there is none. Throws for one that is damaged. */
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

/** A fact for `store.events`; the engine adds id, source and time (CloudEvents 1.0). */
export interface EventDraft {
  /** `orders.order.placed.v1`: also the routing key. */
  type: string;
  /** `orders/12` */
  subject: string;
  data: { version: number } & Record<string, unknown>;
  /** Of a change: what the record was before, as far as `TrackedTable.formerOf` tells it; kept in the log, told to nobody. */
  former?: object;
}

/** What the caller is answered when a command succeeds. */
export interface Answer {
  status: 200 | 201 | 202 | 204;
  /** The work has begun and goes on in the background, as a bulk operation of the command's id. */
  background?: true;
  /** Path of the record. */
  location?: string;
  /** For the ETag. */
  version?: number;
  /** The bare resource. */
  data?: unknown;
  /** The language that `data` is written in, where it would differ in another one. */
  language?: Language;
  /** Fields of `data` as only the caller who waits is told them: what is kept of the answer has those of `data`. */
  once?: Readonly<Record<string, unknown>>;
}

export interface Decision<T extends Tables> {
  answer: Answer;
  changes: Change<T>[];
  events: EventDraft[];
  /** Written on the timeline of a record, which stays at its version. */
  note?: { subject: string; version: number; text: string };
  /** Why, in the caller's words: kept in the ledger's rows of what it changes. */
  reason?: string;
  /** Of bulk work: what it does to each record, one after the other, before `changes`. */
  steps?: readonly Pick<Decision<T>, 'changes' | 'events' | 'restores'>[];
  /** It gives back what an operation changed: its record is again as it was at this version. */
  restores?: number;
  /** It erases a person: the ledger tells which fields, and nothing of what they held. */
  erases?: true;
}

/** What a rule may ask of the world: time and ids are handed in, so that rules stay pure. */
export interface Tools {
  /** ISO 8601 UTC, one moment for the whole batch. */
  now: string;
  /** The next id of a sequence: rising, never used before, given back when the command is refused. */
  nextId: (sequence: string) => number;
}

/** A command that may lack what broke a rule of shape: `check` then says what else is wrong. */
export type Draft<C> = C extends { body: infer Body } ? Omit<C, 'body'> & { body: Partial<Body> } : C;

/**
 * One use case. `needs` names the records it touches; `check` finds every broken rule that needs data (and
 * throws a `Problem` where the record itself is missing or not the caller's); `decide` then makes the changes.
 * All three are pure. The worker runs check and decide; the service's API runs check alone, for the gateway,
 * when the shape is broken.
 */
export interface Handler<T extends Tables, Needs, C extends Command> {
  needs: (command: Draft<C>) => Needs;
  /** Throws a `Problem` for a caller who may not be told what is kept of an earlier answer. */
  admits?: (state: State<T>, command: C) => void;
  check?: (state: State<T>, command: Draft<C>) => FieldError[];
  decide: (state: State<T>, command: C, tools: Tools) => Decision<T>;
}

/** A handler for each of a service's commands: leaving one out does not compile. */
export type Handlers<T extends Tables, Needs, Commands> = {
  readonly [Type in keyof Commands]: Handler<T, Needs, Extract<Commands[Type], Command>>;
};
