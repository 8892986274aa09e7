import type { SealedSecret } from './tables.ts';

const formerSignsMs = 24 * 3600 * 1000;

/** Puts a new secret before the present one, which signs for one more day. An older one is dropped. */
export function rotated(secrets: readonly SealedSecret[], sealed: string, now: string): SealedSecret[] {
  const until = new Date(Date.parse(now) + formerSignsMs).toISOString();
  const [present] = secrets;
  return [{ sealed, until: null }, ...(present ? [{ sealed: present.sealed, until }] : [])];
}

/** The secrets that sign at this moment. */
export function signing(secrets: readonly SealedSecret[], now: string): SealedSecret[] {
  return secrets.filter(({ until }) => until === null || until > now);
}
