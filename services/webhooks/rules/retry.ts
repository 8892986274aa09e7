const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Between the attempts of a delivery: ten attempts, nine waits. */
export const waits = [
  ...[5 * second, 30 * second, 2 * minute, 10 * minute],
  ...[1 * hour, 4 * hour, 12 * hour, 24 * hour, 30 * hour],
] as const;

/** So many, so that receivers that were away together are not asked together again. */
const spread = 0.1;
/** A receiver may ask for more patience, but not for ever. */
const longestPatienceMs = 30 * hour;

/** A receiver has so long for its answer. */
export const answerLimitMs = 20 * second;

/**
 * How long a delivery waits after its `tried`th attempt failed; null: that was the last one. `chance` lies between 0 and 1; what the receiver
 * asked for by `Retry-After` is heeded where it is longer.
 */
export function waitAfter(tried: number, chance: number, retryAfterMs: number | null = null): number | null {
  const wait = waits[tried - 1];
  if (wait === undefined) return null;
  const spreadOut = Math.round(wait * (1 - spread + 2 * spread * chance));
  return Math.max(spreadOut, Math.min(retryAfterMs ?? 0, longestPatienceMs));
}

/** Milliseconds that a `Retry-After` asks for, in seconds or as a date; null: it says neither. */
export function readRetryAfter(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * second;
  const at = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(at) ? null : Math.max(at - now, 0);
}
