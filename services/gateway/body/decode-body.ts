import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { detail, Problem } from '#shared/contracts/errors.ts';
import { parseForm, readFields, type SentFields } from './form-fields.ts';
import { multipartFields } from './multipart-fields.ts';
import { normaliseText } from './normalise-text.ts';
import { refuseBeyond, tooManyValues } from './field-tree.ts';

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];
const highestBlank = 0x20;

const decoders = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

export const noFields: SentFields = { fields: {}, rows: {}, uneven: [] };

/** Resolves with null when the result exceeds the limit. */
export async function decompressed(
  bytes: Buffer,
  encoding: string | undefined,
  limit: number,
): Promise<Buffer | null> {
  const name = encodingName(encoding);
  if (!isCompressed(encoding)) return bytes.length > limit ? null : bytes;
  if (!Object.hasOwn(decoders, name))
    throw new Problem('unsupported_media_type', {
      ...detail('encoding_not_supported', { encoding: name }),
      headers: { 'Accept-Encoding': 'gzip, deflate, br' },
    });
  try {
    return await decoders[name as keyof typeof decoders](bytes, { maxOutputLength: limit });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return null;
    throw new Problem('malformed_body', detail('body_not_decompressed', { encoding: name }));
  }
}

function encodingName(encoding: string | undefined): string {
  return encoding?.trim().toLowerCase() ?? '';
}

export function isCompressed(encoding: string | undefined): boolean {
  return !['identity', ''].includes(encodingName(encoding));
}

/**
 * Parses a decompressed body. Throws `malformed_body`, `payload_too_large`, `unsupported_media_type`, or `validation_failed`
 * for an uploaded file. Normalises texts (see `normaliseText`).
 */
export function decodeBody(bytes: Buffer, contentType: string | undefined, values: number): SentFields {
  const { fields, ...sent } = fieldsOf(bytes, contentType, values);
  return { ...sent, fields: normaliseText(fields) as SentFields['fields'] };
}

function fieldsOf(bytes: Buffer, contentType: string | undefined, values: number): SentFields {
  // In the API specification, every request has the type `application/json`, so a body without a content type is read as JSON.
  const { type, charset } = mediaType(contentType ?? 'application/json');
  if (type === 'multipart/form-data') {
    return readFields(multipartFields(bytes, contentType ?? '', values), 'malformed_body', values);
  }
  const isForm = type === 'application/x-www-form-urlencoded';
  const isJson = type === 'application/json' || /^application\/[^/]+\+json$/.test(type);
  if ((!isForm && !isJson) || !['utf-8', 'utf8', undefined].includes(charset)) throw unsupportedType();
  const beginsAsJson = isJson && /^\s*[{["]/.test(bytes.toString('latin1', 0, 100));
  // Checks the bytes before decoding, because the decoded text takes as much memory again.
  if (beginsAsJson) refuseVastJson(bytes, values);
  const text = decodeText(bytes);
  if (isForm || isFormUnderJson(text)) return parseForm(text.trim(), 'malformed_body', values);
  if (!beginsAsJson) refuseVastJson(bytes, values);
  return parseJson(text, values);
}

/** In the API specification, clients send urlencoded fields under `Content-Type: application/json` (contract.md section 1). */
function isFormUnderJson(text: string): boolean {
  return !/^\s*[{["]/.test(text) && text.includes('=');
}

function parseJson(text: string, values: number): SentFields {
  if (text.trim() === '') return noFields;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unreadable';
    throw new Problem('malformed_body', detail('not_json', { reason }));
  }
  // Clients such as axios write `null` for a request without a body.
  if (value === null) return noFields;
  // PHP serialises an empty associative array as `[]`, so an empty list is accepted.
  const isList = Array.isArray(value) && value.length > 0;
  if (typeof value !== 'object' || isList) throw new Problem('malformed_body', detail('not_an_object'));
  return readFields(Object.entries(value), 'malformed_body', values);
}

function decodeText(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Problem('malformed_body', detail('not_utf8'));
  }
}

/** `text/x; charset="UTF-8"` → {type: 'text/x', charset: 'utf-8'}. */
function mediaType(header: string): { type: string; charset: string | undefined } {
  const [type = '', ...parameters] = header.toLowerCase().split(';');
  const charset = parameters.map((each) => each.trim()).find((each) => each.startsWith('charset='));
  return { type: type.trim(), charset: charset?.slice('charset='.length).replaceAll('"', '').trim() };
}

function unsupportedType(): Problem {
  return new Problem('unsupported_media_type', {
    ...detail('type_not_supported'),
    headers: { Accept: 'application/json, application/x-www-form-urlencoded, multipart/form-data' },
  });
}

/**
 * Counts the values of the body without parsing it, because parsing a body with too many values would already block the process.
 * The parser rejects invalid JSON later.
 */
function refuseVastJson(bytes: Buffer, most: number): void {
  let [values, depth] = [0, 0];
  let isJustOpened = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte <= highestBlank) continue;
    const isClose = byte === closeArray || byte === closeObject;
    // Each comma, and the first entry of each object or array, adds one to the count.
    if (byte === comma || (isJustOpened && !isClose)) values += 1;
    if (values > most) throw tooManyValues(most);
    isJustOpened = byte === openArray || byte === openObject;
    if (isJustOpened) refuseBeyond((depth += 1), 'malformed_body');
    else if (isClose) depth -= 1;
    else if (byte === quote) at = endOfText(bytes, at + 1);
  }
}

function endOfText(bytes: Buffer, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}
