import type { Problem, ProblemCode, RecordChange, ShortProduct } from './generated/types.gen.ts';

/** Error codes that only this client creates; the store does not send them. */
type OwnCode =
  | 'connection_failed'
  | 'timed_out'
  | 'not_modified'
  | 'unexpected_answer'
  | 'operation_parked'
  | 'operation_cancelled';

interface Details {
  status?: number;
  problem?: Partial<Problem>;
  retryAfterMs?: number | undefined;
  etag?: string | undefined;
  cause?: unknown;
}

/**
 * The error for every rejected call, except for an aborted call. An aborted call rejects with your signal's
 * reason. Distinguish errors by class or by `code`.
 */
export class StoreError extends Error {
  readonly code: ProblemCode | OwnCode;
  /** The HTTP status, or 0 if there was no response. */
  readonly status: number;
  /** Messages keyed by dotted field name (`items.0.amount`), in the language of the request. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** The id of the request. Quote it when you report a fault, because the store's logs and traces contain it. */
  readonly requestId: string | undefined;
  /** The whole problem response. */
  readonly problem: Partial<Problem>;
  readonly retryAfterMs: number | undefined;
  /** The current `If-Match` value. Present for `precondition_failed`. */
  readonly etag: string | undefined;
  /**
   * The idempotency key of a write. If the write is sent again with this key, it runs only once, whatever happened to the first
   * request.
   */
  idempotencyKey: string | undefined;

  constructor(code: ProblemCode | OwnCode, message: string, details: Details = {}) {
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

// A distinct `code` makes each class a distinct type. Otherwise `instanceof` with one class would exclude all other classes.
export class ConnectionFailed extends StoreError {
  declare readonly code: 'connection_failed';
}
export class TimedOut extends StoreError {
  declare readonly code: 'timed_out';
}
export class Unauthenticated extends StoreError {
  declare readonly code: 'unauthenticated';
}
export class Forbidden extends StoreError {
  declare readonly code: 'forbidden';
}
export class NotFound extends StoreError {
  declare readonly code: 'not_found';
}
export class Conflict extends StoreError {
  declare readonly code: 'conflict';
}
export class ValidationFailed extends StoreError {
  declare readonly code: 'validation_failed';
}
export class EmptyCart extends StoreError {
  declare readonly code: 'empty_cart';
}
export class KeyReused extends StoreError {
  declare readonly code: 'idempotency_key_reused';
}
export class TooManyRequests extends StoreError {
  declare readonly code: 'too_many_requests';
}
export class InternalError extends StoreError {
  declare readonly code: 'internal_error';
}
export class OperationParked extends StoreError {
  declare readonly code: 'operation_parked';
}
export class OperationCancelled extends StoreError {
  declare readonly code: 'operation_cancelled';
}

export class OutOfStock extends StoreError {
  declare readonly code: 'out_of_stock';
  get products(): readonly ShortProduct[] {
    return this.problem.products ?? [];
  }
}

export class IllegalTransition extends StoreError {
  declare readonly code: 'illegal_transition';
  /** The states to which the record can move, or in which the request is possible. */
  get allowed(): readonly string[] {
    return this.problem.allowed ?? [];
  }
}

export class CursorExpired extends StoreError {
  declare readonly code: 'cursor_expired';
  /** The current cursor. Continue from it after you have read the lists again. */
  get cursor(): string {
    return this.problem.cursor ?? '';
  }
  /** Paths of the lists to read again. */
  get snapshot(): readonly string[] {
    return this.problem.snapshot ?? [];
  }
}

export class PreconditionFailed extends StoreError {
  declare readonly code: 'precondition_failed';
  /** The changes since the version in `If-Match`, including their authors. */
  get changes(): readonly RecordChange[] {
    return this.problem.changes ?? [];
  }
}

export class Unavailable extends StoreError {
  declare readonly code: 'unavailable';
  get part(): string | undefined {
    return this.problem.part;
  }
}

export class OutcomeUnknown extends StoreError {
  declare readonly code: 'outcome_unknown';
  /** The path of the operation that will have the outcome. */
  get operation(): string | undefined {
    return this.problem.operation;
  }
}

const classes: Partial<Record<string, typeof StoreError>> = {
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

/**
 * Creates the error for a problem response. If this client does not know the problem's code, the error is a
 * plain `StoreError`.
 */
export function refusal(problem: Problem, details: Omit<Details, 'problem'> = {}): StoreError {
  const { code, message, status } = problem;
  const { etag = currentTag(problem) } = details;
  return new (classes[code] ?? StoreError)(code, message, { status, ...details, etag, problem });
}

/** The error in an operation has no header `ETag`. For `If-Match`, the store reads only the version in a tag. */
function currentTag({ code, version }: Problem): string | undefined {
  return code === 'precondition_failed' && version !== undefined ? `"${version}-en"` : undefined;
}

/** Creates the error for an unsuccessful response. */
export function refusalOf(status: number, headers: Headers, data: unknown): StoreError {
  const details = { status, retryAfterMs: retryAfter(headers), etag: headers.get('etag') ?? undefined };
  if (isProblem(data)) return refusal(data, details);
  if (status === 304) return new StoreError('not_modified', 'The record has not changed.', details);
  return new StoreError(
    'unexpected_answer',
    `The response with HTTP status ${status} is not from the store.`,
    details,
  );
}

function isProblem(data: unknown): data is Problem {
  return typeof data === 'object' && data !== null && 'code' in data && 'message' in data;
}

/** Parses `Retry-After`. The store sends seconds; a proxy may send a date. */
function retryAfter(headers: Headers): number | undefined {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0);
}
