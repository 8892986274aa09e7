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
  /** Reads only ids from `from` up to `to`, which is exclusive. */
  ids?: { from: string; to: string };
  /** One snapshot for all pages, so that sums over all documents are consistent. Default: each page has its own snapshot. */
  within?: Snapshot;
}

/** A page of this size delays the process's other work by only a few milliseconds. */
const documentsAtOnce = 500;
/** After this time in ms, a shared snapshot is read without pauses, because MongoDB keeps a snapshot for only 300 s. */
const unhurriedMs = 120_000;

/** Reads a collection by ascending id, including ids of a wrong type. `judge` may read related data in the page's snapshot. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- names what the documents read as
export async function eachPage<D extends Stored>(
  { database, ages, pace, signal }: Looking,
  collection: string,
  pages: Pages,
  judge: (documents: D[], snapshot: Snapshot) => Promise<void> | void,
): Promise<void> {
  const { size = documentsAtOnce, within } = pages;
  const startedAt = performance.now();
  let after: Stored | undefined;
  const judgePage = async (snapshot: Snapshot): Promise<Stored | undefined> => {
    const documents = await readPage<D>(snapshot, collection, { ...pages, size }, after);
    if (documents.length > 0) await judge(documents, snapshot);
    return documents.length === size ? documents.at(-1) : undefined;
  };
  do {
    signal.throwIfAborted();
    const began = performance.now();
    after = within ? await judgePage(within) : await withSnapshot(database, ages, judgePage);
    const isUrgent = within !== undefined && performance.now() - startedAt >= unhurriedMs;
    // Calls `pace` even if the snapshot is old, because `pace` also renews the audit's lease.
    if (after) await pace(isUrgent ? 0 : performance.now() - began);
  } while (after);
}

async function readPage<D extends Stored>(
  { db, session }: Snapshot,
  collection: string,
  { projection = {}, size, ids }: Pages & { size: number },
  after: Stored | undefined,
): Promise<D[]> {
  const found = db.collection(collection).find<D>({}, { projection, session, batchSize: size + 1 });
  found.hint({ _id: 1 }).sort({ _id: 1 });
  // Sets index bounds, because a filter would match only ids of the same type.
  if (ids) found.min({ _id: ids.from }).max({ _id: ids.to });
  if (!after) return found.limit(size).toArray();
  // The bound is inclusive, so the query also returns the last document of the previous page.
  const [first, ...others] = await found
    .min({ _id: after._id })
    .limit(size + 1)
    .toArray();
  if (!first || String(first._id) === String(after._id)) return others;
  return [first, ...others].slice(0, size);
}

const bitsPerPart = 8192;

export type IdSet = ReturnType<typeof createIdSet>;

/** A compact set of ids: one bit per id, because ids are issued consecutively. */
export function createIdSet() {
  const parts = new Map<number, Uint8Array>();
  const look = (id: number, adds: boolean): boolean => {
    const part = Math.floor(id / bitsPerPart);
    const bit = id - part * bitsPerPart;
    const bits = parts.get(part) ?? new Uint8Array(bitsPerPart / 8);
    const [byte, mask] = [bits[bit >> 3] ?? 0, 1 << (bit & 7)];
    if (adds) {
      bits[bit >> 3] = byte | mask;
      parts.set(part, bits);
    }
    return (byte & mask) !== 0;
  };
  return {
    has: (id: number): boolean => look(id, false),
    /** Returns false if the set already contains the id. */
    add: (id: number): boolean => !look(id, true),
  };
}
