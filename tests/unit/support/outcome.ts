import type { Result } from '#shared/commands/decide-batch.ts';
import type { FieldError, ProblemCode } from '#shared/errors.ts';

/** How a command ended, in one flat shape: what is absent is undefined. */
export interface Ended {
  status?: number;
  location?: string | null;
  version?: number | null;
  /** The answer as a client would read it. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into it as a client would
  data?: any;
  code?: ProblemCode;
  fields?: FieldError[];
  extra?: Record<string, unknown>;
  threw?: unknown;
  replayed?: boolean;
}

export function ended(result: Result): Ended {
  if (result.kind === 'threw') return { threw: result.error };
  const { outcome, replayed } = result;
  if ('problem' in outcome) {
    const { code, fields, extra } = outcome.problem;
    return { code, replayed, ...(fields && { fields }), ...(extra && { extra }) };
  }
  const { status, location, version, body } = outcome;
  const data: unknown = body === null ? undefined : JSON.parse(body);
  return { status, location, version, data, replayed };
}

/** `field: rule` of each broken rule. */
export function broken(errors: readonly FieldError[] | undefined): string[] {
  return (errors ?? []).map(({ field, rule }) => `${field}: ${rule}`);
}
