import type { Language } from '../../contracts/kit/languages.ts';
import type { ProblemDetails } from '../../contracts/errors.ts';
import type { Caller, Command } from '../../contracts/kit/define.ts';
import type { Answer } from './handler.ts';

/** The final result of a command, as stored. */
export type Outcome = Answered | Refused;

/** A response with its rendered body. */
export interface Answered {
  status: number;
  location: string | null;
  version: number | null;
  body: string | null;
  /** The language of the body, if the body is translated. Absent in outcomes that releases before 0.6.0 stored. */
  language?: Language;
  /** The work continues as a bulk operation with the command's id. */
  background?: true;
  /** The record in the body belonged to a person who was erased, so the body was erased too. */
  erased?: true;
}

export interface Refused {
  problem: ProblemDetails;
  /** The id of the rejected request. Absent in outcomes that releases before 0.6.0 stored. */
  request_id?: string;
}

export function toOutcome({ status, location, version, data, language, background }: Answer): Outcome {
  const body = data === undefined ? null : JSON.stringify(data);
  return {
    status,
    location: location ?? null,
    version: version ?? null,
    body,
    ...(language && { language }),
    ...(background && { background }),
  };
}

/** The response for the waiting caller. Null if it equals the stored response. */
export function toOutcomeOnce({ once, ...answer }: Answer): Outcome | null {
  return once ? toOutcome({ ...answer, data: { ...(answer.data as object), ...once } }) : null;
}

/** Whether a bulk operation continues after this outcome. Older outcomes lack `background`, but have the status 202. */
export function isBackground(outcome: Outcome): boolean {
  return 'status' in outcome && (outcome.background === true || outcome.status === 202);
}

/** The key that identifies a shopper, whether the store or a provider issued the token. Null for a caller without a user. */
export function shopperKey({ userId, external }: Pick<Caller, 'userId' | 'external'>): string | null {
  if (external) return external.key;
  return userId === null ? null : String(userId);
}

/** The stored outcome (final result) of a command, which each retry of the command gets. Kept as long as the client may retry. */
export interface InboxRecord {
  _id: string;
  type: string;
  /** The caller who sent the command, such as `client:7`; see `ownerOf`. */
  owner: string;
  fingerprint: string;
  state: 'done' | 'cancelled' | 'parked';
  outcome: Outcome;
  /** ISO 8601: when the gateway accepted the command, and when the worker decided it. */
  accepted_at: string;
  decided_at: string;
}

/** Sorts commands by the time of their acceptance. The ids sort commands with the same time. */
export function newestFirst(
  a: Pick<InboxRecord, '_id' | 'accepted_at'>,
  b: Pick<InboxRecord, '_id' | 'accepted_at'>,
): number {
  if (a.accepted_at !== b.accepted_at) return a.accepted_at < b.accepted_at ? 1 : -1;
  return a._id < b._id ? 1 : -1;
}

export function ownerOf(command: Pick<Command, 'caller'>): string {
  const { area, subject } = command.caller;
  return area === 'client' ? `client:${shopperKey(command.caller) ?? subject}` : `admin:${subject}`;
}
