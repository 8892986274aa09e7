import type { FieldError } from '#shared/contracts/errors.ts';
import { flag } from '#shared/contracts/kit/field-kinds.ts';
import { nullable, object, type StoreLocale } from '#shared/contracts/kit/fields.ts';
import { validate } from '#shared/contracts/kit/validate.ts';

const sentDryRun = object({ dry_run: nullable(flag()) });

/** Also true for an invalid value of `dry_run`, so that such a request never runs as a real write. */
export function asksForRehearsal(sent: Record<string, unknown>, locale: StoreLocale): boolean {
  const { value, errors } = validate(sentDryRun, sent, locale);
  return errors.length > 0 || value.dry_run === true;
}

/**
 * The error for `dry_run` in a write that cannot be rehearsed. If the write ignored `dry_run`, it would change data although the
 * client only rehearses.
 */
export function dryRunErrors(
  { body, query }: { body: Record<string, unknown>; query: Record<string, unknown> },
  locale: StoreLocale,
): FieldError[] {
  const isAsked = [body, query].some((sent) => asksForRehearsal(sent, locale));
  return isAsked ? [{ field: 'dry_run', rule: 'no_rehearsal' }] : [];
}
