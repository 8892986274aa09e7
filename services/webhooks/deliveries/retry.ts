const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** The nine waits between the ten attempts of a delivery. */
export const waits = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  1 * hour,
  4 * hour,
  12 * hour,
  24 * hour,
  30 * hour,
] as const;

/** Each wait varies randomly by up to this fraction, so that deliveries that failed together are not all retried together. */
const spread = 0.1;
/** The longest wait that a receiver can request with `Retry-After`. */
const longestPatienceMs = 30 * hour;

/** The time within which a receiver must respond. */
export const answerLimitMs = 20 * second;

/**
 * The wait in ms after attempt number `tried` failed, or null after the last attempt. `chance` is a random number between 0 and
 * 1. A longer `Retry-After` of the receiver takes precedence.
 */
export function waitAfter(tried: number, chance: number, retryAfterMs: number | null = null): number | null {
  const wait = waits[tried - 1];
  if (wait === undefined) return null;
  const spreadOut = Math.round(wait * (1 - spread + 2 * spread * chance));
  return Math.max(spreadOut, Math.min(retryAfterMs ?? 0, longestPatienceMs));
}

/** The milliseconds of a `Retry-After`, which is a number of seconds or a date. Returns null for any other text. */
export function readRetryAfter(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * second;
  const at = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(at) ? null : Math.max(at - now, 0);
}
