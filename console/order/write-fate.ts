import type { StoreError } from '#clients/typescript/src/main.ts';

/** The store has not taken it, or did not say so: to be sent again under the same key. */
export function isNotTaken(error: StoreError): boolean {
  const codes: readonly string[] = ['unavailable', 'outcome_unknown', 'connection_failed', 'timed_out'];
  return codes.includes(error.code) || (error.code === 'unexpected_answer' && error.status >= 500);
}

/** Refused for good: the next press is a new wish. Who was signed out, or too fast, still has the same one. */
export function isDecided({ status }: StoreError): boolean {
  return status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status);
}
