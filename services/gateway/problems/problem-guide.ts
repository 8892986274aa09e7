import type { ProblemCode } from '#shared/contracts/errors.ts';

interface ProblemAdvice {
  means: string;
  remedy: string;
}

/** App developers read these texts in the OpenAPI document and at `/docs/errors`. */
export const problemGuide: Readonly<Record<ProblemCode, ProblemAdvice>> = {
  malformed_body: {
    means: 'The body is neither JSON nor a form that can be read, or it nests deeper than five levels.',
    remedy: 'Send a JSON object, or form fields in bracket notation, in UTF-8.',
  },
  malformed_query: {
    means:
      'The query of the URL is not percent-encoded UTF-8, or has more than 1,000 parameters or 8,192 characters.',
    remedy: 'Encode names and values, for example with URLSearchParams.',
  },
  unauthenticated: {
    means: 'There is no bearer token, or it is expired, forged or made for another audience.',
    remedy: 'Get a new token and repeat the request. `WWW-Authenticate` says what was wrong.',
  },
  forbidden: {
    means: 'The token lacks the scope of this operation, or its user does not exist.',
    remedy: 'Use a token with the scope that the operation names.',
  },
  not_found: {
    means: 'There is no such route or record, or the record belongs to another shopper.',
    remedy: 'Check the path and the id; drop the record from local copies.',
  },
  method_not_allowed: {
    means: 'The path exists, but not with this method.',
    remedy: 'Use one of the methods in the `Allow` header.',
  },
  not_acceptable: {
    means: 'The `Accept` header allows nothing that the API can answer with.',
    remedy: 'Accept `application/json`.',
  },
  request_timeout: {
    means:
      'The headers, or the whole request, took longer to arrive than they may: by default 10 and 30 seconds.',
    remedy: 'Send the request again, at once and whole; nothing of it was accepted.',
  },
  conflict: {
    means: 'The operation is final and cannot be cancelled, or was cancelled before it began.',
    remedy: 'Read the operation again; to have the work done after all, send it with a new Idempotency-Key.',
  },
  cursor_expired: {
    means:
      'What follows the cursor of events is older than events are kept, or the cursor is from before a restore: something may have been missed.',
    remedy: 'Read the lists in `snapshot` again, then follow from `cursor`.',
  },
  precondition_failed: {
    means: 'The record has changed since the version that `If-Match` names. `changes` says who changed what.',
    remedy: 'Read the record again, show the changes, and retry with its new ETag.',
  },
  payload_too_large: {
    means: 'The body is larger than 1 MiB (bulk: 8 MiB), as sent or unpacked.',
    remedy: 'Send less at once.',
  },
  unsupported_media_type: {
    means: 'The body’s type, charset or content encoding is not supported.',
    remedy: 'Send JSON, a urlencoded form or a multipart form without files, in UTF-8.',
  },
  validation_failed: {
    means: 'Fields break rules. `errors` has every broken rule, under each field’s dotted name.',
    remedy: 'Show each message at its field, correct the fields and send again.',
  },
  illegal_transition: {
    means:
      'The order or payment cannot go from its state to the one asked for. `allowed` has those that it can.',
    remedy: 'Read the record again, and offer the states in `allowed`.',
  },
  out_of_stock: {
    means: 'Too few units are left. `products` has what was requested and what is available.',
    remedy: 'Lower the amounts or drop the products, then try again.',
  },
  empty_cart: {
    means: 'There is nothing in the cart to order.',
    remedy:
      'Put a product into the cart first. After a lost answer, look whether the order is there already.',
  },
  record_too_large: {
    means:
      'The record, with this change, would be larger than the store can hold. Nothing of it was changed.',
    remedy: 'Shorten its texts, or divide it into several records.',
  },
  moved_on: {
    means: 'Of one record of a rehearsal that is applied: it is no longer at the version that was rehearsed.',
    remedy: 'Rehearse the record again, and apply that.',
  },
  changed_since: {
    means: 'A record of an operation that is undone: someone has changed it since.',
    remedy: 'Look at its timeline, and change it by hand.',
  },
  idempotency_key_reused: {
    means: 'The same Idempotency-Key was sent with another body before.',
    remedy: 'Make a new key for each new request; keep it only for retries of the same one.',
  },
  too_many_requests: {
    means:
      'The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies under way.',
    remedy: 'Wait for `Retry-After` seconds.',
  },
  header_too_large: {
    means:
      'The request’s headers and URL are larger than 16 KiB, there are more than 100 headers, or one of them or the path is too long.',
    remedy: 'Send fewer or shorter headers; a token is the usual cause.',
  },
  internal_error: {
    means: 'A defect of the store. It is logged under `request_id`.',
    remedy: 'Report the `request_id`. A write may be repeated with the same Idempotency-Key.',
  },
  work_lost: {
    means: 'The records of a bulk operation that were left to do are no longer known. What was done stays.',
    remedy: 'Read the records, and send those that are left again under a new Idempotency-Key.',
  },
  unavailable: {
    means: 'A part of the store, named in `part`, cannot be reached. Nothing was accepted.',
    remedy: 'Repeat the request after `Retry-After` seconds.',
  },
  outcome_unknown: {
    means: 'The write was sent, but not confirmed in time: it may or may not be applied.',
    remedy:
      'Repeat it with the same Idempotency-Key, or follow `operation`. Without a key, look before repeating.',
  },
};
