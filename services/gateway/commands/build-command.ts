import { createHmac, hash, randomUUID } from 'node:crypto';
import { ownerOf } from '#shared/engine/decide/outcome.ts';
import { canonicalJson } from '#shared/contracts/kit/json-values.ts';
import {
  type Caller,
  type Command,
  isOnRecord,
  type PathParams,
  serviceNames,
  unreadableTag,
} from '#shared/contracts/kit/define.ts';
import type { StoreLocale } from '#shared/contracts/kit/fields.ts';
import { validate } from '#shared/contracts/kit/validate.ts';
import type { RowNumbers } from '#shared/contracts/kit/row-numbers.ts';
import type { SelectionBody } from '#shared/contracts/kit/selection.ts';
import type { FieldError } from '#shared/contracts/errors.ts';
import type { IdKeys } from '#shared/platform/process/internal-secrets.ts';
import { currentTraceHeaders } from '#shared/platform/telemetry/spans.ts';
import { parseMoment } from '#shared/contracts/kit/moments.ts';
import { normaliseText } from '../body/normalise-text.ts';
import { asksForRehearsal, dryRunErrors } from '../body/dry-run.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { SubmittedEndpoint } from '../http/routes.ts';
import { createCursors } from '../events/cursor.ts';
import type { OperationRef } from './operation-id.ts';

export interface WriteRequest {
  endpoint: SubmittedEndpoint;
  /** The method in capitals, after any override. */
  method: string;
  params: PathParams<string>;
  pathText?: string;
  caller: Caller;
  body: Record<string, unknown>;
  rows?: RowNumbers;
  /** Errors for fields that only some entries of a list have, found while parsing the body. */
  uneven?: readonly FieldError[];
  query: Record<string, unknown>;
  /** The number of records of bulk work, if it is known although the body does not list the records. */
  records?: number;
  idempotencyKey: string | undefined;
  ifMatch: string | undefined;
  prefer: string | undefined;
}

/** A command, with all data that is needed to send the command and to respond to its client. */
export interface Submission {
  endpoint: SubmittedEndpoint;
  command: Command;
  reference: OperationRef;
  preferences: Preferences;
  /** For bulk work, the number of its records, or 0 while the number is unknown. */
  records?: number;
  /** When the client's wait ends, on the clock of `performance.now()`. */
  deadline: number;
}

interface Preferences {
  isAsync: boolean;
  waitMs: number;
  applied: string | null;
}

const printable = /^[\x20-\x7e]{1,255}$/;

const defaultWaitMs = 5000;
const longestWaitSeconds = 30;

/** Builds the command of a write, even if fields are invalid: `errors` then names them, and the command's body lacks them. */
export function buildCommand(
  asked: WriteRequest,
  { requestId, language }: Pick<RequestContext, 'requestId' | 'language'>,
  { keys, locale }: { keys: Pick<IdKeys, 'commands'>; locale: StoreLocale },
): { command: Command; errors: FieldError[]; isRehearsal: boolean } {
  const { endpoint, method, params, caller, idempotencyKey, rows = {}, uneven = [] } = asked;
  const { declared } = endpoint;
  const fields = { ...bodyFields(asked, locale), ...pathFields(asked) };
  const path = canonicalPath(declared.path, { ...params, ...pathFields(asked) });
  const { value, errors } = validate<object>(declared.body, fields, locale);
  const { body, isRehearsal } = declared.rehearsed
    ? withoutSwitch(value)
    : { body: value, isRehearsal: false };
  const placed = declared.placeField
    ? withPlaces(body, declared.placeField, { keys, locale })
    : { body, errors: [] };
  const crossFieldErrors = [
    ...keyErrors(idempotencyKey),
    ...placed.errors,
    ...(declared.check?.(body, fields) ?? []),
    ...(canRehearse(declared) ? [] : dryRunErrors(asked, locale)),
  ];
  const isGuarded = method !== 'POST' || isOnRecord(declared);
  const ifMatch = isGuarded ? versionOf(asked.ifMatch) : null;
  const { traceparent } = currentTraceHeaders();
  const command: Command = {
    id: commandId(keys.commands, { owner: ownerOf({ caller }), method, path, idempotencyKey }),
    type: endpoint.id,
    version: declared.version ?? 1,
    params,
    body: placed.body,
    caller,
    language,
    fingerprint: hash('sha256', canonicalJson({ params, body: placed.body, ifMatch }), 'base64url'),
    ...rowsOf(placed.body, rows),
    ifMatch,
    at: new Date().toISOString(),
    requestId,
    ...(traceparent !== undefined && { traceparent }),
  };
  const sound = [...errors, ...crossFieldErrors].filter(({ field }) => !isOfAny(uneven, field));
  const firstOfFields = Map.groupBy(sound, ({ field }) => field).values();
  return {
    command,
    errors: [...uneven, ...firstOfFields.flatMap((found) => found.slice(0, 1))],
    isRehearsal,
  };
}

export function toSubmission(
  { endpoint, prefer, records }: Pick<WriteRequest, 'endpoint' | 'prefer' | 'records'>,
  command: Command,
): Submission {
  const { id: commandId, type, at } = command;
  // A body may describe the records by filters instead of ids. A worker then looks the records up.
  const named = (command.body as SelectionBody).ids?.length ?? 0;
  const preferences = readPreferences(prefer);
  return {
    endpoint,
    command,
    reference: { commandId, service: endpoint.service, type, owner: ownerOf(command), at },
    preferences,
    ...(endpoint.declared.bulk && { records: records ?? named }),
    deadline: performance.now() + preferences.waitMs,
  };
}

/** Whether a field, such as `items.2.amount`, already has an error in `uneven` under its name with stars: `items.*.amount`. */
function isOfAny(uneven: readonly FieldError[], field: string): boolean {
  const inAnyRow = field.replaceAll(/\.\d+(?=\.)/g, '.*');
  return uneven.some((one) => one.field === inAnyRow);
}

function rowsOf(body: object, rows: RowNumbers): { rows?: RowNumbers } {
  const known = Object.entries(rows).filter(([list]) =>
    Array.isArray((body as Record<string, unknown>)[list]),
  );
  return known.length === 0 ? {} : { rows: Object.fromEntries(known) };
}

/**
 * `dry_run` is not part of the command. It only decides between a real run by a worker and a rehearsal (a dry run) by the
 * service's api.
 */
function withoutSwitch(value: { dry_run?: boolean | null }): { body: object; isRehearsal: boolean } {
  const { dry_run: isRehearsal, ...body } = value;
  return { body, isRehearsal: isRehearsal === true };
}

function canRehearse({ bulk, rehearsed }: SubmittedEndpoint['declared']): boolean {
  return bulk === true || rehearsed !== undefined;
}

/**
 * A write that can be rehearsed also accepts `dry_run` in the query. The write is a rehearsal if the body or the query asks for
 * a rehearsal.
 */
function bodyFields(
  { endpoint: { declared }, body, query }: WriteRequest,
  locale: StoreLocale,
): Record<string, unknown> {
  const isInQuery = canRehearse(declared) && query['dry_run'] !== undefined;
  return isInQuery && !asksForRehearsal(body, locale) ? { ...body, dry_run: query['dry_run'] } : body;
}

function pathFields({ endpoint, pathText }: WriteRequest): Record<string, unknown> {
  const { pathField } = endpoint.declared;
  return pathField === undefined ? {} : { [pathField]: normaliseText(pathText) };
}

function versionOf(ifMatch: string | undefined): number | null {
  if (ifMatch === undefined || ifMatch.trim() === '*') return null;
  const tag = /^\s*"(\d{1,15})-(?:en|ar)(?:-[\w-]{16})?"\s*$/.exec(ifMatch);
  return tag ? Number(tag[1]) : unreadableTag;
}

/**
 * Converts the value of the field `name`, which is a place in the event feed. A cursor becomes its positions as JSON, because
 * only the gateway can decrypt cursors. A time becomes ISO 8601 in UTC.
 */
function withPlaces(
  body: object,
  name: string,
  { keys, locale }: { keys: Pick<IdKeys, 'commands'>; locale: StoreLocale },
): { body: object; errors: FieldError[] } {
  const asked = (body as Readonly<Record<string, unknown>>)[name];
  if (typeof asked !== 'string') return { body, errors: [] };
  const place = placeOf(asked, keys.commands, locale.timeZone);
  if (place === null) return { body, errors: [{ field: name, rule: 'event_place' }] };
  return { body: { ...body, [name]: place }, errors: [] };
}

function placeOf(asked: string, secret: string, timeZone: string): string | null {
  if (asked === '0') return '{}';
  const moment = parseMoment(asked, timeZone);
  if (moment !== null) return moment;
  const places = createCursors(secret, 'admin', serviceNames).open(asked);
  if (places === null) return null;
  return JSON.stringify(
    Object.fromEntries([...places].map(([service, { position }]) => [service, position])),
  );
}

/**
 * The id of a command. With an `Idempotency-Key`, the id is a keyed hash of caller, method, path and key, so that a retry at
 * any gateway is the same command. Without a key, the id is random. `path` must come from `canonicalPath`.
 */
export function commandId(
  secret: string,
  request: { owner: string; method: string; path: string; idempotencyKey: string | undefined },
): string {
  const { owner, method, path, idempotencyKey: key } = request;
  if (key === undefined) return randomUUID().replaceAll('-', '');
  const identity = JSON.stringify([owner, method, path, key]);
  return createHmac('sha256', secret).update(identity).digest('hex').slice(0, 32);
}

function keyErrors(key: string | undefined): FieldError[] {
  return key === undefined || printable.test(key)
    ? []
    : [{ field: 'idempotency_key', rule: 'idempotency_key' }];
}

/** One spelling for each path. Requests may spell the same path with different case, percent-encoding or a trailing slash. */
function canonicalPath(declared: string, params: Readonly<Record<string, unknown>>): string {
  return declared.replaceAll(/:(\w+)/g, (_parameter, name: string) => String(params[name]));
}

function readPreferences(prefer: string | undefined): Preferences {
  const asked = (prefer ?? '')
    .toLowerCase()
    .split(/[,;]/)
    .map((preference) => preference.trim());
  if (asked.includes('respond-async')) return { isAsync: true, waitMs: 0, applied: 'respond-async' };
  const wait = asked
    .map((preference) => /^wait=(\d{1,6})$/.exec(preference)?.[1])
    .find((seconds) => seconds !== undefined);
  if (wait === undefined) return { isAsync: false, waitMs: defaultWaitMs, applied: null };
  const seconds = Math.min(Number(wait), longestWaitSeconds);
  return { isAsync: false, waitMs: seconds * 1000, applied: `wait=${seconds}` };
}
