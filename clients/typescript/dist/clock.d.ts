/** Time and chance, which tests replace. */
export interface Clock {
    now: () => number;
    random: () => number;
    /** Rejects with the signal's reason when it is aborted. */
    sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}
export declare const systemClock: Clock;
