import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';

import { decrypted, encrypted, type BackupKey } from './backup-key.ts';
import type { StoredFile } from './manifest.ts';

type Bytes = AsyncIterable<Uint8Array>;

const compression = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };

/** Compresses these bytes, encrypts them if there is a key, and writes them to a file. Syncs the file to disk. */
export async function writeStored(
  folder: string,
  path: string,
  content: Bytes,
  key: BackupKey | null,
): Promise<StoredFile> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const handle = await open(file, 'wx', 0o600);
  const digest = createHash('sha256');
  let bytes = 0;
  try {
    await pipeline(
      Readable.from(content),
      createZstdCompress(compression),
      async function* (source: Bytes) {
        yield* key === null ? source : await encrypted(source, key);
      },
      async (source: Bytes) => {
        for await (const chunk of source) {
          digest.update(chunk);
          bytes += chunk.length;
          await handle.writeFile(chunk);
        }
      },
    );
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { path, bytes, sha256: digest.digest('hex') };
}

/** Returns the content that was passed to `writeStored`. */
export async function* readStored(folder: string, path: string, key: BackupKey | null): Bytes {
  const stored = createReadStream(join(folder, path), { highWaterMark: 256 * 1024 });
  const plain = Readable.from(key === null ? stored : await decrypted(stored, key));
  const content = createZstdDecompress();
  const ended = pipeline(plain, content);
  ended.catch(() => undefined);
  yield* content as Bytes;
  await ended;
}

/** Returns the difference between the file and the written content. Null: there is none. */
export async function damageOf(folder: string, { path, bytes, sha256 }: StoredFile): Promise<string | null> {
  const digest = createHash('sha256');
  let found = 0;
  try {
    const stored = createReadStream(join(folder, path), { highWaterMark: 256 * 1024 });
    for await (const chunk of stored as AsyncIterable<Uint8Array>) {
      digest.update(chunk);
      found += chunk.length;
    }
  } catch (error) {
    return `${path} can't be read: ${(error as Error).message}`;
  }
  if (found !== bytes) return `${path} has ${found} bytes instead of ${bytes}`;
  return digest.digest('hex') === sha256 ? null : `${path} is not as it was written (its checksum differs)`;
}
