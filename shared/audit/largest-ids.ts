import type { Snapshot } from '../mongo/snapshot.ts';

/** A service's database, at one moment or as it is. */
type Within = Pick<Snapshot, 'db'> & Partial<Pick<Snapshot, 'session'>>;

/** The largest id of each sequence that a record has, or a deleted one had. */
export async function largestIds(within: Within, sequences: readonly string[]): Promise<Map<string, number>> {
  const highest = await highestIds(within, sequences);
  return new Map([...highest].flatMap(([sequence, [id]]) => (id === undefined ? [] : [[sequence, id]])));
}

/** The highest ids of each sequence, the largest first: two, so that one that stands alone is seen. */
export async function highestIds(
  within: Within,
  sequences: readonly string[],
): Promise<Map<string, number[]>> {
  const highest = new Map<string, number[]>();
  for (const sequence of sequences) highest.set(sequence, await highestOf(within, sequence));
  return highest;
}

// A comparison meets values of its own type alone.
const isNumber = { $gte: -Infinity };

async function highestOf({ db, session }: Within, sequence: string): Promise<number[]> {
  const within = session === undefined ? {} : { session };
  const there = await db
    .collection<{ _id: number }>(sequence)
    .find({ _id: isNumber }, { projection: { _id: 1 }, ...within })
    .sort({ _id: -1 })
    .limit(2)
    .toArray();
  const deleted = await db
    .collection<{ _id: string; id: number }>('deletions')
    .find({ kind: sequence, id: isNumber }, { projection: { id: 1 }, ...within })
    .sort({ kind: -1, id: -1 })
    .limit(2)
    .toArray();
  const erased = sequence === 'users' ? await highestErased({ db, ...within }) : [];
  const ids = [...there.map(({ _id }) => _id), ...deleted.map(({ id }) => id), ...erased].filter(
    (id) => id > 0,
  );
  return [...new Set(ids)].sort((one, other) => other - one).slice(0, 2);
}

/** Deletions are forgotten some time after a retry can come; people who were erased are not. */
async function highestErased({ db, session }: Within): Promise<number[]> {
  const erased = await db
    .collection<{ _id: number }>('erasures')
    .find({ _id: isNumber }, { projection: { _id: 1 }, ...(session && { session }) })
    .sort({ _id: -1 })
    .limit(2)
    .toArray();
  return erased.map(({ _id }) => _id);
}
