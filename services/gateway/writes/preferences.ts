const defaultWaitMs = 5000;
const longestWaitSeconds = 30;

/** What the header `Prefer` asks for, and what of it is followed. */
export function preferences(prefer: string | undefined): {
  isAsync: boolean;
  waitMs: number;
  applied: string | null;
} {
  const wishes = (prefer ?? '')
    .toLowerCase()
    .split(/[,;]/)
    .map((wish) => wish.trim());
  if (wishes.includes('respond-async')) return { isAsync: true, waitMs: 0, applied: 'respond-async' };
  const wait = wishes
    .map((wish) => /^wait=(\d{1,6})$/.exec(wish)?.[1])
    .find((seconds) => seconds !== undefined);
  if (wait === undefined) return { isAsync: false, waitMs: defaultWaitMs, applied: null };
  const seconds = Math.min(Number(wait), longestWaitSeconds);
  return { isAsync: false, waitMs: seconds * 1000, applied: `wait=${seconds}` };
}
