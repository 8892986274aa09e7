import { englishDetails, type Coded, type DetailCode, type DetailParams } from './details.ts';

/** Every error code, with its status and title. Workers store a code in each outcome. */
export const problems = {
  malformed_body: { status: 400, title: 'Malformed body' },
  malformed_query: { status: 400, title: 'Malformed query' },
  unauthenticated: { status: 401, title: 'Unauthenticated' },
  forbidden: { status: 403, title: 'Forbidden' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  not_acceptable: { status: 406, title: 'Not acceptable' },
  request_timeout: { status: 408, title: 'Request timeout' },
  conflict: { status: 409, title: 'Conflict' },
  cursor_expired: { status: 410, title: 'Cursor expired' },
  precondition_failed: { status: 412, title: 'Precondition failed' },
  payload_too_large: { status: 413, title: 'Payload too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  validation_failed: { status: 422, title: 'Validation failed' },
  illegal_transition: { status: 422, title: 'Illegal transition' },
  out_of_stock: { status: 422, title: 'Out of stock' },
  empty_cart: { status: 422, title: 'Empty cart' },
  record_too_large: { status: 422, title: 'Record too large' },
  moved_on: { status: 409, title: 'Moved on' },
  changed_since: { status: 409, title: 'Changed since' },
  idempotency_key_reused: { status: 422, title: 'Idempotency key reused' },
  too_many_requests: { status: 429, title: 'Too many requests' },
  header_too_large: { status: 431, title: 'Header too large' },
  internal_error: { status: 500, title: 'Internal error' },
  work_lost: { status: 500, title: 'Work lost' },
  unavailable: { status: 503, title: 'Unavailable' },
  outcome_unknown: { status: 503, title: 'Outcome unknown' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof problems;

/** The rules that a field can break. The gateway's `messages.*.ts` have a message for each rule in every language. */
export type FieldRule =
  | 'required'
  | 'required_when_empty' // params.other
  | 'prohibited_when' // params.other, params.value
  | 'distinct'
  | 'wrong_state' // params.state, params.allowed
  | 'needs_lines' // a discount of an order whose figures do not follow its lines
  | 'no_returns'
  | 'return_period' // params.until: the last day
  | 'nothing_due'
  | 'lines_cost_nothing'
  | 'lines_exceed' // params.sum, params.max
  | 'string'
  | 'integer'
  | 'numeric'
  | 'boolean'
  | 'array'
  | 'object'
  | 'date'
  | 'day'
  | 'email'
  | 'country'
  | 'decimals' // params.max
  | 'min' // params.min
  | 'max' // params.max
  | 'min_characters' // params.min
  | 'max_characters' // params.max
  | 'min_items' // params.min
  | 'max_items' // params.max
  | 'in'
  | 'exists'
  | 'not_sold' // params: the product's name in each language
  | 'owned_by_user' // an address of another user than the order's
  | 'unique'
  | 'unknown_filter' // params.allowed
  | 'other_dialect' // params.ours: how it is spelt here
  | 'unknown_sort' // params.allowed
  | 'unknown_column' // params.allowed
  | 'needs_rows' // columns of an order's lines without rows=items: params.names
  | 'whole_records' // rows=items with NDJSON
  | 'too_many_rows' // params.max
  | 'one_selection' // ids together with a selection, or two kinds of selection
  | 'blank_filter' // of a selection
  | 'selects_too_many' // params.max
  | 'selects_too_long' // params.seconds
  | 'applied_as_seen' // dry_run in a request that applies a rehearsal
  | 'no_rehearsal' // dry_run in a write that cannot be rehearsed
  | 'exactly_one' // params.allowed: the field names, exactly one of which is required
  | 'flag' // params.allowed: the spellings of a boolean for bulk-update's status
  | 'takes_too_long' // params.filter
  | 'counts_too_many' // params.seconds
  | 'total_takes_too_long' // params.seconds
  | 'too_many_groups' // params.max
  | 'cursor'
  | 'deep_page' // params.max
  | 'event_cursor'
  | 'event_type'
  | 'no_such_event' // params.nearest
  | 'event_place' // a cursor or a time
  | 'https_url'
  | 'receiver_url'
  | 'receiver_host' // params.host
  | 'indexed_entries' // params.example: "use items[0][…]"
  | 'illegal_transition' // params.from, params.to, params.allowed
  | 'nothing_left' // a stock adjustment below zero: params.available
  | 'not_counted' // a stock adjustment of a product whose stock is not counted
  | 'control_characters'
  | 'idempotency_key' // 1 to 255 printable characters of ASCII
  | 'unicode' // half of a surrogate pair
  | 'file'; // a file where a value belongs (multipart)

/** One broken rule. `field` is a dotted name such as `items.0.amount`. */
export interface FieldError {
  field: string;
  rule: FieldRule;
  params?: Record<string, string | number>;
}

declare const made: unique symbol;
/** English text that explains a problem. Only the function `detail` creates it, so that every sentence has an Arabic translation. */
export type Sentence = string & { readonly [made]: true };

/** A sentence, and the code and parameters that the gateway translates. Release 0.6.0 sends, stores and reads only the sentence. */
export interface Detail {
  detail: Sentence;
  coded?: Coded;
}

export function detail<Code extends DetailCode>(code: Code, ...params: DetailParams<Code>): Detail {
  const [named] = params;
  const text = englishDetails[code] as (...named: unknown[]) => string;
  return { detail: text(named) as Sentence, coded: { code, ...(named && { params: named }) } };
}

/** The explanation with a stored code and its parameters. Returns null if this release has no sentence for the code. */
export function storedDetail(code: string, params: Readonly<Record<string, string>>): Detail | null {
  if (!Object.hasOwn(englishDetails, code)) return null;
  const known = code as DetailCode;
  const text = englishDetails[known] as (named: unknown) => string;
  return { detail: text(params) as Sentence, coded: { code: known, params } };
}

/** The gateway renders these details as an error response in the caller's language. */
export interface ProblemDetails extends Partial<Detail> {
  code: ProblemCode;
  fields?: FieldError[];
  /** Further members of the response: `allowed`, `products`, `changes`, … */
  extra?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** Thrown to reject a request. Any other error is a bug or a server's fault. */
export class Problem extends Error {
  readonly details: ProblemDetails;

  constructor(code: ProblemCode, details: Omit<ProblemDetails, 'code'> = {}) {
    super(details.detail ?? code);
    this.name = 'Problem';
    this.details = { code, ...details };
  }

  get code(): ProblemCode {
    return this.details.code;
  }

  get status(): number {
    return problems[this.details.code].status;
  }
}

/** An error after which the caller may retry in `seconds`. `extra`: the unavailable `part`, or the caller's `limit`. */
export function retryLater(
  code: ProblemCode,
  why: Detail,
  extra: Record<string, unknown>,
  seconds: number,
  cause?: unknown,
): Problem {
  const problem = new Problem(code, { ...why, extra, headers: { 'Retry-After': String(seconds) } });
  return cause === undefined ? problem : Object.assign(problem, { cause });
}

/** Rules whose parameters are states. */
export const aboutStates: ReadonlySet<FieldRule> = new Set(['illegal_transition', 'wrong_state']);

/** A 422. With a single error, about a state, its code is `illegal_transition`, with the `allowed` states. */
export function invalid(...fields: FieldError[]): Problem {
  const [first, ...others] = fields;
  if (first && aboutStates.has(first.rule) && others.length === 0) {
    const allowed = String(first.params?.['allowed'] ?? '');
    return new Problem('illegal_transition', {
      fields,
      extra: { allowed: allowed === '' ? [] : allowed.split(', ') },
    });
  }
  return new Problem('validation_failed', { fields });
}
