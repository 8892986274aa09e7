import type { StoreError } from '#clients/typescript/src/main.ts';

/** Whether the store may not have accepted the change. If so, the page sends it again with the same idempotency key. */
export function isNotTaken(error: StoreError): boolean {
  const codes: readonly string[] = ['unavailable', 'outcome_unknown', 'connection_failed', 'timed_out'];
  return codes.includes(error.code) || (error.code === 'unexpected_answer' && error.status >= 500);
}

/**
 * Whether the rejection is final, so that the next attempt needs a new idempotency key. After a sign-out or a rate limit, the
 * key stays the same.
 */
export function isDecided({ status }: StoreError): boolean {
  return status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status);
}
