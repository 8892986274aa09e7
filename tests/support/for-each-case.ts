/** Calls `act` for every case, `atOnce` cases concurrently. The first failure stops the loop; its error shows the case. */
export async function forEachCase<Case>(
  cases: Iterable<Case>,
  nameOf: (one: Case) => string,
  act: (one: Case) => Promise<unknown>,
  atOnce = 8,
): Promise<void> {
  const waiting = cases[Symbol.iterator]();
  let hasFailed = false;
  const workers = Array.from({ length: atOnce }, async () => {
    for (let next = waiting.next(); next.done !== true && !hasFailed; next = waiting.next()) {
      await act(next.value).catch((error: unknown) => {
        hasFailed = true;
        throw new Error(`${nameOf(next.value)}: ${error instanceof Error ? error.message : String(error)}`, {
          cause: error,
        });
      });
    }
  });
  await Promise.all(workers);
}

/** A value as JSON, shortened for an error message. */
export function shortJson(value: unknown): string {
  return JSON.stringify(value).slice(0, 60);
}
