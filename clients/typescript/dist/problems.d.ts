import type { Problem, ProblemCode, RecordChange, ShortProduct } from './generated/types.gen.ts';
/** Codes of what no answer of the store says. */
type OwnCode = 'connection_failed' | 'timed_out' | 'not_modified' | 'unexpected_answer' | 'operation_parked' | 'operation_cancelled';
interface Details {
    status?: number;
    problem?: Partial<Problem>;
    retryAfterMs?: number | undefined;
    etag?: string | undefined;
    cause?: unknown;
}
/** Everything that a call rejects with, but for the reason of your own signal. Tell them apart by class or by `code`. */
export declare class StoreError extends Error {
    readonly code: ProblemCode | OwnCode;
    /** 0 where there was no answer. */
    readonly status: number;
    /** Messages by dotted field name (`items.0.amount`), in the language of the request. */
    readonly fields: Readonly<Record<string, readonly string[]>>;
    /** For a report of a fault: the store's logs and traces have it. */
    readonly requestId: string | undefined;
    /** The whole answer. */
    readonly problem: Partial<Problem>;
    readonly retryAfterMs: number | undefined;
    /** `precondition_failed`: what to send as `If-Match` now. */
    readonly etag: string | undefined;
    /** Of a write. Sent again with this key it is done once, whatever became of the first one. */
    idempotencyKey: string | undefined;
    constructor(code: ProblemCode | OwnCode, message: string, details?: Details);
}
export declare class ConnectionFailed extends StoreError {
    readonly code: 'connection_failed';
}
export declare class TimedOut extends StoreError {
    readonly code: 'timed_out';
}
export declare class Unauthenticated extends StoreError {
    readonly code: 'unauthenticated';
}
export declare class Forbidden extends StoreError {
    readonly code: 'forbidden';
}
export declare class NotFound extends StoreError {
    readonly code: 'not_found';
}
export declare class Conflict extends StoreError {
    readonly code: 'conflict';
}
export declare class ValidationFailed extends StoreError {
    readonly code: 'validation_failed';
}
export declare class EmptyCart extends StoreError {
    readonly code: 'empty_cart';
}
export declare class KeyReused extends StoreError {
    readonly code: 'idempotency_key_reused';
}
export declare class TooManyRequests extends StoreError {
    readonly code: 'too_many_requests';
}
export declare class InternalError extends StoreError {
    readonly code: 'internal_error';
}
export declare class OperationParked extends StoreError {
    readonly code: 'operation_parked';
}
export declare class OperationCancelled extends StoreError {
    readonly code: 'operation_cancelled';
}
export declare class OutOfStock extends StoreError {
    readonly code: 'out_of_stock';
    get products(): readonly ShortProduct[];
}
export declare class IllegalTransition extends StoreError {
    readonly code: 'illegal_transition';
    /** The states that the order can move to. */
    get allowed(): readonly string[];
}
export declare class CursorExpired extends StoreError {
    readonly code: 'cursor_expired';
    /** The current one: follow from here once the lists have been read anew. */
    get cursor(): string;
    /** Paths of those lists. */
    get snapshot(): readonly string[];
}
export declare class PreconditionFailed extends StoreError {
    readonly code: 'precondition_failed';
    /** Who changed what since the version that was sent as `If-Match`. */
    get changes(): readonly RecordChange[];
}
export declare class Unavailable extends StoreError {
    readonly code: 'unavailable';
    get part(): string | undefined;
}
export declare class OutcomeUnknown extends StoreError {
    readonly code: 'outcome_unknown';
    /** Path of the operation that tells. */
    get operation(): string | undefined;
}
/** What the store refused with. A code that is newer than this client is a plain `StoreError`. */
export declare function refusal(problem: Problem, details?: Omit<Details, 'problem'>): StoreError;
/** Of an answer that is no success. */
export declare function refusalOf(status: number, headers: Headers, data: unknown): StoreError;
export {};
