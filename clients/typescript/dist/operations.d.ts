import type { Clock } from './clock.ts';
import type { Operation as OperationRecord } from './generated/types.gen.ts';
import type { Call, Received } from './call.ts';
/** Awaited: the outcome, also when the store took the write before it was done. */
export interface Write<T> extends Call<T> {
    /** What the write is done once under. Keep it to send the same write again after the app was closed. */
    readonly idempotencyKey: string;
    /** The write as soon as the store has taken it, to follow it or to come back to it. */
    operation: () => Promise<Operation<T>>;
}
interface Patience {
    /** Default: as long as it takes. */
    timeoutMs?: number | undefined;
    signal?: AbortSignal | undefined;
}
/** A write that the store has taken. */
export interface Operation<T> {
    /** For `followOperation`. Null when the outcome came at once. */
    readonly id: string | null;
    /** Its record whenever it changes, to the last one. */
    progress: (patience?: Patience) => AsyncIterable<OperationRecord>;
    /** The outcome: what the write would have answered with at once, its refusal included. */
    done: (patience?: Patience) => Promise<T>;
    /** Of bulk work: what is done stays done. */
    cancel: () => Promise<OperationRecord>;
}
export interface Following {
    read: (id: string, patience: Patience) => Promise<OperationRecord>;
    cancel: (id: string) => Promise<OperationRecord>;
    /** The same write with the same key; null where only the id of its operation is known. */
    resend: ((patience: Patience) => Promise<Received>) | null;
    clock: Clock;
}
export declare function writeOf(key: string, sent: Promise<Received>, { left, following }: {
    left: () => Patience;
    following: Following;
}): Write<unknown>;
export declare function follow(first: OperationRecord, following: Following): Operation<unknown>;
export {};
