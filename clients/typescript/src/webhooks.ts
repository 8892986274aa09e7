import type { Event } from './generated/types.gen.ts';

/** An event as it is delivered. Deliveries may repeat: two deliveries with the same `id` are the same event. */
export interface WebhookEvent extends Omit<Event, 'data'> {
  data: {
    /** Increases with each change to the record. Absent for a ping, which has no record. */
    version?: number;
    /** With `payload: 'full'`: the record at the time of sending, or null if it was deleted. */
    record?: unknown;
    [key: string]: unknown;
  };
}

/** Why a request is not a valid delivery. */
export type WebhookFault =
  | 'malformed_secret'
  | 'missing_header'
  | 'malformed_header'
  | 'too_old'
  | 'too_new'
  | 'unknown_version'
  | 'wrong_signature'
  | 'malformed_body';

/**
 * The error for a request that is not a delivery signed with these secrets. Respond with 400 and do nothing.
 */
export class WebhookRefused extends Error {
  readonly code: WebhookFault;

  constructor(code: WebhookFault, message: string) {
    super(message);
    this.name = new.target.name;
    this.code = code;
  }
}

type HeaderRecord = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface WebhookRequest {
  /**
   * The secret `whsec_…`, which the store shows only once. During a rotation, pass the old and the new secret; a signature with
   * either secret is accepted.
   */
  secret: string | readonly string[];
  /** The raw body as text or bytes. A body that was parsed and serialised again does not work. */
  body: string | Uint8Array;
  headers: Pick<Headers, 'get'> | HeaderRecord;
  /** The maximum difference between the time of sending and now, in either direction. Default 300. */
  toleranceSeconds?: number;
  /** Milliseconds since the epoch. Default: `Date.now()`. */
  now?: number;
}

/**
 * Verifies that the store sent this delivery recently and that the delivery is unaltered. Returns the
 * delivery's event. Throws `WebhookRefused`. Works wherever Web Crypto exists: Node, Deno, Bun, browsers,
 * workers.
 */
export async function verifyWebhook({
  secret,
  body,
  headers,
  toleranceSeconds = 300,
  now = Date.now(),
}: WebhookRequest): Promise<WebhookEvent> {
  const keys = (typeof secret === 'string' ? [secret] : secret).map(keyOf);
  const [id, timestamp, signatures] = [
    header(headers, 'webhook-id'),
    header(headers, 'webhook-timestamp'),
    header(headers, 'webhook-signature'),
  ];
  checkTime(timestamp, { toleranceSeconds, now });
  const received = signaturesOfVersion1(signatures);
  const signed = joined(encoder.encode(`${id}.${timestamp}.`), bytesOf(body));
  // Computes one HMAC per secret, even if the request has many signatures.
  const expected = await Promise.all(keys.map((key) => hmac(key, signed)));
  const isSigned = expected.some((one) => received.some((other) => isSame(one, other)));
  if (!isSigned)
    throw new WebhookRefused('wrong_signature', 'No signature was made with a secret of this endpoint.');
  return eventIn(body);
}

const encoder = new TextEncoder();
type Bytes = Uint8Array<ArrayBuffer>;

function keyOf(secret: string): Bytes {
  const key = fromBase64(secret.replace(/^whsec_/, ''));
  if (key === undefined || key.length === 0)
    throw new WebhookRefused(
      'malformed_secret',
      'A secret is "whsec_" followed by Base64, as the store showed it.',
    );
  return key;
}

function header(headers: WebhookRequest['headers'], name: string): string {
  const value = isHeaders(headers) ? headers.get(name) : valueIn(headers, name);
  if (value === null || value === '')
    throw new WebhookRefused('missing_header', `The header ${name} is missing.`);
  return value;
}

function isHeaders(headers: WebhookRequest['headers']): headers is Pick<Headers, 'get'> {
  return typeof headers.get === 'function';
}

function valueIn(headers: HeaderRecord, wanted: string): string | null {
  const found = Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1];
  return typeof found === 'string' ? found : (found?.join(', ') ?? null);
}

function checkTime(
  timestamp: string,
  { toleranceSeconds, now }: Required<Pick<WebhookRequest, 'toleranceSeconds' | 'now'>>,
): void {
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookRefused('malformed_header', 'The header webhook-timestamp is not a number of seconds.');
  const age = Math.floor(now / 1000) - Number(timestamp);
  if (age > toleranceSeconds) throw new WebhookRefused('too_old', `The delivery was sent ${age} s ago.`);
  if (age < -toleranceSeconds)
    throw new WebhookRefused(
      'too_new',
      `The delivery was sent ${-age} s from now: one of the two clocks is wrong.`,
    );
}

/** The `v1,…` signatures in a space-separated header. Other versions are newer than this client and are ignored. */
function signaturesOfVersion1(header: string): Bytes[] {
  const all = header.split(' ').map((one) => /^(\w+),(.+)$/.exec(one) ?? []);
  if (!all.some(([, version]) => version !== undefined))
    throw new WebhookRefused(
      'malformed_header',
      'The header webhook-signature is not "v1," followed by Base64.',
    );
  const known = all.filter(([, version]) => version === 'v1');
  if (known.length === 0)
    throw new WebhookRefused('unknown_version', 'No signature has version 1, which this client knows.');
  return known.flatMap(([, , text = '']) => fromBase64(text) ?? []);
}

function bytesOf(body: string | Uint8Array): Uint8Array {
  if (typeof body === 'string') return encoder.encode(body);
  // Express and other frameworks may have parsed the body already, so check its type.
  if (!ArrayBuffer.isView(body))
    throw new WebhookRefused('malformed_body', 'The raw body is needed, as text or bytes.');
  return body;
}

function joined(one: Uint8Array, other: Uint8Array): Bytes {
  const all = new Uint8Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}

async function hmac(key: Bytes, signed: Bytes): Promise<Bytes> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, signed));
}

/**
 * Compares in constant time: the position of the first differing byte has no influence. Otherwise an attacker could guess a
 * signature byte by byte.
 */
function isSame(one: Bytes, other: Bytes): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (const [index, byte] of one.entries()) difference |= byte ^ (other[index] ?? 0);
  return difference === 0;
}

function fromBase64(text: string): Bytes | undefined {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function eventIn(body: string | Uint8Array): WebhookEvent {
  let event: unknown;
  try {
    event = JSON.parse(
      typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body),
    );
  } catch {
    // Invalid JSON is not an event.
  }
  if (!isEvent(event)) throw new WebhookRefused('malformed_body', 'The body is not an event of the store.');
  return event;
}

function isEvent(value: unknown): value is WebhookEvent {
  return typeof value === 'object' && value !== null && 'id' in value && 'type' in value && 'data' in value;
}
