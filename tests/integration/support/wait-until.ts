/** Waits for a condition, looking again every few milliseconds; fails by name when it does not come true in time. */
export async function waitUntil<T>(
  what: string,
  look: () => T | Promise<T>,
  withinMs = 15_000,
): Promise<NonNullable<Awaited<T>>> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    if (Date.now() > deadline) throw new Error(`Not within ${withinMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
