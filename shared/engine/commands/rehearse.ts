import express, { type Express, type Request } from 'express';
import type { Command } from '../../contracts/kit/define.ts';
import { decideBatch, type EngineRows } from '../decide/decide-batch.ts';
import { type Handler, type Tables, areErrors } from '../decide/handler.ts';
import { Problem, type FieldError, type ProblemDetails } from '../../contracts/errors.ts';
import { storeNow } from '../../platform/mongo/store-clock.ts';
import { explainRefusal, type ChangesView } from '../decide/explain-refusal.ts';
import type { BatchStore } from './run-batch.ts';

/**
 * Checks commands of which some fields are invalid. Applies the rules that need stored data to the valid fields and returns their
 * errors. Throws a Problem such as `not_found` if the record is missing.
 */
export function createDraftCheck<T extends Tables, Needs>(
  store: Pick<BatchStore<T, Needs>, 'load' | 'rowsOf'>,
  handlers: Readonly<Record<string, unknown>>,
  view: ChangesView<T>,
): (draft: Command) => Promise<FieldError[]> {
  return async (draft) => {
    const command = draft as Command<string, Record<string, number>, object>;
    const handler = handlers[command.type] as Handler<T, Needs, typeof command> | undefined;
    if (!handler) throw new Problem('not_found');
    if (!handler.check) return [];
    const state = await store.load([handler.needs(command)]);
    try {
      const found = handler.check(state, command);
      return areErrors(found) ? found : [];
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      throw await explained(error.details, command, view, store);
    }
  };
}

/** The problem with which a worker would reject the command. A 412 lists the changes since the caller's version. */
async function explained<T extends Tables>(
  problem: ProblemDetails,
  command: Command,
  view: ChangesView<T>,
  { rowsOf }: Pick<BatchStore<T, never>, 'rowsOf'>,
): Promise<Problem> {
  const { code, ...details } = await explainRefusal(problem, command, view, { read: rowsOf });
  return new Problem(code, details);
}

/** Returns the response that a command would get. Throws the Problem with which a worker would reject the command. */
type Rehearse = (command: Command) => Promise<unknown>;

/** Runs the rules on current data and writes nothing. `shown`: converts the response body, by command type. */
export function createRehearse<T extends Tables & EngineRows, Needs>(
  store: Pick<BatchStore<T, Needs>, 'load' | 'rowsOf'>,
  handlers: Readonly<Record<string, Handler<T, Needs, Command>>>,
  { shown, ...view }: ChangesView<T> & { shown: Readonly<Record<string, (data: never) => unknown>> },
): Rehearse {
  return async (command) => {
    const handler = handlers[command.type];
    const show = shown[command.type];
    if (!handler || !show) throw new Problem('not_found');
    const state = await store.load([handler.needs(command as Command & { body: object })]);
    const now = storeNow().toISOString();
    const { results } = decideBatch([{ command, keepsInbox: false }], state, new Map(), handlers, {
      now,
      tracked: view.tracked,
    });
    const [result] = results;
    if (result?.kind !== 'decided') throw new Error(`${command.type} threw`, { cause: result?.error });
    if ('problem' in result.outcome) throw await explained(result.outcome.problem, command, view, store);
    return show(JSON.parse(result.outcome.body ?? 'null') as never);
  };
}

/** `POST /rehearsals`, which the gateway calls for `dry_run`. */
export function mountRehearsals(app: Express, rehearse: Rehearse): void {
  app.post('/rehearsals', express.json({ limit: '8mb' }), async (request: Request, response) => {
    response.json({ data: await rehearse(request.body as Command) });
  });
}
