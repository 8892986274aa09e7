import { isUtf8 } from 'node:buffer';
import { detail, Problem, type FieldError } from '#shared/contracts/errors.ts';
import { tooManyValues } from './field-tree.ts';

/** This module searches the whole body for boundaries. Libraries that stream parts are far slower and don't count empty parts. */

/** The maximum length of a boundary, by RFC 2046, 5.1.1. Searching for a longer boundary is slow. */
const longestBoundary = 70;
const longestPartHead = 8 * 1024;
/** An error response names at most this many files, so that the response stays short. */
const namedFiles = 100;

const [lineEnd, headEnd] = ['\r\n', '\r\n\r\n'];

/** Matches a parameter of a header: `; name="a \"quoted\" one"` or `; name=plain`. */
const parameter = /;\s*([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/gs;

/**
 * The fields of a multipart body. An empty file input counts as absent. A file is rejected with `validation_failed` (rule
 * `file`), not with 415, because Laravel treats a file as an invalid value. Throws `payload_too_large` for more than `most`
 * parts, before reading any part.
 */
export function multipartFields(bytes: Buffer, contentType: string, most: number): [string, string][] {
  const isReadable = isUtf8(bytes);
  // A body with a binary file is not UTF-8. Decoding it as latin1 keeps every byte, so the error can name the file's field.
  const text = bytes.toString(isReadable ? 'utf8' : 'latin1');
  const fields: [string, string][] = [];
  const files: FieldError[] = [];
  for (const part of partsOf(text, boundaryOf(contentType), most)) {
    const { name, filename, content } = readPart(part);
    if (name === undefined || name === '' || filename === '') continue;
    if (filename === undefined) fields.push([name, content]);
    else if (files.length < namedFiles) files.push({ field: dotted(name), rule: 'file' });
  }
  if (files.length > 0) throw new Problem('validation_failed', { fields: files });
  if (!isReadable) throw unreadable('it is not UTF-8');
  return fields;
}

function boundaryOf(contentType: string): string {
  const boundary = parametersOf(contentType).get('boundary');
  if (boundary === undefined || boundary === '') throw unreadable('its content type names no boundary');
  if (boundary.length > longestBoundary)
    throw unreadable(`its boundary is longer than ${longestBoundary} characters`);
  return boundary;
}

function partsOf(text: string, boundary: string, most: number): string[] {
  const parts: string[] = [];
  const delimiter = `${lineEnd}--${boundary}`;
  const isFirst = text.startsWith(delimiter.slice(lineEnd.length));
  let end = isFirst ? delimiter.length - lineEnd.length : endOf(text.indexOf(delimiter), delimiter);
  while (!text.startsWith('--', end)) {
    const next = nextDelimiter(text, delimiter, end);
    parts.push(text.slice(end, next));
    if (parts.length > most) throw tooManyValues(most);
    end = endOf(next, delimiter);
  }
  return parts;
}

function endOf(delimiterAt: number, delimiter: string): number {
  if (delimiterAt < 0) throw unreadable('it ends before its last boundary');
  return delimiterAt + delimiter.length;
}

/** Text that merely begins like the delimiter belongs to the part. */
function nextDelimiter(text: string, delimiter: string, from: number): number {
  for (let at = text.indexOf(delimiter, from); at >= 0; at = text.indexOf(delimiter, at + 1)) {
    let end = at + delimiter.length;
    if (text.startsWith('--', end)) return at;
    while (text[end] === ' ' || text[end] === '\t') end += 1;
    if (text.startsWith(lineEnd, end)) return at;
  }
  return -1;
}

/** `part` is the text between two boundaries. Callers skip a part without a name. */
function readPart(part: string) {
  const end = part.indexOf(headEnd);
  if (end < 0) return { content: part };
  if (end > longestPartHead)
    throw unreadable(`the head of a part is longer than ${longestPartHead} characters`);
  const disposition = /^content-disposition:\s*form-data\b(.*(?:\r\n[ \t].*)*)/im.exec(
    part.slice(0, end),
  )?.[1];
  const parameters = parametersOf(disposition ?? '');
  return {
    name: textOf(parameters, 'name'),
    filename: textOf(parameters, 'filename'),
    content: part.slice(end + headEnd.length),
  };
}

function parametersOf(header: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', quoted, plain = ''] of header.matchAll(parameter))
    found.set(name.toLowerCase(), quoted?.replaceAll(/\\(["\\])/g, '$1') ?? plain);
  return found;
}

/** The value of a parameter. By RFC 8187, `name*=UTF-8'ar'%D8%A7` takes precedence over `name="a"`. */
function textOf(parameters: Map<string, string>, name: string): string | undefined {
  const extended = parameters.get(`${name}*`);
  if (extended === undefined) return parameters.get(name);
  const encoded = /^utf-8'[^']*'([^']*)$/i.exec(extended)?.[1];
  try {
    if (encoded !== undefined) return decodeURIComponent(encoded);
  } catch {
    // The percent-encoding isn't UTF-8. The code below rejects it.
  }
  throw unreadable(`the ${name}* of a part is not percent-encoded UTF-8 (RFC 8187)`);
}

/** `items[0][photo]` → `items.0.photo`. */
function dotted(name: string): string {
  return name.replaceAll(/\[([^\]]*)\]/g, '.$1');
}

function unreadable(reason: string): Problem {
  return new Problem('malformed_body', detail('multipart_unreadable', { reason }));
}
