import {
  withSnapshot,
  type AuditedDatabase,
  type Snapshot,
  type SnapshotAges,
} from '../../platform/mongo/snapshot.ts';

export interface Looking {
  database: AuditedDatabase;
  ages: SnapshotAges;
  /**
   * Called between pages with the time in ms that the last page took. A scheduled audit pauses here, so that other work can run.
   */
  pace: (workedMs: number) => Promise<void>;
  signal: AbortSignal;
}

interface Stored {
  _id: unknown;
}

interface Pages {
  projection?: object;
  size?: number;
}

/** A page of this size delays the process's other work by only a few milliseconds. */
const documentsAtOnce = 500;
/** After this time in ms, reads of one snapshot no longer pause between pages, because MongoDB keeps a snapshot for only 300 s. */
const unhurriedMs = 120_000;

/**
 * Reads all documents of a collection by ascending id, page by page. Each page has its own snapshot, in which
 * `judge` may read related data. Includes documents with ids of a wrong type.
 */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- names what the documents read as
export async function eachPage<D extends Stored>(
  { database, ages, pace, signal }: Looking,
  collection: string,
  pages: Pages,
  judge: (documents: D[], snapshot: Snapshot) => Promise<void>,
): Promise<void> {
  let from: Stored | null = null;
  do {
    signal.throwIfAborted();
    const began = performance.now();
    const after: Stored | null = from;
    from = await withSnapshot(database, ages, (snapshot) =>
      judgePage<D>(snapshot, collection, { ...pages, after }, (documents) => judge(documents, snapshot)),
    );
    if (from !== null) await pace(performance.now() - began);
  } while (from !== null);
}

/** Like `eachPage`, but with one snapshot for all pages, so that sums over all documents are consistent. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- names what the documents read as
export async function eachPageWithin<D extends Stored>(
  { pace, signal }: Looking,
  snapshot: Snapshot,
  collection: string,
  pages: Pages,
  take: (documents: D[]) => void,
): Promise<void> {
  const startedAt = performance.now();
  let from: Stored | null = null;
  do {
    signal.throwIfAborted();
    const began = performance.now();
    from = await judgePage<D>(snapshot, collection, { ...pages, after: from }, (documents) => {
      take(documents);
    });
    if (performance.now() - startedAt < unhurriedMs) await pace(performance.now() - began);
  } while (from !== null);
}

/** Returns where the next page begins; null after the last page. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- names what the documents read as
async function judgePage<D extends Stored>(
  snapshot: Snapshot,
  collection: string,
  { projection = {}, size = documentsAtOnce, after }: Pages & { after: Stored | null },
  judge: (documents: D[]) => Promise<void> | void,
): Promise<Stored | null> {
  const documents = await readPage<D>(snapshot, collection, { projection, size, after });
  if (documents.length > 0) await judge(documents);
  const end = documents.at(-1);
  return end && documents.length === size ? { _id: end._id } : null;
}

async function readPage<D extends Stored>(
  { db, session }: Snapshot,
  collection: string,
  { projection, size, after }: { projection: object; size: number; after: Stored | null },
): Promise<D[]> {
  const found = db.collection(collection).find<D>({}, { projection, session, batchSize: size + 1 });
  found.hint({ _id: 1 }).sort({ _id: 1 });
  if (after === null) return found.limit(size).toArray();
  // Continue with an index bound, because a filter would match only ids of the same type. The bound is
  // inclusive, so it returns the last document of the page before again.
  const [first, ...others] = await found
    .min(after)
    .limit(size + 1)
    .toArray();
  if (!first || String(first._id) === String(after._id)) return others;
  return [first, ...others].slice(0, size);
}

const bitsPerPart = 8192;

/** A compact set of ids: one bit per id, because ids are issued consecutively. */
export interface IdSet {
  /** Returns false if the set already contains the id. */
  add: (id: number) => boolean;
  has: (id: number) => boolean;
}

export function createIdSet(): IdSet {
  const parts = new Map<number, Uint8Array>();
  const at = (id: number) => {
    const part = Math.floor(id / bitsPerPart);
    const bit = id - part * bitsPerPart;
    return { part, byte: bit >> 3, mask: 1 << (bit & 7) };
  };
  const has = (id: number): boolean => {
    const { part, byte, mask } = at(id);
    return ((parts.get(part)?.[byte] ?? 0) & mask) !== 0;
  };
  return {
    has,
    add: (id) => {
      if (has(id)) return false;
      const { part, byte, mask } = at(id);
      const bits = parts.get(part) ?? new Uint8Array(bitsPerPart / 8);
      parts.set(part, bits);
      bits[byte] = (bits[byte] ?? 0) | mask;
      return true;
    },
  };
}
