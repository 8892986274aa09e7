import { withSnapshot } from '../mongo/snapshot.ts';
import type { AuditedDatabase, Snapshot, SnapshotAges } from '../mongo/snapshot.ts';

/** What an audit looks at its data with. */
export interface Looking {
  database: AuditedDatabase;
  ages: SnapshotAges;
  /** Called between pages with how long one took: a scheduled audit leaves most of the time to others. */
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

/** Few enough that a process which does other work as well is held up for some milliseconds only. */
const documentsAtOnce = 500;
/** The server keeps a snapshot for 300 s; beyond this nothing pauses in one. */
const unhurriedMs = 120_000;

/**
 * All documents of a collection by rising id, a page at a time, each page in a snapshot of its own in which `judge` may
 * read what belongs to them. Ids of any kind are met, damaged ones too.
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

/** The same of one moment: for what has to be summed up over all of them. */
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

/** Answers the last document of the page; null at the end. */
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
  // A filter would meet only ids of the same type; a bound of the index meets all, and the last one again.
  const [first, ...others] = await found
    .min(after)
    .limit(size + 1)
    .toArray();
  if (!first || String(first._id) === String(after._id)) return others;
  return [first, ...others].slice(0, size);
}
