import type { Command } from '../../contracts/kit/define.ts';
import type { FieldError } from '../../contracts/errors.ts';
import type { Handler, Tables } from './handler.ts';

/** The findings of a `check`. They are no list, because a list would be taken for errors. */
export type Findings = object & { length?: never };

/** Makes a handler whose `decide` gets what its `check` finds. No other code needs to know the type of that. */
export function checksFirst<T extends Tables, Needs, C extends Command, Found extends Findings>(
  handler: Handler<T, NoInfer<Needs>, NoInfer<C>, Found> & { check: object },
): Handler<T, Needs, C> {
  return handler as unknown as Handler<T, Needs, C>;
}

/**
 * The result of a `check`. Leave `found` undefined if it is incomplete: a record is missing, or the draft lacks the field that
 * refers to it. An incomplete draft may have no errors of its own.
 */
export function errorsOr<Found>(errors: FieldError[], found: Found | undefined): FieldError[] | Found {
  return errors.length > 0 || found === undefined ? errors : found;
}

export function areErrors(checked: object): checked is FieldError[] {
  return Array.isArray(checked);
}
