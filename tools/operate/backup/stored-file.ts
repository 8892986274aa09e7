import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';

import { decrypted, encrypted, type BackupKey } from './backup-key.ts';
import type { DumpedCollection, StoredFile } from './manifest.ts';

type Bytes = AsyncIterable<Uint8Array>;

const compression = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };
/** A few large pieces compress and are read faster than many small pieces. */
const pieceBytes = 256 * 1024;
const smallestDocument = 5;
const largestDocument = 48 * 1024 * 1024;

/** Writes BSON documents to a file, compressed and, if there is a key, encrypted. Syncs the file to disk. */
export async function writeDocuments(
  folder: string,
  path: string,
  documents: Bytes,
  key: BackupKey | null,
): Promise<Pick<DumpedCollection, 'count' | 'bytes' | 'file'>> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const handle = await open(file, 'wx', 0o600);
  const digest = createHash('sha256');
  const written = { count: 0, bytes: 0 };
  let stored = 0;
  try {
    await pipeline(
      Readable.from(inPieces(documents, written)),
      createZstdCompress(compression),
      async function* (source: Bytes) {
        yield* key === null ? source : await encrypted(source, key);
      },
      async (source: Bytes) => {
        for await (const chunk of source) {
          digest.update(chunk);
          stored += chunk.length;
          await handle.writeFile(chunk);
        }
      },
    );
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { ...written, file: { path, bytes: stored, sha256: digest.digest('hex') } };
}

/** Joins documents into larger pieces, and counts the documents and their bytes. */
async function* inPieces(documents: Bytes, written: { count: number; bytes: number }): Bytes {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for await (const document of documents) {
    written.count += 1;
    written.bytes += document.length;
    waiting.push(document);
    bytes += document.length;
    if (bytes < pieceBytes) continue;
    yield Buffer.concat(waiting, bytes);
    [waiting, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(waiting, bytes);
}

/** Returns the documents that were passed to `writeDocuments`. */
export async function* readDocuments(folder: string, path: string, key: BackupKey | null): Bytes {
  const stored = createReadStream(join(folder, path), { highWaterMark: pieceBytes });
  const plain = Readable.from(key === null ? stored : await decrypted(stored, key));
  const content = createZstdDecompress();
  const ended = pipeline(plain, content);
  ended.catch(() => undefined);
  yield* documentsIn(content);
  await ended;
}

/**
 * Splits bytes into documents. A piece may end in the middle of a document. The length at the beginning of each document shows
 * where it ends.
 */
async function* documentsIn(pieces: Bytes): Bytes {
  let rest = Buffer.alloc(0);
  for await (const piece of pieces) {
    const bytes = rest.length === 0 ? Buffer.from(piece) : Buffer.concat([rest, piece]);
    let from = 0;
    while (bytes.length - from >= smallestDocument) {
      const length = bytes.readInt32LE(from);
      if (length < smallestDocument || length > largestDocument)
        throw new Error('There is no document where one should begin');
      if (bytes.length - from < length) break;
      yield bytes.subarray(from, from + length);
      from += length;
    }
    rest = bytes.subarray(from);
  }
  if (rest.length > 0) throw new Error('The last document is cut off');
}

/** Returns the difference between the file and the content that was written, or null if there is none. */
export async function damageOf(folder: string, { path, bytes, sha256 }: StoredFile): Promise<string | null> {
  const file = join(folder, path);
  const digest = createHash('sha256');
  try {
    const { size } = await stat(file);
    if (size !== bytes) return `${path} has ${size} bytes instead of ${bytes}`;
    await pipeline(createReadStream(file, { highWaterMark: pieceBytes }), digest);
  } catch (error) {
    return `${path} can't be read: ${(error as Error).message}`;
  }
  return digest.digest('hex') === sha256 ? null : `${path} is not as it was written (its checksum differs)`;
}
