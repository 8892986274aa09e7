import type { Clock } from './clock.ts';
import { StoreError } from './problems.ts';

export interface Limits {
  /** The time at which the call must end. */
  endsAt: number;
  signal: AbortSignal | undefined;
  isWrite: boolean;
}

const firstWaitMs = 200;
const longestWaitMs = 10_000;

/**
 * Retries until success or a final error, or until the next try would start after the call's end. Retries of
 * writes are safe, because all tries of a call have the same idempotency key. If the store may have executed a write, the end of
 * the call throws the error of that try. The caller could take a later 429 or 503 as proof that the write was not done.
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  { endsAt, signal, isWrite }: Limits,
  clock: Clock,
): Promise<T> {
  let inDoubt: StoreError | undefined;
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isTransient(error)) throw error;
      const wait = waitMs(error, tries, clock.random());
      if (isWrite && isInDoubt(error)) inDoubt = error;
      if (clock.now() + wait >= endsAt) throw inDoubt ?? error;
      await clock.sleep(wait, signal);
    }
  }
}

const transientCodes: ReadonlySet<string> = new Set([
  'connection_failed',
  'request_timeout',
  'too_many_requests',
  'unavailable',
  'outcome_unknown',
]);

export function isTransient(error: unknown): error is StoreError {
  if (!(error instanceof StoreError)) return false;
  // A response with one of these statuses and without a problem body comes from a proxy between the app and the store.
  const isProxys = error.code === 'unexpected_answer' && [408, 429, 502, 503, 504].includes(error.status);
  return isProxys || transientCodes.has(error.code);
}

/**
 * Whether the store may have executed a write whose try failed with this transient error. For example, after a proxy's 502 the
 * store may have executed the write.
 */
function isInDoubt({ code, status }: StoreError): boolean {
  return code !== 'unavailable' && status !== 408 && status !== 429;
}

/**
 * How long to wait before the next try, in ms. The wait is at least as long as the store requests. A random
 * part prevents clients that were rejected at the same time from retrying at the same time.
 */
export function waitMs({ retryAfterMs = 0 }: StoreError, tries: number, random: number): number {
  const backoff = Math.min(firstWaitMs * 2 ** (tries - 1), longestWaitMs);
  return retryAfterMs > 0 ? retryAfterMs + random * backoff : (backoff * (1 + random)) / 2;
}
