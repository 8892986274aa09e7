import { isUtf8 } from 'node:buffer';
import { Busboy } from '@fastify/busboy';
import type { BusboyInstance } from '@fastify/busboy';
import { Problem } from '#shared/errors.ts';
import type { FieldError } from '#shared/errors.ts';

/**
 * The fields of a multipart/form-data body, in the order sent. A file input that was left empty counts as absent.
 * A file is refused with `validation_failed` (rule `file`) on its field rather than with 415: to Laravel a file is a
 * value like any other, which then breaks its field's rule, while the media type itself is welcome. Of more than
 * `most` fields only the first one above is read.
 */
export async function multipartFields(
  bytes: Buffer,
  contentType: string,
  most: number,
): Promise<[string, string][]> {
  const fields: [string, string][] = [];
  const files: FieldError[] = [];
  await parse(bytes, contentType, most + 1, {
    field: (name, value) => void fields.push([name, value]),
    file: (name) => void files.push({ field: dotted(name), rule: 'file' }),
  });
  if (files.length > 0) throw new Problem('validation_failed', { fields: files });
  if (!isUtf8(bytes)) throw unreadable('it is not UTF-8');
  return fields;
}

interface Parts {
  field: (name: string, value: string) => void;
  file: (name: string) => void;
}

function parse(bytes: Buffer, contentType: string, most: number, parts: Parts): Promise<void> {
  return new Promise((resolve, reject) => {
    const parser = parserFor(contentType, bytes.length, most);
    parser.on('field', (name: string | undefined, value) => {
      if (name) parts.field(name, value);
    });
    parser.on('file', (name, stream, filename) => {
      stream.on('error', () => undefined);
      stream.resume();
      if (filename !== '') parts.file(name);
    });
    parser.on('error', (error) => reject(unreadable(error instanceof Error ? error.message : 'cut short')));
    parser.on('finish', resolve);
    parser.end(bytes);
  });
}

function parserFor(contentType: string, size: number, parts: number): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { fieldSize: size, parts },
      isPartAFile: (_name, _type, filename) => filename !== undefined,
    });
  } catch (error) {
    throw unreadable(error instanceof Error ? error.message : 'no boundary');
  }
}

/** `items[0][photo]` → `items.0.photo`. */
function dotted(name: string): string {
  return name.replaceAll(/\[([^\]]*)\]/g, '.$1');
}

function unreadable(reason: string): Problem {
  return new Problem('malformed_body', { detail: `The multipart body can't be read: ${reason}.` });
}
