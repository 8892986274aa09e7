import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { detail, Problem } from '#shared/contracts/errors.ts';
import { decodeBody, noFields } from './decode-body.ts';
import type { SentFields } from './form-fields.ts';
import { decodeInThread } from './decode-in-thread.ts';
import { free, release, largestPiece, nothing, withChunk } from './received-bytes.ts';

const decoders = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

export interface BodyLimits {
  /** The maximum bytes, before and after decompression. */
  bytes: number;
  /** The most numbers, texts, objects and arrays in total. Limits the time for reading and validating. */
  values: number;
}

export interface Reception {
  /** Reserves memory for the body's size so far. Throws when no memory is left. */
  take: (bytes: number) => void;
  /** Queues a heavy body until it may be read. Resolves with the result of `read`. */
  heavyTurn: (read: () => Promise<SentFields>) => Promise<SentFields>;
}

/** A body within both limits is read within a few milliseconds, whatever it contains. */
const [lightBytes, lightValues] = [largestPiece, 1000];
/** A body up to this size counts as light, whatever it contains. */
const littleBytes = 8 * 1024;
/** Memory that a heavy body needs in addition to its bytes. */
const besideBytes = 64 * 1024;
const [comma, ampersand] = [0x2c, 0x26];

/**
 * Normalises texts (see `normaliseText`). A heavy body waits for `heavyTurn` before it is decompressed and read. Throws
 * `malformed_body`, `payload_too_large`, `unsupported_media_type`, or `validation_failed` for a file (rule `file`).
 */
export async function readBody(
  request: IncomingMessage,
  limits: BodyLimits,
  { take, heavyTurn }: Reception,
): Promise<SentFields> {
  const sent = await readBytes(request, limits.bytes, take);
  if (sent.length === 0) return noFields;
  const encoding = request.headers['content-encoding'];
  const { bytes: limit, values } = limits;
  const type = request.headers['content-type'];
  const light = await lightBody(sent, encoding, limit);
  if (light) return decodeBody(light, type, values);
  try {
    take(sent.length + besideBytes);
    return await heavyTurn(async () => decodeInThread(await wholeBody(sent, encoding, limit), type, values));
  } finally {
    // Also frees the body of a client that disconnected while its body was queued. A smaller body may share its memory with
    // others, so it is not freed.
    if (sent.length > largestPiece) free(sent);
  }
}

/** Null when the body is heavy. A heavy body stays compressed until its slot is free. */
async function lightBody(sent: Buffer, encoding: string | undefined, limit: number): Promise<Buffer | null> {
  // Decompressing a large body takes long, even if the result is small.
  if (isCompressed(encoding) && sent.length > lightBytes) return null;
  const bytes = await decompressed(sent, encoding, Math.min(lightBytes, limit));
  return bytes === null || isHeavy(bytes) ? null : bytes;
}

async function wholeBody(sent: Buffer, encoding: string | undefined, limit: number): Promise<Buffer> {
  const bytes = await decompressed(sent, encoding, limit);
  if (bytes === null) throw tooLarge(limit);
  return bytes;
}

/** Many values take long to read. JSON separates values with commas, and forms separate them with ampersands. */
function isHeavy(bytes: Buffer): boolean {
  if (bytes.length <= littleBytes) return false;
  return countUpTo(lightValues, bytes, comma) + countUpTo(lightValues, bytes, ampersand) > lightValues;
}

function countUpTo(most: number, bytes: Buffer, byte: number): number {
  let count = 0;
  for (let at = bytes.indexOf(byte); at >= 0 && count <= most; at = bytes.indexOf(byte, at + 1)) count += 1;
  return count;
}

/** On an error the stream is resumed, so that the connection stays usable and the client receives the error response. */
async function readBytes(request: IncomingMessage, limit: number, take: Reception['take']): Promise<Buffer> {
  const declared = Number(request.headers['content-length'] ?? limit);
  if (declared > limit) throw tooLarge(limit);
  return new Promise((resolve, reject) => {
    let received = nothing;
    const receive = (chunk: Buffer) => {
      try {
        const size = received.size + chunk.length;
        if (size > limit) throw tooLarge(limit);
        if (size > lightBytes) take(size);
        received = withChunk(received, chunk, declared);
      } catch (error) {
        release(received);
        received = nothing;
        request.off('data', receive).resume();
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    };
    request.on('data', receive);
    request.once('end', () => resolve(received.bytes.subarray(0, received.size)));
    request.once('close', () => {
      if (request.readableEnded) return;
      release(received);
      reject(new Problem('malformed_body', detail('body_incomplete')));
    });
  });
}

/** Resolves with null when the result exceeds the limit. */
async function decompressed(
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

function isCompressed(encoding: string | undefined): boolean {
  return !['identity', ''].includes(encodingName(encoding));
}

function tooLarge(limit: number): Problem {
  return new Problem('payload_too_large', detail('body_too_long', { limit }));
}
