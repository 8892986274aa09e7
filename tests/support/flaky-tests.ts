/** A test that once failed and then passed when its file ran again alone. */
export interface FlakyTest {
  /** Path of its file and its full name. */
  test: string;
  /** The days on which it was seen, as YYYY-MM-DD, oldest first. */
  sightings: string[];
}

/** A test with this many sightings fails the run: it must be repaired or deleted, and then leaves the list. */
export const mostSightings = 3;

/** The list with one more sighting for each of `tests`, and the tests that have used up their sightings. */
export function withSightings(
  known: readonly FlakyTest[],
  tests: readonly string[],
  day: string,
): { list: FlakyTest[]; usedUp: string[] } {
  const byName = new Map(known.map((each) => [each.test, each.sightings]));
  for (const test of tests) byName.set(test, [...(byName.get(test) ?? []), day]);
  const list = [...byName]
    .map(([test, sightings]) => ({ test, sightings }))
    .sort((a, b) => (a.test < b.test ? -1 : 1));
  const usedUp = tests.filter((test) => (byName.get(test)?.length ?? 0) >= mostSightings);
  return { list, usedUp };
}
