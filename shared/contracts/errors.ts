import { englishDetails, type Coded, type DetailCode, type DetailParams } from './details.ts';

/** Every error code, with its status and title. Never rename a code, because clients and stored outcomes depend on it. */
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

/** The messages of error responses that have neither field errors nor a `detail`. */
export const englishProblems: Record<ProblemCode, string> = {
  malformed_body: 'The request body could not be read.',
  malformed_query: 'The query of the URL could not be read.',
  unauthenticated: 'Unauthenticated.',
  forbidden: 'This action is unauthorized.',
  not_found: 'The requested record could not be found.',
  method_not_allowed: 'The method is not supported for this route.',
  not_acceptable: 'The API cannot send any of the requested media types. Accept application/json.',
  request_timeout: 'The request did not arrive in time.',
  conflict: 'The request conflicts with the present state of the record.',
  cursor_expired:
    'The events after this cursor are no longer kept. Read the lists again, then continue from the given cursor.',
  precondition_failed:
    'The record has changed since you read it. Read it again, then retry with its new ETag.',
  payload_too_large: 'The request body is too large.',
  unsupported_media_type:
    'The media type of the request body is not supported. Send application/json or a form.',
  validation_failed: 'The given data was invalid.',
  illegal_transition: 'The status cannot change that way.',
  out_of_stock: 'There is not enough stock.',
  empty_cart: 'The cart is empty. Add an item before checking out.',
  record_too_large:
    'The record would be too large to store. Shorten its texts, or divide it into several records.',
  moved_on: 'The record has changed since the rehearsal. Rehearse it again.',
  changed_since:
    'The record has changed since the operation, so it was not reverted. Look at its timeline, then change it by hand.',
  idempotency_key_reused:
    'This Idempotency-Key was used with another body before. Use a new key for a new request.',
  too_many_requests: 'Too Many Attempts.',
  header_too_large: 'The request headers are too large.',
  internal_error: 'Server Error',
  work_lost:
    'The rest of this operation was lost. Changes that were made stay. Send the remaining records again, with a new key.',
  unavailable: 'The service is unavailable. Nothing was changed; please try again shortly.',
  outcome_unknown:
    'The request was sent but not confirmed in time. Retry with the same Idempotency-Key, or follow the operation.',
};

/**
 * The rules that a field can break, with Laravel 12's sentences (validation.php), word for word. We wrote the sentences only
 * for rules that Laravel does not have. `:attribute` is the field's name. Other names with a colon are the error's params.
 */
export const englishRules = {
  required: 'The :attribute field is required.',
  nothing_due: 'Nothing is due for this order. Send the amount that was paid.',
  lines_cost_nothing: 'The refund for these units is 0. Send an amount instead.',
  lines_exceed:
    'These units cost :sum, but only :max of the payment can be refunded. Refund the rest from another payment.',
  distinct: 'The :attribute field has a duplicate value.',
  wrong_state: 'An order that is :state does not allow this. It is possible while the order is: :allowed.',
  needs_lines:
    'The figures of this order do not follow its items. Change its discount with PUT, or set figures to lines first.',
  no_returns: 'This shop does not accept return requests.',
  /** `until`: the last day. */
  return_period: 'The return period of this order ended on :until.',
  prohibited_when: 'The :attribute field is prohibited when :other is :value.',
  required_when_empty: 'The :attribute field is required when :other is empty.',
  string: 'The :attribute field must be a string.',
  integer: 'The :attribute field must be an integer.',
  numeric: 'The :attribute field must be a number.',
  boolean: 'The :attribute field must be true or false.',
  array: 'The :attribute field must be an array.',
  object: 'The :attribute field must be an object.',
  date: 'The :attribute field must be a valid date.',
  day: 'The :attribute field must match the format YYYY-MM-DD.',
  email: 'The :attribute field must be a valid email address.',
  country: 'The :attribute field must be a two-letter country code (ISO 3166-1).',
  decimals: 'The :attribute field must have 0-:max decimal places.',
  min: 'The :attribute field must be at least :min.',
  max: 'The :attribute field must not be greater than :max.',
  min_characters: 'The :attribute field must be at least :min characters.',
  max_characters: 'The :attribute field must not be greater than :max characters.',
  min_items: 'The :attribute field must have at least :min items.',
  max_items: 'The :attribute field must not have more than :max items.',
  in: 'The selected :attribute is invalid.',
  exists: 'The selected :attribute is invalid.',
  /** The params are the product’s name in each language. */
  not_sold: '“:name” is no longer sold. Remove it from the cart.',
  cart_full: 'The cart has :max products. Remove one first.',
  owned_by_user: 'The selected :attribute is not an address of this user. Choose one of their own.',
  unique: 'The :attribute has already been taken.',
  unknown_filter: 'The :attribute filter is not allowed here. Allowed filters: :allowed.',
  other_dialect: 'The :attribute parameter is not known here: did you mean :ours?',
  unknown_sort:
    'The selected :attribute is invalid. Allowed: :allowed, each with - before it for descending.',
  unknown_column: 'The selected :attribute is invalid. Allowed, separated by commas: :allowed.',
  needs_rows: 'The columns :names belong to the lines of an order. Add rows=items, or leave them out.',
  whole_records: 'NDJSON holds whole records, with their lines. Leave :attribute out, or use format=csv.',
  too_many_rows:
    'A sheet holds :max rows below its header, and this list has more. Use format=csv, or narrow the list.',
  /** For `dry_run` in a request that applies the result of an earlier dry run. */
  applied_as_seen:
    'A rehearsal is applied unchanged. Leave the :attribute field out, or rehearse the work again.',
  no_rehearsal: 'This write cannot be rehearsed, so nothing was changed. Leave dry_run out to carry it out.',
  one_selection: 'Send exactly one of: ids; filters, search or both; all=true.',
  blank_filter:
    'The :attribute field is blank. Give it a value, or leave it out; all=true selects everything.',
  selects_too_many: 'The selection has more than :max records. Narrow it.',
  selects_too_long: 'Finding the records takes more than :seconds seconds. Narrow it, or use fewer filters.',
  exactly_one: 'The :attribute field must have exactly one of: :allowed.',
  /** `allowed`: the spellings of a boolean for the `status` of bulk-update. */
  flag: 'The :attribute field must be one of: :allowed.',
  counts_too_many:
    'Counting these orders takes more than :seconds seconds. Narrow the range of filters[created_at], or leave out filters other than status, payment_method, product_id or city.',
  total_takes_too_long:
    'Counting the matches takes more than :seconds seconds. Narrow the list, or use paginate=cursor, which needs no count.',
  too_many_groups: 'The result has more than :max rows. Narrow the range, or use by=month.',
  takes_too_long: 'This search takes too long. Narrow it to one day with :filter.',
  cursor: 'The selected :attribute is invalid. Leave it out to start from the first page.',
  idempotency_key:
    'The :attribute must have 1 to 255 characters: letters without accents, digits, spaces and ASCII signs.',
  event_cursor:
    'The selected :attribute is invalid. Send meta.next of an earlier answer, or 0 for the oldest events kept.',
  event_type:
    'The :attribute field must be a type of events, or the beginning of types with * at its end, such as orders.order.*.',
  no_such_event: 'No event has the type in the :attribute field. Did you mean :nearest?',
  event_place:
    'The :attribute field must be a cursor of /api/admin/events, a moment such as 2026-01-31T09:30:00Z, or 0.',
  https_url: 'The :attribute field must be a URL with https, without a user name and a password.',
  receiver_url: 'The :attribute field must be a URL with https, without a user name and a password.',
  receiver_host:
    'The :attribute field must name a host on the public internet, which :host is not. WEBHOOK_ALLOW_HOSTS allows others.',
  deep_page: 'The :attribute field must not be greater than :max. Use paginate=cursor to go further.',
  indexed_entries:
    'The :attribute field is missing in some entries. Say which entry it is for: use :example.',
  illegal_transition: 'The :attribute cannot change from :from to :to. It can become: :allowed.',
  not_counted: 'The stock of this product is not counted; set it with PUT first.',
  nothing_left: 'The :attribute field must not remove more than what is left (:available).',
  control_characters: 'The :attribute field must not contain control characters.',
  /** For a text that contains half of a surrogate pair. */
  unicode: 'The :attribute field must be valid Unicode text.',
  file: 'The :attribute field must not be a file.',
} as const satisfies Record<string, string>;

export type FieldRule = keyof typeof englishRules;

/** One broken rule. `field` is a dotted name such as `items.0.amount`. */
export interface FieldError {
  field: string;
  rule: FieldRule;
  params?: Record<string, string | number>;
}

declare const made: unique symbol;
/** English text that explains a problem. Only `detail` and `storedDetail` create it, so that each sentence has an Arabic text. */
export type Sentence = string & { readonly [made]: true };

/**
 * The explanation of an error in English, and the code and parameters from which the gateway makes it in other languages. Release
 * 0.6.0 sends, stores and reads only the English sentence.
 */
export interface Detail {
  detail: Sentence;
  coded?: Coded;
}

export function detail<Code extends DetailCode>(code: Code, ...[params]: DetailParams<Code>): Detail {
  return detailOf(code, params);
}

/** Returns null if this release has no sentence for the code. */
export function storedDetail(code: string, params: Readonly<Record<string, string>>): Detail | null {
  return Object.hasOwn(englishDetails, code) ? detailOf(code as DetailCode, params) : null;
}

function detailOf(code: DetailCode, params: object | undefined): Detail {
  const text = englishDetails[code] as (params: unknown) => string;
  return { detail: text(params) as Sentence, coded: { code, ...(params && { params }) } };
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

/** A 422. If its only error is about a state, its code is `illegal_transition`, and the response lists the `allowed` states. */
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
