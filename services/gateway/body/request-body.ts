import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { Problem } from '#shared/errors.ts';
import { nestFields, parseForm } from './form-fields.ts';
import { refuseVastJson } from './json-extent.ts';
import { multipartFields } from './multipart-fields.ts';
import { normaliseText } from './normalise-text.ts';
import { nothing, withChunk } from './received-bytes.ts';
import { restAfterSmallPieces } from './small-pieces.ts';

const decoders = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

export interface BodyLimits {
  /** Before and after decompression. */
  bytes: number;
  /** Numbers, texts, objects and arrays in all: what reading and validating a body takes time by. */
  values: number;
}

/** Waits with a body of so many bytes as received until it may be read; resolves with what `prepare` makes of it then. */
export type WaitToRead = (size: number, prepare: () => Promise<Buffer>) => Promise<Buffer>;

/** The limits of bodies that are read within a few milliseconds, whatever they are. */
const [lightBytes, lightValues] = [64 * 1024, 1000];
/** So little is light whatever it holds. */
const littleBytes = 8 * 1024;
const [comma, ampersand] = [0x2c, 0x26];

/**
 * The body of a request whose stream is unread, as nested data with normalised text (`normaliseText`); {}
 * when there is none. A heavy one is decompressed and read when `heavyTurn` lets it.
 *
 * Refuses with `malformed_body`, `payload_too_large`, `unsupported_media_type`, or `validation_failed` for a file
 * (`file`) and for uneven `items[*.field]` (`indexed_entries`).
 */
export async function readBody(
  request: IncomingMessage,
  limits: BodyLimits,
  heavyTurn: WaitToRead,
): Promise<Record<string, unknown>> {
  const sent = await readBytes(request, limits.bytes);
  if (sent.length === 0) return {};
  const encoding = request.headers['content-encoding'];
  const bytes =
    (await lightBody(sent, encoding, limits.bytes)) ??
    (await heavyTurn(sent.length, () => wholeBody(sent, encoding, limits.bytes)));
  const data = decodeBody(bytes, request.headers['content-type'], limits.values);
  return normaliseText(data) as Record<string, unknown>;
}

/** Null when it is heavy: until its turn a large body is kept as it was sent. */
async function lightBody(sent: Buffer, encoding: string | undefined, limit: number): Promise<Buffer | null> {
  // Decompressing much takes long also when little comes of it.
  if (isCompressed(encoding) && sent.length > lightBytes) return null;
  const bytes = await decompressed(sent, encoding, Math.min(lightBytes, limit));
  return bytes === null || isHeavy(bytes) ? null : bytes;
}

async function wholeBody(sent: Buffer, encoding: string | undefined, limit: number): Promise<Buffer> {
  const bytes = await decompressed(sent, encoding, limit);
  if (bytes === null) throw tooLarge(limit);
  return bytes;
}

/** What takes long is many values, and in JSON and forms there is one of these between two. */
function isHeavy(bytes: Buffer): boolean {
  if (bytes.length <= littleBytes) return false;
  let values = 0;
  for (const byte of bytes) if (byte === comma || byte === ampersand) values += 1;
  return values > lightValues;
}

/** Nested data of decompressed bytes, by their content type. Text is as sent: neither trimmed nor made null. */
function decodeBody(bytes: Buffer, contentType: string | undefined, values: number): Record<string, unknown> {
  // Every request of the document carries `application/json`; one without a type is read like those.
  const { type, charset } = mediaType(contentType ?? 'application/json');
  if (type === 'multipart/form-data') {
    return nestFields(multipartFields(bytes, contentType ?? '', values), 'malformed_body', values);
  }
  const isForm = type === 'application/x-www-form-urlencoded';
  const isJson = type === 'application/json' || /^application\/[^/]+\+json$/.test(type);
  if ((!isForm && !isJson) || !['utf-8', 'utf8', undefined].includes(charset)) throw unsupportedType();
  const text = decodeText(bytes);
  if (isForm || isFormUnderJson(text)) return parseForm(text.trim(), 'malformed_body', values);
  refuseVastJson(bytes, values);
  return parseJson(text, values);
}

/** The document has its clients send urlencoded fields under `Content-Type: application/json` (contract.md section 1). */
function isFormUnderJson(text: string): boolean {
  return !/^\s*[{["]/.test(text) && text.includes('=');
}

function parseJson(text: string, values: number): Record<string, unknown> {
  if (text.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw malformed(`The body is not JSON: ${error instanceof Error ? error.message : 'unreadable'}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw malformed('The body must be a JSON object.');
  return nestFields(Object.entries(value), 'malformed_body', values);
}

function decodeText(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw malformed('The body is not UTF-8.');
  }
}

/** Resumes the stream when it refuses, so that the connection stays usable and the refusal gets through. */
async function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  return new Promise((resolve, reject) => {
    let received = nothing;
    const count = restAfterSmallPieces(request);
    const take = (chunk: Buffer) => {
      count(chunk.length);
      if (received.size + chunk.length <= limit) received = withChunk(received, chunk);
      else {
        received = nothing;
        request.off('data', take).resume();
        reject(tooLarge(limit));
      }
    };
    request.on('data', take);
    request.once('end', () => resolve(received.bytes.subarray(0, received.size)));
    request.once('close', () => {
      if (!request.readableEnded) reject(malformed('The body ended before it was complete.'));
    });
  });
}

/** Null when it is more than the limit. */
async function decompressed(
  bytes: Buffer,
  encoding: string | undefined,
  limit: number,
): Promise<Buffer | null> {
  const name = encodingName(encoding);
  if (!isCompressed(encoding)) return bytes.length > limit ? null : bytes;
  if (!Object.hasOwn(decoders, name))
    throw new Problem('unsupported_media_type', {
      detail: `The content encoding ${name} is not supported. Use gzip, deflate, br or none.`,
      headers: { 'Accept-Encoding': 'gzip, deflate, br' },
    });
  try {
    return await decoders[name as keyof typeof decoders](bytes, { maxOutputLength: limit });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return null;
    throw malformed(`The body is not ${name} data, or is cut short.`);
  }
}

function encodingName(encoding: string | undefined): string {
  return encoding?.trim().toLowerCase() ?? '';
}

function isCompressed(encoding: string | undefined): boolean {
  return !['identity', ''].includes(encodingName(encoding));
}

/** `text/x; charset="UTF-8"` → {type: 'text/x', charset: 'utf-8'}. */
function mediaType(header: string): { type: string; charset: string | undefined } {
  const [type = '', ...parameters] = header.toLowerCase().split(';');
  const charset = parameters.map((each) => each.trim()).find((each) => each.startsWith('charset='));
  return { type: type.trim(), charset: charset?.slice('charset='.length).replaceAll('"', '').trim() };
}

function malformed(detail: string): Problem {
  return new Problem('malformed_body', { detail });
}

function tooLarge(limit: number): Problem {
  return new Problem('payload_too_large', { detail: `The body may be ${limit} bytes long, no longer.` });
}

function unsupportedType(): Problem {
  return new Problem('unsupported_media_type', {
    detail:
      'Send the body as application/json, application/x-www-form-urlencoded or multipart/form-data, in UTF-8.',
    headers: { Accept: 'application/json, application/x-www-form-urlencoded, multipart/form-data' },
  });
}
