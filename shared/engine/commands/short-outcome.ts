import type { Language } from '../../contracts/kit/languages.ts';
import { keptFingerprint } from '../decide/decide-batch.ts';
import { isBackground, type Outcome, type InboxRecord } from '../decide/outcome.ts';
import { packAnswer, unpackAnswer } from './answer-words.ts';

/** The inbox record of a successful command in a short format. Each order has several such records, and most are never read. */
export interface ShortOutcome extends Pick<InboxRecord, '_id' | 'type' | 'owner' | 'accepted_at'> {
  /** Only the part of the fingerprint that is compared. */
  fingerprint: string;
  decided_at: Date;
  /** The packed JSON list `[status, version, location, body]`, without `body` if the response has none. */
  answer: string;
  language?: Language;
}

type Answered = Exclude<Outcome, { problem: unknown }>;

/** Null for a record that is stored in full: a rejected, parked or cancelled command, or bulk work. */
export function shortOutcome(record: InboxRecord): ShortOutcome | null {
  const { _id, type, owner, fingerprint, state, outcome, accepted_at, decided_at } = record;
  if (state !== 'done' || 'problem' in outcome || isBackground(outcome)) return null;
  const decided = new Date(decided_at);
  const answer = answerText(outcome);
  // A time in another format, or text that is not JSON, could not be restored exactly.
  if (!isWrittenAs(decided, decided_at) || hasControlCharacters.test(answer)) return null;
  return {
    _id,
    type,
    owner,
    fingerprint: keptFingerprint(fingerprint),
    accepted_at,
    decided_at: decided,
    answer: packAnswer(answer, decided_at),
    ...(outcome.language && { language: outcome.language }),
  };
}

const hasControlCharacters = /[\u0000-\u001f]/;

function isWrittenAs(moment: Date, text: string): boolean {
  return !Number.isNaN(moment.getTime()) && moment.toISOString() === text;
}

function answerText({ status, version, location, body }: Answered): string {
  const head = `[${status},${version},${JSON.stringify(location)}`;
  return body === null ? `${head}]` : `${head},${body}]`;
}

const answerParts = /^\[(\d+),(null|-?\d+),(null|"(?:[^"\\]|\\.)*")(?:,(.*))?\]$/s;

/** Unpacks the response in a short outcome; null if it is malformed. `decidedAt`: when a worker processed the command. */
export function readAnswer(packed: string, decidedAt: string): Answered | null {
  const [, status, version = 'null', location = 'null', body = null] =
    answerParts.exec(unpackAnswer(packed, decidedAt)) ?? [];
  if (status === undefined) return null;
  return {
    status: Number(status),
    location: JSON.parse(location) as string | null,
    version: JSON.parse(version) as number | null,
    body,
  };
}

/** Restores the record from its short form, except the part of the fingerprint that is never compared. */
export function recordOf(kept: ShortOutcome): InboxRecord {
  const { _id, type, owner, fingerprint, accepted_at, answer, language } = kept;
  const decidedAt = kept.decided_at.toISOString();
  const answered = readAnswer(answer, decidedAt);
  if (!answered) throw new Error(`The outcome of ${_id} cannot be read`);
  const outcome = { ...answered, ...(language && { language }) };
  return { _id, type, owner, fingerprint, state: 'done', outcome, accepted_at, decided_at: decidedAt };
}
