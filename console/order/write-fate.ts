import type { StoreError } from '#clients/typescript/src/main.ts';

/** Whether the store may not have accepted the change, so that it is sent again under the same key. */
export function isNotTaken(error: StoreError): boolean {
  const codes: readonly string[] = ['unavailable', 'outcome_unknown', 'connection_failed', 'timed_out'];
  return codes.includes(error.code) || (error.code === 'unexpected_answer' && error.status >= 500);
}

/** Whether the refusal is final, so that the next attempt takes a new key. A sign-out or rate limit keeps the key. */
export function isDecided({ status }: StoreError): boolean {
  return status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status);
}
