import type { Clock } from './clock.ts';
import { StoreError } from './problems.ts';

export interface Limits {
  /** Moment by which the call is over. */
  endsAt: number;
  signal: AbortSignal | undefined;
}

const firstWaitMs = 200;
const longestWaitMs = 10_000;

/**
 * Tries until it succeeds, is refused for good, or the next try would come after the call's end. Safe for writes: each
 * carries the one key that its call was given.
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  { endsAt, signal }: Limits,
  clock: Clock,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isTransient(error)) throw error;
      const wait = waitMs(error, tries, clock.random());
      if (clock.now() + wait >= endsAt) throw error;
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

function isTransient(error: unknown): error is StoreError {
  if (!(error instanceof StoreError)) return false;
  // Of a proxy between the app and the store.
  const isProxys = error.code === 'unexpected_answer' && [408, 429, 502, 503, 504].includes(error.status);
  return isProxys || transientCodes.has(error.code);
}

/** Never sooner than the store asks for; spread, so that those who were refused together do not come back together. */
export function waitMs({ retryAfterMs = 0 }: StoreError, tries: number, random: number): number {
  const backoff = Math.min(firstWaitMs * 2 ** (tries - 1), longestWaitMs);
  return retryAfterMs > 0 ? retryAfterMs + random * backoff : (backoff * (1 + random)) / 2;
}
