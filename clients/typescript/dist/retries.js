import { StoreError } from "./problems.js";
const firstWaitMs = 200;
const longestWaitMs = 10_000;
/**
 * Tries until it succeeds, is refused for good, or the next try would come after the call's end. Safe for writes: each
 * carries the one key that its call was given.
 */
export async function withRetries(attempt, { endsAt, signal }, clock) {
    for (let tries = 1;; tries += 1) {
        try {
            return await attempt();
        }
        catch (error) {
            if (!isTransient(error))
                throw error;
            const wait = waitMs(error, tries, clock.random());
            if (clock.now() + wait >= endsAt)
                throw error;
            await clock.sleep(wait, signal);
        }
    }
}
const transientCodes = new Set([
    'connection_failed',
    'request_timeout',
    'too_many_requests',
    'unavailable',
    'outcome_unknown',
]);
function isTransient(error) {
    if (!(error instanceof StoreError))
        return false;
    // Of a proxy between the app and the store.
    const isProxys = error.code === 'unexpected_answer' && [408, 429, 502, 503, 504].includes(error.status);
    return isProxys || transientCodes.has(error.code);
}
/** Never sooner than the store asks for; spread, so that those who were refused together do not come back together. */
export function waitMs({ retryAfterMs = 0 }, tries, random) {
    const backoff = Math.min(firstWaitMs * 2 ** (tries - 1), longestWaitMs);
    return retryAfterMs > 0 ? retryAfterMs + random * backoff : (backoff * (1 + random)) / 2;
}
