import type { ProblemCode } from '#shared/contracts/errors.ts';

/** App developers read these texts in the OpenAPI document and at `/docs/errors`. */
export const problemGuide: Readonly<Record<ProblemCode, Record<'means' | 'remedy', string>>> = {
  malformed_body: {
    means: 'The body is neither JSON nor a form that can be read, or it nests deeper than five levels.',
    remedy: 'Send a JSON object, or form fields in bracket notation, in UTF-8.',
  },
  malformed_query: {
    means:
      'The path or the query of the URL is not percent-encoded UTF-8, or the query has more than 1,000 parameters or 8,192 characters.',
    remedy: 'Encode names and values, for example with URLSearchParams.',
  },
  unauthenticated: {
    means: 'There is no bearer token, or it is expired, forged or made for another audience.',
    remedy: 'Get a new token and send the request again. `WWW-Authenticate` has the reason.',
  },
  forbidden: {
    means: 'The token lacks the scope of this operation, or its user does not exist.',
    remedy:
      'Use a token with the scope that the operation names. If the user does not exist yet, create it with `PUT /api/client/me`, then send a write with a new Idempotency-Key.',
  },
  not_found: {
    means: 'There is no such route or record, or the record belongs to another shopper.',
    remedy: 'Check the path and the id. Remove the record from local copies.',
  },
  method_not_allowed: {
    means: 'The path exists, but not with this method.',
    remedy: 'Use one of the methods in the `Allow` header.',
  },
  not_acceptable: {
    means: 'The `Accept` header excludes every type that the API can send.',
    remedy: 'Accept `application/json`.',
  },
  request_timeout: {
    means: 'The headers or the whole request took too long to arrive: by default more than 10 or 30 seconds.',
    remedy: 'Send the whole request again without delay. The store accepted nothing of it.',
  },
  conflict: {
    means:
      'The present state of the record or of the operation does not allow the request. `message` has the reason.',
    remedy:
      'Do what `message` says. After a cancelled operation, a new Idempotency-Key is needed to send the write again.',
  },
  cursor_expired: {
    means:
      'The cursor of events is older than the kept events, or from before a restore, so events may be missing.',
    remedy: 'Read the lists in `snapshot` again, then continue from `cursor`.',
  },
  precondition_failed: {
    means:
      'The record has changed since the version in `If-Match`. `changes` has the changes and their authors.',
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
    means: 'Fields are invalid. `errors` has the message of each, by its dotted name.',
    remedy: 'Show each message at its field, correct the fields and send again.',
  },
  illegal_transition: {
    means:
      'The order, payment or return cannot change from its state to the requested one, or its state does not allow the request. `allowed` has the states to which it can move, or in which the request is possible.',
    remedy: 'Read the record again, and offer only what its state allows.',
  },
  out_of_stock: {
    means: 'Too few units are left. `products` has the requested and the available units.',
    remedy: 'Lower the amounts or drop the products, then try again.',
  },
  empty_cart: {
    means: 'There is nothing in the cart to order.',
    remedy:
      'Put a product into the cart first. After a lost response, check whether the order exists already.',
  },
  record_too_large: {
    means: 'With this change the record would become too large to store. Nothing was changed.',
    remedy: 'Shorten its texts, or divide it into several records.',
  },
  moved_on: {
    means: 'In the report of an applied rehearsal: the record has changed since it was rehearsed.',
    remedy: 'Rehearse the record again, then apply this rehearsal.',
  },
  changed_since: {
    means: 'In the report of an undo: the record has changed since the operation.',
    remedy: 'Look at its timeline, and change it by hand.',
  },
  idempotency_key_reused: {
    means: 'The same Idempotency-Key was sent before with another body.',
    remedy: 'Use a new key for each new request, and the same key only for its retries.',
  },
  too_many_requests: {
    means:
      'The caller has used up the requests of this minute, or has too many `unfinished` operations, reads, streams or large bodies in progress.',
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
    means:
      'The store no longer knows the remaining records of a bulk operation. Changes that were made stay.',
    remedy: 'Read the records, and send the remaining ones with a new Idempotency-Key.',
  },
  unavailable: {
    means: 'A part of the store, named in `part`, does not respond. The store accepted nothing.',
    remedy: 'Send the request again after `Retry-After` seconds.',
  },
  outcome_unknown: {
    means: 'The write was sent, but not confirmed in time. It may or may not be applied.',
    remedy:
      'Send it again with the same Idempotency-Key, or read `operation`. Without a key, check first whether it was applied.',
  },
};
