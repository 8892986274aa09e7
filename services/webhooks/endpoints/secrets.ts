import type { SealedSecret } from '../records/tables.ts';

const formerSignsMs = 24 * 3600 * 1000;

/** Makes `sealed` the current secret. The previous secret signs for one more day, and an older secret is removed. */
export function rotated(secrets: readonly SealedSecret[], sealed: string, now: string): SealedSecret[] {
  const until = new Date(Date.parse(now) + formerSignsMs).toISOString();
  const [present] = secrets;
  return [{ sealed, until: null }, ...(present ? [{ sealed: present.sealed, until }] : [])];
}

export function signing(secrets: readonly SealedSecret[], now: string): SealedSecret[] {
  return secrets.filter(({ until }) => until === null || until > now);
}
