import type { Localized } from './kit/languages.ts';

type With<Names extends string> = Record<Names, string | number>;

/** The English sentences that explain errors, keyed by code. Never rename a code or parameter, because outcomes store them. */
export const englishDetails = {
  // Routes
  route_not_found: ({ route }: With<'route'>) => `The route ${route} could not be found.`,
  method_not_supported: ({ method, route, methods }: With<'method' | 'route' | 'methods'>) =>
    `The ${method} method is not supported for route ${route}. Supported methods: ${methods}.`,
  only_json: () => 'This API answers with application/json.',
  only_forms: ({ types }: With<'types'>) => `This path answers with ${types}.`,
  only_types: ({ types }: With<'types'>) => `This list answers with ${types}.`,

  // Bodies
  not_json: ({ reason }: With<'reason'>) => `The body is not JSON: ${reason}`,
  not_an_object: () => 'The body must be a JSON object.',
  not_utf8: () => 'The body is not UTF-8.',
  body_incomplete: () => 'The body ended before it was complete.',
  body_not_decompressed: ({ encoding }: With<'encoding'>) =>
    `The body is not ${encoding} data, or is cut short.`,
  body_too_long: ({ limit }: With<'limit'>) => `The body may have at most ${limit} bytes.`,
  too_many_values: ({ limit }: With<'limit'>) => `The body may have at most ${limit} values.`,
  client_left: () => 'The client left before its body was read.',
  field_not_decoded: ({ field }: With<'field'>) => `The field ${field} is not percent-encoded UTF-8.`,
  nested_too_deep: ({ depth }: With<'depth'>) => `Data may be nested at most ${depth} levels deep.`,
  multipart_unreadable: ({ reason }: With<'reason'>) => `The multipart body can't be read: ${reason}.`,
  encoding_not_supported: ({ encoding }: With<'encoding'>) =>
    `The content encoding ${encoding} is not supported. Use gzip, deflate, br or none.`,
  type_not_supported: () =>
    'Send the body as application/json, application/x-www-form-urlencoded or multipart/form-data, in UTF-8.',
  too_many_bytes_of_caller: ({ limit }: With<'limit'>) =>
    `You have sent ${limit} bytes of large bodies that are still to be read. Send fewer at once.`,
  too_many_bodies: () => 'Too many large bodies are waiting to be read. Try again shortly.',

  // Headers and queries
  not_http: () => 'The request is not valid HTTP.',
  too_many_parameters: ({ limit }: With<'limit'>) => `A query may have at most ${limit} parameters.`,
  too_many_headers: ({ limit }: With<'limit'>) => `A request may have at most ${limit} headers.`,
  header_too_long: ({ name, limit }: With<'name' | 'limit'>) =>
    `The header ${name} may have at most ${limit} characters.`,
  header_repeated: ({ name }: With<'name'>) => `The header ${name} may be sent only once.`,
  host_missing: () => 'The header host is missing.',
  host_invalid: () => 'The header host names no host.',
  url_unreadable: () => 'The URL of the request cannot be read.',
  path_not_decoded: () => 'The path of the URL is not percent-encoded UTF-8.',
  path_too_long: ({ limit }: With<'limit'>) => `The path of a URL may have at most ${limit} characters.`,
  query_too_long: ({ limit }: With<'limit'>) => `The query of a URL may have at most ${limit} characters.`,

  // Limits
  too_many_reads: ({ limit }: With<'limit'>) =>
    `You have ${limit} reads in progress, which is the limit. Read their responses to the end first.`,
  too_many_answers_of_caller: ({ limit }: With<'limit'>) =>
    `You have ${limit} responses of this kind in progress, which is the limit. Read them to the end first.`,
  too_many_answers: () => 'Too many answers of this kind are being read. Try again shortly.',
  too_many_lists: () => 'Too many whole lists are being read. Read them in pages, or try again shortly.',
  too_many_operations: ({ count, limit }: With<'count' | 'limit'>) =>
    `You have ${count} unfinished operations and may have ${limit}. Wait until some are done, or cancel them.`,
  too_many_streams: ({ limit }: With<'limit'>) =>
    `You have ${limit} streams of events open and may have no more. Close some first.`,

  // Parked operations
  operation_not_parked: ({ status }: With<'status'>) => `The operation is ${status}, not parked.`,
  message_not_parked: () =>
    'The message of this operation is not among the parked ones now: another process holds it, or it is being tried again.',
  message_without_origin: () =>
    'The message of this operation does not name the queue that it came from, so it cannot be redriven. Discard it instead.',
  stays_parked: ({ why }: { why: readonly { detail: string; coded?: Coded }[] }) =>
    `It stays parked. ${why.map(({ detail }) => detail).join(' ')} Redrive it with force, or discard it.`,
  accepted_long_ago: ({ at, days }: With<'at' | 'days'>) =>
    `The command was accepted at ${at}, over ${days} days ago. The store may no longer know whether it was done.`,
  record_deleted_since: ({ name, by, at }: With<'name' | 'by' | 'at'>) =>
    `${name} was deleted by ${by} at ${at}.`,
  record_gone_since: ({ name }: With<'name'>) => `${name} is gone since.`,
  record_changed_since: ({ name, changes }: With<'name' | 'changes'>) =>
    `${name} has changed since: ${changes}.`,
  operation_discarded: () => 'The shop’s staff discarded it, because it could not be done.',

  // Unavailable parts
  sign_in_without_provider: () =>
    'The identity provider does not answer, so no one can sign in. Try again shortly.',
  sign_in_without_redis: () => 'Redis does not answer, so no one can sign in or out. Try again shortly.',
  token_keys_unavailable: () => 'The identity provider cannot be reached, so tokens cannot be checked.',
  broker_unavailable: () => 'The message broker cannot be reached. Nothing was accepted; try again shortly.',
  broker_blocked: () =>
    'The message broker is short of memory or disk space. Nothing was accepted; try again shortly.',
  broker_refused: () => 'Too many commands are waiting. Nothing was accepted; try again shortly.',
  broker_unroutable: () =>
    'The message broker has no queue for this command. Nothing was accepted; try again shortly.',
  service_unavailable: ({ service }: With<'service'>) =>
    `The ${service} service cannot be reached. Try again shortly.`,
  disk_full: ({ service }: With<'service'>) =>
    `The disk of the ${service} service’s database is almost full. Nothing was accepted; try again when the disk has free space.`,
  keys_not_compared: ({ service }: With<'service'>) =>
    `This gateway cannot compare its keys with the ${service} service yet. Nothing was accepted; try again shortly.`,
  database_unavailable: ({ service }: With<'service'>) =>
    `The database of the ${service} service cannot be reached.`,

  // Operations
  operation_final: ({ status }: With<'status'>) =>
    `The operation is ${status} and can no longer be cancelled.`,
  operation_cancelled: () => 'The operation was cancelled and changed nothing.',
  only_bulk_work: () => 'Only bulk work and change sets can be undone, and only bulk work can be applied.',
  only_rehearsals: () => 'Only a rehearsal can be applied: bulk work that was sent with dry_run.',
  rehearsal_applied: () => 'The rehearsal was applied before.',
  rehearsal_unfinished: () => 'The rehearsal is not finished yet. Wait until it is, then apply it.',
  rehearsal_without_changes: () => 'The rehearsal would change nothing.',
  rehearsal_incomplete: () => 'The rehearsal was not completed. Rehearse it again.',
  rehearsal_expired: () => 'The rehearsal is over a day old. Rehearse it again.',
  rehearsal_without_versions: () => 'It was rehearsed by an earlier release. Rehearse it again.',
  undo_of_rehearsal: () => 'A rehearsal changes nothing, so there is nothing to undo.',
  undo_unfinished: () => 'The operation is being undone already.',
  operation_unfinished: () => 'The operation is not finished yet. Wait until it is, or cancel it first.',
  operation_without_changes: () => 'The operation changed nothing, so there is nothing to undo.',
  operation_expired: () => 'The operation is over 7 days old.',
  operation_without_versions: () => 'An earlier release ran this operation, and did not record its changes.',
  operation_undone: () => 'All changes of the operation were undone before.',
  changed_after_operation: ({ by, at }: With<'by' | 'at'>) =>
    `The record was changed by ${by} at ${at}, after the operation, so it was not reverted. Look at its timeline, then change it by hand.`,

  // Records
  other_version: ({ version }: With<'version'>) =>
    `The record is at version ${version} now. Read it again, then retry with its new ETag.`,
  not_stored_yet: () =>
    'No such record is stored yet, so no version matches. Leave If-Match out to create it.',
  tag_unreadable: () =>
    'The tag in If-Match is weak or unreadable, so it matches no version. Send the ETag of the record as this API makes it, such as "3-en". If it begins with W/, a proxy has changed it: leave W/ out.',
  created_record_deleted: () => 'The record that this request created was deleted.',
  created_record_deleted_by: ({ by, at }: With<'by' | 'at'>) =>
    `The record that this request created was deleted by ${by} at ${at}.`,
  record_damaged: ({ record, fault }: With<'record' | 'fault'>) =>
    `${record} is damaged (${fault}) and has to be restored before it can be used.`,
  open_orders: ({ numbers }: With<'numbers'>) =>
    `Orders of this customer are still open: ${numbers}. Finish them and their returns, and refund what the shop owes. Then erase the customer.`,
  paid_order: ({ number, paid }: With<'number' | 'paid'>) =>
    `${paid} is paid for the order ${number}. Refund or void its payments, then delete it.`,
  order_number_taken: ({ number }: With<'number'>) =>
    `Another order has the number ${number} now. Give that order another number, then undo again.`,
  /** `product` is absent in an outcome that an earlier release stored. */
  units_came_back: (of: With<'item' | 'units'> & { product?: Localized<{ name: string }> }) =>
    `${of.product?.en.name ?? `Item ${of.item}`} has units in returns or refunds: ${of.units}. Its line must keep the product, the order and at least this amount.`,
  open_return: ({ number }: With<'number'>) =>
    `Order ${number} has an open return. Refuse it, or receive and close it. Then delete the order.`,
  change_refunded: () =>
    'This change paid money back, so it cannot be undone. Send a new change set instead.',
  endpoint_without_secret: () => 'The endpoint has no secret. Delete it and create it again.',
  endpoint_inactive: ({ status }: With<'status'>) => `The endpoint is ${status}. Activate it first.`,
  event_expired: () => 'The event of this delivery is no longer kept.',
};

export type DetailCode = keyof typeof englishDetails;
export type DetailParams<Code extends DetailCode> = Parameters<(typeof englishDetails)[Code]>;

export interface Coded {
  code: DetailCode;
  params?: object;
}
