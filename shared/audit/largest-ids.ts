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

async function highestOf(within: Within, sequence: string): Promise<number[]> {
  const found = [
    ...(await highestIn(within, sequence, '_id')),
    ...(await highestIn(within, 'deletions', 'id', { kind: sequence })),
    // Deletions are forgotten some time after a retry can come; people who were erased are not.
    ...(sequence === 'users' ? await highestIn(within, 'erasures', '_id') : []),
  ];
  const ids = found.filter((id) => id > 0);
  return [...new Set(ids)].sort((one, other) => other - one).slice(0, 2);
}

/** The two highest values of a field, by the index of it behind what `where` names. */
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
