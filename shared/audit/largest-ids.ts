import type { Snapshot } from '../mongo/snapshot.ts';

/** A service's database, at one moment or as it is. */
type Within = Pick<Snapshot, 'db'> & Partial<Pick<Snapshot, 'session'>>;

/** The largest id of each sequence that a record has, or a deleted one had. */
export async function largestIds(within: Within, sequences: readonly string[]): Promise<Map<string, number>> {
  const largest = new Map<string, number>();
  for (const sequence of sequences) {
    const id = await largestId(within, sequence);
    if (id > 0) largest.set(sequence, id);
  }
  return largest;
}

// A comparison meets values of its own type alone.
const isNumber = { $gte: -Infinity };

async function largestId({ db, session }: Within, sequence: string): Promise<number> {
  const within = session === undefined ? {} : { session };
  const [there] = await db
    .collection<{ _id: number }>(sequence)
    .find({ _id: isNumber }, { projection: { _id: 1 }, ...within })
    .sort({ _id: -1 })
    .limit(1)
    .toArray();
  const [gone] = await db
    .collection<{ _id: string; id: number }>('deletions')
    .find({ kind: sequence, id: isNumber }, { projection: { id: 1 }, ...within })
    .sort({ kind: -1, id: -1 })
    .limit(1)
    .toArray();
  return Math.max(there?._id ?? 0, gone?.id ?? 0);
}
