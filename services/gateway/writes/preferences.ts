const defaultWaitMs = 5000;
const longestWaitSeconds = 30;

/** The parts of the `Prefer` header that the gateway applies. */
export interface Preferences {
  /** `respond-async`: respond with 202 without waiting. */
  isAsync: boolean;
  waitMs: number;
  /** The value of the header `Preference-Applied`. */
  applied: string | null;
}

export function readPreferences(prefer: string | undefined): Preferences {
  const asked = (prefer ?? '')
    .toLowerCase()
    .split(/[,;]/)
    .map((preference) => preference.trim());
  if (asked.includes('respond-async')) return { isAsync: true, waitMs: 0, applied: 'respond-async' };
  const wait = asked
    .map((preference) => /^wait=(\d{1,6})$/.exec(preference)?.[1])
    .find((seconds) => seconds !== undefined);
  if (wait === undefined) return { isAsync: false, waitMs: defaultWaitMs, applied: null };
  const seconds = Math.min(Number(wait), longestWaitSeconds);
  return { isAsync: false, waitMs: seconds * 1000, applied: `wait=${seconds}` };
}
