import type { Command } from '../contracts/schema-kit/define.ts';
import { Problem } from '../errors.ts';
import type { Deletion } from './deletion.ts';
import type { Answer, Handler, Tables, VersionedRecord } from './handler.ts';

/** What a command has made, looked up by the command's id where the inbox may have forgotten it. */
export interface Made extends VersionedRecord {
  /** The command's id. */
  _id: string;
  /** The record, or the one that holds it; null: it was deleted. */
  record: VersionedRecord | null;
  deletion: Deletion | null;
}

// A type, not an interface: only that is assignable to an index signature.
// eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- see above
export type MadeTables = { made: Made };

export interface MadeNeeds {
  /** Commands that make a record, and when they were accepted. */
  madeBy?: Pick<Command, 'id' | 'at'>[];
}

/**
 * A use case that makes a record, done once for each command: one that comes again after the inbox has forgotten it is
 * answered with the record that it made, as it is now. `answer`: for that record.
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
    check: (state, command) => (state.made.has(command.id) ? [] : (handler.check?.(state, command) ?? [])),
    decide: (state, command, tools) => {
      const made = state.made.get(command.id);
      if (!made) return handler.decide(state, command, tools);
      return { answer: answer(existing(made) as never, command), changes: [], events: [] };
    },
  };
}

function existing({ record, deletion }: Made): VersionedRecord {
  if (record) return record;
  const when = deletion ? ` by ${deletion.by} at ${deletion.at}` : '';
  throw new Problem('conflict', { detail: `What this request made was deleted${when}.` });
}
