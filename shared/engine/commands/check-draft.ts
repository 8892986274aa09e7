import type { Command } from '../../contracts/kit/define.ts';
import { Problem, type FieldError } from '../../contracts/errors.ts';
import { explainRefusal, type ChangesView } from '../decide/explain-refusal.ts';
import type { BatchStore } from './run-batch.ts';
import { areErrors, type Handler, type Tables } from '../decide/handler.ts';

/**
 * Returns a check for commands with some invalid fields. It applies the rules that need stored data to the valid fields, and
 * returns their errors. It throws a Problem such as `not_found` if the record is missing.
 */
export function createDraftCheck<T extends Tables, Needs>(
  store: Pick<BatchStore<T, Needs>, 'load' | 'rowsOf'>,
  handlers: Readonly<Record<string, unknown>>,
  view: ChangesView<T>,
): (draft: Command) => Promise<FieldError[]> {
  return async (draft) => {
    const handler = handlers[draft.type] as
      Handler<T, Needs, Command<string, Record<string, number>, object>> | undefined;
    if (!handler) throw new Problem('not_found');
    const command = draft as Command<string, Record<string, number>, object>;
    if (!handler.check) return [];
    const state = await store.load([handler.needs(command)]);
    try {
      const found = handler.check(state, command);
      return areErrors(found) ? found : [];
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const { code, ...details } = await explainRefusal(error.details, command, view, { read: store.rowsOf });
      throw new Problem(code, details);
    }
  };
}
