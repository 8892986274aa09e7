import type { Command } from '../contracts/schema-kit/define.ts';
import { Problem } from '../errors.ts';
import type { FieldError } from '../errors.ts';
import type { BatchStore } from './run-batch.ts';
import type { Handler, Tables } from '../decide/handler.ts';

/**
 * What else is wrong with a command whose shape is broken: the rules that need data, on the fields that are well
 * formed. Throws `not_found` and its like when the record itself is missing.
 */
export function createDraftCheck<T extends Tables, Needs>(
  store: Pick<BatchStore<T, Needs>, 'load'>,
  handlers: Readonly<Record<string, unknown>>,
): (draft: Command) => Promise<FieldError[]> {
  return async (draft) => {
    const handler = handlers[draft.type] as
      Handler<T, Needs, Command<string, Record<string, number>, object>> | undefined;
    if (!handler) throw new Problem('not_found');
    const command = draft as Command<string, Record<string, number>, object>;
    if (!handler.check) return [];
    return handler.check(await store.load([handler.needs(command)]), command);
  };
}
