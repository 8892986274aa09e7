/** A test that once failed and then passed when its file ran again alone. */
export interface FlakyTest {
  /** The path of the test's file, followed by the test's full name. */
  test: string;
  /** The days on which the test was flaky, as YYYY-MM-DD, oldest first. */
  sightings: string[];
}

/** A run fails when a test was flaky on this many days. Repair or delete the test, then remove its entry. */
export const mostSightings = 3;

/** Adds `day` to the sightings of each of `tests`. Returns the new list, and those of `tests` that have reached the limit. */
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
