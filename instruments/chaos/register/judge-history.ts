import type { Entry } from '../ledger.ts';
import type { Resolved } from '../oracle-data.ts';
import type { History } from './history.ts';
import { eventedKinds, kindOf, sightingsOf } from './sighting.ts';

/** The stored version of each record, for kinds that publish an event per version. */
export type Versions = ReadonlyMap<string, number>;

/** Checks that every version of every record was published once. */
export function judgeHistory(history: History, versions: Versions): string[] {
  const faults = [...history.faults];
  const kinds: readonly string[] = eventedKinds;
  for (const [record, version] of versions) faults.push(...gaps(history, record, version));
  for (const record of history.subjects()) {
    if (versions.has(record) || !kinds.includes(kindOf(record))) continue;
    const seen = history.versionsOf(record);
    const last = Math.max(...seen.keys());
    if (seen.get(last)?.isDeletion === true) faults.push(...gaps(history, record, last));
    else faults.push(`${record}: published at version ${last}, but the record is missing`);
  }
  return faults;
}

function gaps(history: History, record: string, version: number): string[] {
  const seen = history.versionsOf(record);
  const expected = Array.from({ length: version }, (_, index) => index + 1);
  const missing = expected.filter((one) => !seen.has(one));
  const beyond = [...seen.keys()].filter((one) => one > version);
  return [
    ...(missing.length > 0
      ? [`${record}: no event for version ${missing.slice(0, 5).join(', ')} of ${version}`]
      : []),
    ...(beyond.length > 0
      ? [`${record}: events for version ${beyond.join(', ')}, but the record has version ${version}`]
      : []),
  ];
}

/** Checks that each version in a response has an event with the same values. */
export function judgeAnswered(history: History, entries: readonly Entry[]): string[] {
  const kinds: readonly string[] = eventedKinds;
  return entries.flatMap(sightingsOf).flatMap(({ record, version, eventDigest: shown, by }) => {
    const isEvented = kinds.includes(kindOf(record)) || by.startsWith('inventory.adjust');
    if (!isEvented) return [];
    const seen = history.versionsOf(record).get(version);
    if (!seen)
      return [`${by}: the response has version ${version} of ${record}, for which there is no event`];
    if (shown === null || seen.digest === shown) return [];
    return [`${by}: the event for version ${version} of ${record} differs from the response`];
  });
}

/** Checks that each written note has one event. */
export function judgeNotes(
  { noted }: Pick<History, 'noted'>,
  entries: readonly Entry[],
  resolved: ReadonlyMap<Entry, Resolved>,
): string[] {
  const written = entries.filter(
    (entry) => entry.type === 'order-notes.create' && resolved.get(entry)?.status === 'succeeded',
  ).length;
  return noted === written ? [] : [`${written} notes were written, and ${noted} were published`];
}

/** The number of expected events: all versions of all records, plus each received stock change by an admin. */
export function expectedEvents(history: History, versions: Versions): number {
  const kinds: readonly string[] = eventedKinds;
  let count = 0;
  for (const version of versions.values()) count += version;
  for (const record of history.subjects()) {
    if (versions.has(record)) continue;
    const seen = history.versionsOf(record);
    count += kinds.includes(kindOf(record)) ? Math.max(...seen.keys()) : seen.size;
  }
  return count;
}
