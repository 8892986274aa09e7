import type { Caller } from '../../contracts/kit/define.ts';

/** Identifies a shopper independently of the token's issuer; null for a caller without a user. */
export function shopperKey({ userId, external }: Pick<Caller, 'userId' | 'external'>): string | null {
  if (external) return external.key;
  return userId === null ? null : String(userId);
}
