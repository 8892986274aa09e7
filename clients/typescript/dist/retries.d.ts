import type { Clock } from './clock.ts';
import { StoreError } from './problems.ts';
export interface Limits {
    /** Moment by which the call is over. */
    endsAt: number;
    signal: AbortSignal | undefined;
}
/**
 * Tries until it succeeds, is refused for good, or the next try would come after the call's end. Safe for writes: each
 * carries the one key that its call was given.
 */
export declare function withRetries<T>(attempt: () => Promise<T>, { endsAt, signal }: Limits, clock: Clock): Promise<T>;
/** Never sooner than the store asks for; spread, so that those who were refused together do not come back together. */
export declare function waitMs({ retryAfterMs }: StoreError, tries: number, random: number): number;
