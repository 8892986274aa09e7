import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { contentTag } from '../http/caching.ts';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

export type Encoding = 'br' | 'gzip' | 'identity';

export interface ConsoleFile {
  type: string;
  tag: string;
  /** The file's name contains a digest of its content, so browsers may cache it forever. */
  isHashed: boolean;
  in: (encoding: Encoding) => Promise<Buffer>;
}

export type ConsoleFiles = ReturnType<typeof createConsoleFiles>;

/** In a safe path no segment begins with a dot, so the path cannot leave the folder. */
const safePath = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/;
const hashedFolder = 'assets/';
const keptFiles = 300;

/** Keeps files with hashed names in memory, compressed on first request. */
export function createConsoleFiles(folder: string) {
  const kept = new LRUCache<string, ConsoleFile>({ max: keptFiles });
  return {
    /**
     * The page. Null when the console is not built. The page is read each time, because the console may be built while the
     * gateway runs.
     */
    index: async () => (await readIfThere(join(folder, 'index.html')))?.toString('utf8') ?? null,
    /** `path` is relative to /console, such as `assets/orders-BxY3.js`. */
    find: async (path: string): Promise<ConsoleFile | null> => {
      const known = kept.get(path);
      if (known) return known;
      const type = types[extname(path)];
      if (type === undefined || !safePath.test(path)) return null;
      const bytes = await readIfThere(join(folder, path));
      if (bytes === null) return null;
      const file = consoleFile(path, type, bytes);
      if (file.isHashed) kept.set(path, file);
      return file;
    },
  };
}

function consoleFile(path: string, type: string, bytes: Buffer): ConsoleFile {
  const compressed = new Map<Encoding, Promise<Buffer>>([['identity', Promise.resolve(bytes)]]);
  const isText = /^(?:text|application|image\/svg)/.test(type);
  return {
    type,
    tag: contentTag(bytes),
    isHashed: path.startsWith(hashedFolder),
    in: (encoding) => {
      const wanted = isText ? encoding : 'identity';
      return compressed.getOrInsertComputed(wanted, () => compress(bytes, wanted));
    },
  };
}

/** The high compression levels cost little: compression runs in Node's thread pool, and only once for each hashed file. */
function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(bytes, { level: 9 });
  return promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
}

/** `ENAMETOOLONG`: the requested name is longer than the file system allows. */
const meansNone = new Set(['ENOENT', 'EISDIR', 'ENOTDIR', 'ENAMETOOLONG']);

async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== undefined && meansNone.has(code)) return null;
    throw error;
  }
}
