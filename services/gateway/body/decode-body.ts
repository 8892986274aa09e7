import { Problem } from '#shared/errors.ts';
import { nestFields, parseForm } from './form-fields.ts';
import { refuseVastJson } from './json-extent.ts';
import { multipartFields } from './multipart-fields.ts';
import { normaliseText } from './normalise-text.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

export type BodyData = Record<string, unknown>;

/**
 * Nested data of decompressed bytes, by their content type, with normalised text (`normaliseText`). Refuses with `malformed_body`,
 * `payload_too_large`, `unsupported_media_type`, or `validation_failed` for a file and for uneven entries.
 */
export function decodeBody(bytes: Buffer, contentType: string | undefined, values: number): BodyData {
  return normaliseText(fieldsOf(bytes, contentType, values)) as BodyData;
}

function fieldsOf(bytes: Buffer, contentType: string | undefined, values: number): BodyData {
  // Every request of the document carries `application/json`; one without a type is read like those.
  const { type, charset } = mediaType(contentType ?? 'application/json');
  if (type === 'multipart/form-data') {
    return nestFields(multipartFields(bytes, contentType ?? '', values), 'malformed_body', values);
  }
  const isForm = type === 'application/x-www-form-urlencoded';
  const isJson = type === 'application/json' || /^application\/[^/]+\+json$/.test(type);
  if ((!isForm && !isJson) || !['utf-8', 'utf8', undefined].includes(charset)) throw unsupportedType();
  const beginsAsJson = isJson && /^\s*[{["]/.test(bytes.toString('latin1', 0, 100));
  // From its bytes, before there is a text of it, which takes as much memory again.
  if (beginsAsJson) refuseVastJson(bytes, values);
  const text = decodeText(bytes);
  if (isForm || isFormUnderJson(text)) return parseForm(text.trim(), 'malformed_body', values);
  if (!beginsAsJson) refuseVastJson(bytes, values);
  return parseJson(text, values);
}

/** The document has its clients send urlencoded fields under `Content-Type: application/json` (contract.md section 1). */
function isFormUnderJson(text: string): boolean {
  return !/^\s*[{["]/.test(text) && text.includes('=');
}

function parseJson(text: string, values: number): BodyData {
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

/** `text/x; charset="UTF-8"` → {type: 'text/x', charset: 'utf-8'}. */
function mediaType(header: string): { type: string; charset: string | undefined } {
  const [type = '', ...parameters] = header.toLowerCase().split(';');
  const charset = parameters.map((each) => each.trim()).find((each) => each.startsWith('charset='));
  return { type: type.trim(), charset: charset?.slice('charset='.length).replaceAll('"', '').trim() };
}

function malformed(detail: string): Problem {
  return new Problem('malformed_body', { detail });
}

function unsupportedType(): Problem {
  return new Problem('unsupported_media_type', {
    detail:
      'Send the body as application/json, application/x-www-form-urlencoded or multipart/form-data, in UTF-8.',
    headers: { Accept: 'application/json, application/x-www-form-urlencoded, multipart/form-data' },
  });
}
