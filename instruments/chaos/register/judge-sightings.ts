import type { Sighting } from './sighting.ts';

/**
 * Checks that every client received the same content for one version of a record, and that no read returned an older version
 * than an earlier response.
 */
export function judgeSightings(sightings: readonly Sighting[]): string[] {
  const byRecord = Map.groupBy(sightings, ({ record }) => record);
  return [...byRecord].flatMap(([record, some]) => [
    ...contentFaults(record, some),
    ...olderThanKnown(record, some),
  ]);
}

function contentFaults(record: string, sightings: readonly Sighting[]): string[] {
  const first = new Map<number, Sighting>();
  const faults: string[] = [];
  for (const sighting of sightings) {
    const { version, digest, by } = sighting;
    if (digest === null) continue;
    const other = first.get(version);
    if (!other) first.set(version, sighting);
    else if (other.digest !== digest)
      faults.push(`${record} at version ${version}: ${other.by} and ${by} saw different values`);
  }
  return faults;
}

function olderThanKnown(record: string, sightings: readonly Sighting[]): string[] {
  const asked = [...sightings].sort((a, b) => a.from - b.from);
  const answered = [...sightings].sort((a, b) => a.until - b.until);
  const faults: string[] = [];
  let known: Sighting | null = null;
  let next = 0;
  for (const sighting of asked) {
    for (let one = answered[next]; one && one.until < sighting.from; one = answered[(next += 1)]) {
      if (known === null || one.version > known.version) known = one;
    }
    if (known !== null && sighting.version < known.version) {
      faults.push(
        `${record}: ${sighting.by} saw version ${sighting.version} after ${known.by} had got version ${known.version}`,
      );
    }
  }
  return faults;
}
