/** Everything that a call rejects with, but for the reason of your own signal. Tell them apart by class or by `code`. */
export class StoreError extends Error {
    code;
    /** 0 where there was no answer. */
    status;
    /** Messages by dotted field name (`items.0.amount`), in the language of the request. */
    fields;
    /** For a report of a fault: the store's logs and traces have it. */
    requestId;
    /** The whole answer. */
    problem;
    retryAfterMs;
    /** `precondition_failed`: what to send as `If-Match` now. */
    etag;
    /** Of a write. Sent again with this key it is done once, whatever became of the first one. */
    idempotencyKey;
    constructor(code, message, details = {}) {
        super(message, { cause: details.cause });
        this.name = new.target.name;
        this.code = code;
        this.status = details.status ?? 0;
        this.problem = details.problem ?? {};
        this.fields = this.problem.errors ?? {};
        this.requestId = this.problem.request_id;
        this.retryAfterMs = details.retryAfterMs;
        this.etag = details.etag;
    }
}
// A code of its own makes each a type of its own: else `instanceof` of one would rule out all others.
export class ConnectionFailed extends StoreError {
}
export class TimedOut extends StoreError {
}
export class Unauthenticated extends StoreError {
}
export class Forbidden extends StoreError {
}
export class NotFound extends StoreError {
}
export class Conflict extends StoreError {
}
export class ValidationFailed extends StoreError {
}
export class EmptyCart extends StoreError {
}
export class KeyReused extends StoreError {
}
export class TooManyRequests extends StoreError {
}
export class InternalError extends StoreError {
}
export class OperationParked extends StoreError {
}
export class OperationCancelled extends StoreError {
}
export class OutOfStock extends StoreError {
    get products() {
        return this.problem.products ?? [];
    }
}
export class IllegalTransition extends StoreError {
    /** The states that the order can move to. */
    get allowed() {
        return this.problem.allowed ?? [];
    }
}
export class CursorExpired extends StoreError {
    /** The current one: follow from here once the lists have been read anew. */
    get cursor() {
        return this.problem.cursor ?? '';
    }
    /** Paths of those lists. */
    get snapshot() {
        return this.problem.snapshot ?? [];
    }
}
export class PreconditionFailed extends StoreError {
    /** Who changed what since the version that was sent as `If-Match`. */
    get changes() {
        return this.problem.changes ?? [];
    }
}
export class Unavailable extends StoreError {
    get part() {
        return this.problem.part;
    }
}
export class OutcomeUnknown extends StoreError {
    /** Path of the operation that tells. */
    get operation() {
        return this.problem.operation;
    }
}
const classes = {
    unauthenticated: Unauthenticated,
    forbidden: Forbidden,
    not_found: NotFound,
    conflict: Conflict,
    cursor_expired: CursorExpired,
    precondition_failed: PreconditionFailed,
    validation_failed: ValidationFailed,
    illegal_transition: IllegalTransition,
    out_of_stock: OutOfStock,
    empty_cart: EmptyCart,
    idempotency_key_reused: KeyReused,
    too_many_requests: TooManyRequests,
    internal_error: InternalError,
    unavailable: Unavailable,
    outcome_unknown: OutcomeUnknown,
};
/** What the store refused with. A code that is newer than this client is a plain `StoreError`. */
export function refusal(problem, details = {}) {
    const { code, message, status } = problem;
    return new (classes[code] ?? StoreError)(code, message, { status, ...details, problem });
}
/** Of an answer that is no success. */
export function refusalOf(status, headers, data) {
    const details = { status, retryAfterMs: retryAfter(headers), etag: headers.get('etag') ?? undefined };
    if (isProblem(data))
        return refusal(data, details);
    if (status === 304)
        return new StoreError('not_modified', 'It has not changed.', details);
    return new StoreError('unexpected_answer', `The answer was HTTP ${status} and not of the store.`, details);
}
function isProblem(data) {
    return typeof data === 'object' && data !== null && 'code' in data && 'message' in data;
}
/** `Retry-After`, which may be seconds or, from a proxy, a date. */
function retryAfter(headers) {
    const text = headers.get('retry-after');
    if (text === null)
        return undefined;
    const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
    return Number.isNaN(ms) ? undefined : Math.max(ms, 0);
}
