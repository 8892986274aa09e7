import type { Snapshot } from '../../platform/mongo/snapshot.ts';

/** A service's database. With a session, queries read the session's snapshot; without one, the current data. */
type Within = Pick<Snapshot, 'db'> & Partial<Pick<Snapshot, 'session'>>;

/** The largest id of each sequence among existing and deleted records. */
export async function largestIds(within: Within, sequences: readonly string[]): Promise<Map<string, number>> {
  const highest = await highestIds(within, sequences);
  return new Map([...highest].flatMap(([sequence, [id]]) => (id === undefined ? [] : [[sequence, id]])));
}

/** The two highest ids of each sequence, largest first. The second id shows whether the first is an outlier. */
export async function highestIds(
  within: Within,
  sequences: readonly string[],
): Promise<Map<string, number[]>> {
  const highest = new Map<string, number[]>();
  for (const sequence of sequences) highest.set(sequence, await highestOf(within, sequence));
  return highest;
}

// In MongoDB a range matches only values of its own type, so this range matches all numbers and nothing else.
const isNumber = { $gte: -Infinity };

async function highestOf(within: Within, sequence: string): Promise<number[]> {
  const found = [
    ...(await highestIn(within, sequence, '_id')),
    ...(await highestIn(within, 'deletions', 'id', { kind: sequence })),
    // Also reads the erasure records, because these never expire. Deletion records do.
    ...(sequence === 'users' ? await highestIn(within, 'erasures', '_id') : []),
  ];
  const ids = found.filter((id) => id > 0);
  return [...new Set(ids)].sort((one, other) => other - one).slice(0, 2);
}

/** The two highest values of `field`. Needs an index on the fields of `where`, followed by `field`. */
async function highestIn(
  { db, session }: Within,
  collection: string,
  field: '_id' | 'id',
  where: Readonly<Record<string, string>> = {},
): Promise<number[]> {
  const names = [...Object.keys(where), field];
  const found = await db
    .collection(collection)
    .find({ ...where, [field]: isNumber }, { projection: { [field]: 1 }, ...(session && { session }) })
    .sort(Object.fromEntries(names.map((name) => [name, -1 as const])))
    .limit(2)
    .toArray();
  return found.map((document) => Number(document[field]));
}
