import type { Command } from '../contracts/schema-kit/define.ts';
import { certainlyKnownMs } from '../contracts/retention.ts';
import { Problem } from '../errors.ts';
import type { Deletion } from './deletion.ts';
import type { Answer, Handler, Tables, VersionedRecord } from './handler.ts';

/** What a command has made, looked up by the command's id where the inbox may have forgotten it. */
export interface Made extends VersionedRecord {
  /** Its maker: the command's id, or `laterMaker`. */
  _id: string;
  created_at: string;
  /** The record, or the one that holds it; null: it was deleted. */
  record: VersionedRecord | null;
  deletion: Deletion | null;
}

// A type, not an interface: only that is assignable to an index signature.
// eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- see above
export type MadeTables = { made: Made };

export interface MadeNeeds {
  /** Commands that make a record, and when they were accepted. */
  madeBy?: Accepted[];
}

/** The inbox knows younger commands for certain. */
export const knownForMs = certainlyKnownMs;

type Accepted = Pick<Command, 'id' | 'at'>;

/**
 * The maker of a record whose command has the id of a forgotten one, by an Idempotency-Key that was used again after
 * its time.
 */
export function laterMaker({ id, at }: Accepted): string {
  return `${id}:${at}`;
}

/** The id of the command that this maker was. */
export function commandOfMaker(maker: string): string {
  const [id = maker] = maker.split(':');
  return id;
}

/**
 * A use case that makes a record, done once for each command: one that comes again after the inbox has forgotten it is
 * answered with the record that it made, as it is now. `answer`: for that record. A command that was accepted when the
 * record's own was forgotten is another one.
 */
export function makesOnce<T extends Tables & MadeTables, Needs, C extends Command>(
  handler: Handler<T, Needs & MadeNeeds, C>,
  answer: (record: never, command: C) => Answer,
): Handler<T, Needs & MadeNeeds, C> {
  return {
    needs: (command) => ({
      ...handler.needs(command),
      madeBy: [{ id: command.id, at: command.at }],
    }),
    check: (state, command) =>
      state.made.has(makerOf(state.made, command)) ? [] : (handler.check?.(state, command) ?? []),
    decide: (state, command, tools) => {
      const maker = makerOf(state.made, command);
      const making = maker === command.id ? command : { ...command, id: maker };
      const made = state.made.get(maker);
      if (!made) return handler.decide(state, making, tools);
      return { answer: answer(existing(made) as never, making), changes: [], events: [] };
    },
  };
}

function makerOf(made: ReadonlyMap<Made['_id'], Made>, command: Accepted): string {
  const first = made.get(command.id);
  const isForgotten = first && Date.parse(command.at) > Date.parse(first.created_at) + knownForMs;
  return isForgotten ? laterMaker(command) : command.id;
}

function existing({ record, deletion }: Made): VersionedRecord {
  if (record) return record;
  const when = deletion ? ` by ${deletion.by} at ${deletion.at}` : '';
  throw new Problem('conflict', { detail: `What this request made was deleted${when}.` });
}
