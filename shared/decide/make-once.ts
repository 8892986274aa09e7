import type { Command } from '../contracts/schema-kit/define.ts';
import { certainlyKnownMs } from '../contracts/retention.ts';
import { Problem } from '../errors.ts';
import type { Deletion } from './deletion.ts';
import type { Answer, Handler, Tables, VersionedRecord } from './handler.ts';

/** A record that a command created, found by the command's id even if the command's inbox record has expired. */
export interface Made extends VersionedRecord {
  /** The command's id, or `laterMaker`. */
  _id: string;
  created_at: string;
  /** The record, or its parent; null if it was deleted. */
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

/** The inbox certainly still contains commands younger than this. */
export const knownForMs = certainlyKnownMs;

type Accepted = Pick<Command, 'id' | 'at'>;

/** The maker id for a command with the same id as an expired command: the client reused an Idempotency-Key after its retention. */
export function laterMaker({ id, at }: Accepted): string {
  return `${id}:${at}`;
}

/** The command id in a maker id. */
export function commandOfMaker(maker: string): string {
  const [id = maker] = maker.split(':');
  return id;
}

/**
 * Makes a use case create its record once per command. If a command is redelivered after its inbox record has
 * expired, the response is the existing record as it is now (`answer`). A command that was accepted after that
 * expiry counts as a new command.
 */
export function makesOnce<T extends Tables & MadeTables, Needs, C extends Command>(
  handler: Handler<T, Needs & MadeNeeds, C>,
  answer: (record: never, command: C) => Answer,
): Handler<T, Needs & MadeNeeds, C> {
  return {
    needs: (command) => ({ ...handler.needs(command), madeBy: [{ id: command.id, at: command.at }] }),
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
