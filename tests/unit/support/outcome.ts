import type { Result } from '#shared/engine/decide/decide-batch.ts';
import type { FieldError, ProblemCode } from '#shared/contracts/errors.ts';

/** A command's outcome as one flat object; absent parts are undefined. */
export interface Ended {
  status?: number;
  location?: string | null;
  version?: number | null;
  /** The response body as clients receive it. */
  data?: Record<string, unknown>;
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
  const data = body === null ? null : (JSON.parse(body) as Record<string, unknown>);
  return { status, location, version, replayed, ...(data && { data }) };
}

/** One text `field: rule` for each broken rule. */
export function broken(errors: readonly FieldError[] | undefined): string[] {
  return (errors ?? []).map(({ field, rule }) => `${field}: ${rule}`);
}
