import { finding, type Finding } from '../decide/audit-finding.ts';
import { readSome, withSnapshot, type Snapshot } from '../../platform/mongo/snapshot.ts';
import type { AuditSection } from './run-audit.ts';
import { isRight, writes, type Repairs } from './repair-findings.ts';

interface Counter {
  _id: string;
  version?: unknown;
}

/** Compares each id sequence with the largest id of an existing or deleted record. */
export function counterSection(sequences: readonly string[]): AuditSection {
  return {
    name: 'counters',
    look: ({ database, ages }, report) =>
      withSnapshot(database, ages, async (snapshot) => {
        const counters = await readSome<Counter>(snapshot, 'counters', { _id: { $in: [...sequences] } });
        const known = new Map(counters.map(({ _id, version }) => [_id, version]));
        report.found(counterFindings(known, await highestIds(snapshot, sequences)));
      }),
  };
}

/**
 * Finds id sequences whose counter has a wrong type or is below an id in use: they would issue this id again. Also finds ids that
 * no command can have issued. `highest`: the largest ids of each sequence, in descending order.
 */
export function counterFindings(
  counters: ReadonlyMap<string, unknown>,
  highest: ReadonlyMap<string, readonly number[]>,
): Finding[] {
  const findings: Finding[] = [];
  for (const [sequence, ids] of highest) {
    const counter = counters.get(sequence) ?? 0;
    const { given, stray } = givenOut(counter, ids);
    if (stray !== null) {
      const detail = 'its id is far beyond all others, so no command issued it';
      findings.push(finding('counter-behind', `${sequence}/${stray}`, detail));
    }
    if (typeof counter === 'number' && counter >= given) continue;
    const detail = `its value is ${JSON.stringify(counter)}, but id ${given} is in use`;
    const repair = { kind: 'counter', id: sequence };
    findings.push(finding('counter-behind', `counters/${sequence}`, detail, repair));
  }
  return findings;
}

/**
 * No command can have issued an id this far above the sequence's counter or, without a counter, above the second largest id. Even
 * a restored backup skips fewer ids. Raising the counter to such an id would lose all ids in between.
 */
const farBeyond = 1_000_000_000;

/** `given`: the largest id that the sequence must have issued. `stray`: an id in use that it cannot have issued, or null. */
function givenOut(
  counter: unknown,
  [largest = 0, next = 0]: readonly number[],
): { given: number; stray: number | null } {
  const isCounted = typeof counter === 'number' && counter > 0;
  // Compares an id with the counter, if there is one. If two stray ids of similar size were compared only with each other, both
  // would look issued.
  const isFar = (id: number) => id - (isCounted ? counter : next) > farBeyond;
  if (!isFar(largest)) return { given: largest, stray: null };
  return { given: isCounted && isFar(next) ? counter : next, stray: largest };
}

/** Raises a sequence to the largest issued id. Without the repair, new records would get ids that are already in use. */
export const counterRepairs: Repairs = {
  counter: async (data, id) => {
    const _id = String(id);
    const counters = data.db.collection<Counter>('counters');
    const { version: stands } = (await counters.findOne({ _id }, { session: data.session })) ?? {};
    const { given } = givenOut(stands, (await highestIds(data, [_id])).get(_id) ?? []);
    if (typeof stands === 'number' && stands >= given) return isRight(`counters/${_id}`);
    return writes(async () => {
      const update = { $set: { version: given } };
      await counters.updateOne({ _id }, update, { upsert: true, session: data.session });
      return `counters/${_id}: ${typeof stands === 'number' ? stands : JSON.stringify(stands ?? 0)} → ${given}`;
    });
  },
};

/** A service's database. With a session, queries read the session's snapshot; without one, the current data. */
type Within = Pick<Snapshot, 'db'> & Partial<Pick<Snapshot, 'session'>>;

/** The largest id of each sequence among existing and deleted records. */
export async function largestIds(within: Within, sequences: readonly string[]): Promise<Map<string, number>> {
  const highest = await highestIds(within, sequences);
  return new Map([...highest].flatMap(([sequence, [id]]) => (id === undefined ? [] : [[sequence, id]])));
}

/** The two highest ids of each sequence, largest first. The second id shows whether the first is an outlier. */
async function highestIds(within: Within, sequences: readonly string[]): Promise<Map<string, number[]>> {
  const highest = new Map<string, number[]>();
  for (const sequence of sequences) {
    const found = [
      ...(await highestIn(within, sequence, '_id')),
      ...(await highestIn(within, 'deletions', 'id', { kind: sequence })),
      // The deletion record of a user expires, but the user's record in `erasures` never does.
      ...(sequence === 'users' ? await highestIn(within, 'erasures', '_id') : []),
    ];
    const ids = new Set(found.filter((id) => id > 0));
    highest.set(sequence, [...ids].sort((one, other) => other - one).slice(0, 2));
  }
  return highest;
}

// In MongoDB a range matches only values of its own type, so this range matches all numbers and nothing else.
const isNumber = { $gte: -Infinity };

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
