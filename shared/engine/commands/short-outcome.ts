import type { Language } from '../../contracts/kit/languages.ts';
import { keptFingerprint } from '../decide/decide-batch.ts';
import { isBackground, type Answered, type InboxRecord } from '../decide/outcome.ts';

/**
 * A short format for the inbox record of a successful command. Each order causes several of these records, and most of them are
 * never read.
 */
export interface ShortOutcome extends Pick<InboxRecord, '_id' | 'type' | 'owner' | 'accepted_at'> {
  /** The part of the request's fingerprint that is compared with the fingerprint of a retry. */
  fingerprint: string;
  decided_at: Date;
  /** The packed JSON list `[status, version, location, body]`, without `body` if the response has none. */
  answer: string;
  language?: Language;
}

/** Null if the record is stored in full: for a rejected, parked or cancelled command, or bulk work. */
export function shortOutcome(record: InboxRecord): ShortOutcome | null {
  const { _id, type, owner, fingerprint, state, outcome, accepted_at, decided_at } = record;
  if (state !== 'done' || 'problem' in outcome || isBackground(outcome)) return null;
  const decided = new Date(decided_at);
  const answer = answerText(outcome);
  // A time in another format, or text that is not JSON, could not be restored exactly. `toJSON` returns null for an invalid time.
  if (decided.toJSON() !== decided_at || hasControlCharacters.test(answer)) return null;
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

/** Restores the inbox record. The restored fingerprint has only the part that is compared. */
export function recordOf(kept: ShortOutcome): InboxRecord {
  const { _id, type, owner, fingerprint, accepted_at, answer, language } = kept;
  const decidedAt = kept.decided_at.toISOString();
  const answered = readAnswer(answer, decidedAt);
  if (!answered) throw new Error(`The outcome of ${_id} cannot be read`);
  const outcome = { ...answered, ...(language && { language }) };
  return { _id, type, owner, fingerprint, state: 'done', outcome, accepted_at, decided_at: decidedAt };
}

/** Stands for the time at which a worker processed the command. A response with a new record has this time in several fields. */
const decided = '\u0001';

/**
 * Frequent parts of responses, above all of carts and orders. Packed responses refer to positions in this list, so only append
 * words. Never change, move or remove a word.
 */
const words: readonly string[] = [
  // The first 27 words have codes of one character, because every order line contains them.
  ',"product":{"id":',
  '","en":{"name":"',
  '"},"ar":{"name":"',
  '"}},"amount":',
  ',"main_price":',
  `,"discount_amount":0,"created_at":"${decided}","updated_at":"${decided}"},{"id":`,
  ',"order_id":',
  ',"product_id":',
  ',"name":"',
  ',"available":true},{"product_id":',
  ',"amount":',
  '","price":',
  ',"line_total":',
  ',null,{"items":[{"product_id":',
  ',"available":true}],"items_total":',
  '[201,1,"/api/client/orders/',
  '",{"id":',
  ',"order_number":"',
  '","user_id":',
  ',"user":{"id":',
  '"},"address_id":',
  ',"address":{"id":',
  ',"user_id":',
  ',"label":null,"line1":"',
  '","line2":null,"city":"',
  '","country":"',
  '","phone":"',
  '"},"payment_method":',
  ',"status":"pending","next_statuses":["cancelled"],"reject_reason":null,"notes":null,"estimated_arrive_time":null,"total":',
  ',"discount_amount":0,"tax_amount":0,"main_price":',
  ',"items":[{"id":',
  `,"discount_amount":0,"created_at":"${decided}","updated_at":"${decided}"}],"items_total":`,
  `,"history":[{"at":"${decided}","from":null,"to":"pending","reason":null}],"created_at":"${decided}","updated_at":"${decided}"}]`,
  ',"manufacturing_price":',
  ',"label":',
  ',"line1":"',
  '","line2":',
  ',"city":"',
  ',"phone":',
  '},"payment_method":',
  ',"status":"',
  '","next_statuses":[',
  '],"reject_reason":',
  ',"notes":',
  ',"estimated_arrive_time":',
  ',"total":',
  ',"discount_amount":',
  ',"tax_amount":',
  ',"created_at":"',
  '","updated_at":"',
  '"},{"id":',
  '"}],"items_total":',
  '"}],"history":[{"at":"',
  ',"from":',
  ',"to":"',
  '","reason":',
  '[200,',
  ',"available":',
  ',"items_total":',
  ',"history":[{"at":"',
  '","by":"',
  '[201,1,"/api/admin/orders/',
];

const shortWords = 27;
/** Two-character codes begin with this character or a later one. Each first character allows `perCharacter` codes. */
const longFrom = 29;
const perCharacter = 90;

/** Each code begins with a control character. JSON escapes control characters, so no response contains a code by chance. */
function codeOf(index: number): string {
  if (index < shortWords) return String.fromCharCode(2 + index);
  const beyond = index - shortWords;
  const first = longFrom + Math.floor(beyond / perCharacter);
  return String.fromCharCode(first, 35 + (beyond % perCharacter));
}

const codes = new Map([...words.map((word, index) => [word, codeOf(index)] as const), [decided, decided]]);
const wordOf = new Map([...codes].map(([word, code]) => [code, word]));

// Sorted in descending order, so that the pattern tries a longer word before its prefix.
const anyWord = new RegExp(words.toSorted().reverse().map(RegExp.escape).join('|'), 'g');
const anyCode = /[\u001d-\u001f].|[\u0001-\u001c]/gs;

/** Shortens the response to a command that was processed at `decidedAt`. `json` must be formatted as by `JSON.stringify`. */
export function packAnswer(json: string, decidedAt: string): string {
  return json.replaceAll(decidedAt, decided).replace(anyWord, (word) => codes.get(word) ?? word);
}

export function unpackAnswer(packed: string, decidedAt: string): string {
  return packed.replace(anyCode, (code) => wordOf.get(code) ?? code).replaceAll(decided, () => decidedAt);
}
