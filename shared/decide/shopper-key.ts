import type { Caller } from '../contracts/schema-kit/define.ts';

/** Tells shoppers apart without knowing whose token it is; null for a caller who names no user. */
export function shopperKey({ userId, external }: Pick<Caller, 'userId' | 'external'>): string | null {
  if (external) return external.key;
  return userId === null ? null : String(userId);
}
