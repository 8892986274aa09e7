import type { Command } from '../../contracts/kit/define.ts';
import { certainlyKnownMs } from '../../contracts/retention.ts';
import { detail, Problem } from '../../contracts/errors.ts';
import type { Deletion } from './deletion.ts';
import {
  areErrors,
  checksFirst,
  type Answer,
  type Handler,
  type Tables,
  type VersionedRecord,
  type Findings,
} from './handler.ts';
import type { DatedRecord } from './versioned-record.ts';

/** A record that a command created. It is found by the command's id, even after the command's inbox record has expired. */
interface Made extends VersionedRecord {
  /** The record's `created_by_command`: the command's id, plus its time if the client had reused an expired idempotency key. */
  _id: string;
  created_at: string;
  /** The created record, or the record that contains it, as an order contains a line. Null if the created record was deleted. */
  record: VersionedRecord | null;
  deletion: Deletion | null;
}

// A type, not an interface: only a type is assignable to an index signature.
// eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- see above
export type MadeTables = { made: Made };

export interface MadeNeeds {
  /** Commands that create a record, and when they were accepted. */
  madeBy?: Accepted[];
}

type Accepted = Pick<Command, 'id' | 'at'>;

/** The value of `created_by_command` for a command with the id of an earlier command: its client reused an expired key. */
export function laterMaker({ id, at }: Accepted): string {
  return `${id}:${at}`;
}

export function commandOfMaker(maker: string): string {
  const [id = maker] = maker.split(':');
  return id;
}

export type MadeRecord = Omit<DatedRecord, 'updated_at'>;

/** The records that commands created earlier, keyed by command id. */
export function madeBy(records: Iterable<MadeRecord>, deletions: Iterable<Deletion>): Map<string, Made> {
  const made = new Map<string, Made>();
  for (const deletion of deletions) {
    const { created_by_command: id, created_at = deletion.at, version } = deletion;
    if (id !== undefined) made.set(id, { _id: id, version, created_at, record: null, deletion });
  }
  for (const record of records) {
    const { created_by_command: id, created_at, version } = record;
    if (id !== undefined) made.set(id, { _id: id, version, created_at, record, deletion: null });
  }
  return made;
}

/**
 * Makes a handler create its record only once for each command. If a command is redelivered after its inbox record has expired,
 * `answer` responds with the record as it is now. A command that was accepted after the expiry is a new command.
 */
export function makesOnce<T extends Tables & MadeTables, Needs, C extends Command, Found extends Findings>(
  answer: (record: never, command: NoInfer<C>) => Answer,
  { needs, check, decide }: Handler<T, Needs & MadeNeeds, NoInfer<C>, Found> & { check: object },
): Handler<T, Needs & MadeNeeds, C> {
  return checksFirst({
    needs: (command) => ({ ...needs(command), madeBy: [{ id: command.id, at: command.at }] }),
    check: (state, command) => {
      const maker = makerOf(state.made, command);
      const made = state.made.get(maker);
      if (made) return { maker, made };
      const found = check(state, command);
      return areErrors(found) ? found : { maker, found };
    },
    decide: ({ maker, ...one }, command, tools) => {
      const making = maker === command.id ? command : { ...command, id: maker };
      if ('found' in one) return decide(one.found, making, tools);
      return { answer: answer(existing(one.made, making) as never, making), changes: [], events: [] };
    },
  });
}

/**
 * Whether the command is a redelivery of the command that ran at `doneAt` with the same id. A command that was accepted after the
 * first one's inbox record had expired is a new command: its client used the idempotency key again. `certainlyKnownMs` is shorter
 * than the record's retention, because the gateway's clock may differ from the database's.
 */
export function isRedelivery({ at }: Pick<Command, 'at'>, doneAt: string): boolean {
  return Date.parse(at) <= Date.parse(doneAt) + certainlyKnownMs;
}

function makerOf(made: ReadonlyMap<Made['_id'], Made>, command: Accepted): string {
  const first = made.get(command.id);
  return first && !isRedelivery(command, first.created_at) ? laterMaker(command) : command.id;
}

/** The record that the command created. Throws a problem if it was deleted. Shoppers do not see who deleted it. */
function existing({ record, deletion }: Made, { caller }: Pick<Command, 'caller'>): VersionedRecord {
  if (record) return record;
  if (!deletion || caller.area === 'client') throw new Problem('conflict', detail('created_record_deleted'));
  const { by, at } = deletion;
  throw new Problem('conflict', detail('created_record_deleted_by', { by, at }));
}
