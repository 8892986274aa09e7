import { hash } from 'node:crypto';
import type { Caller } from '../contracts/schema-kit/define.ts';

const keyLength = 22;

/**
 * Tells shoppers apart without asking whose token it is: the user's id, or 132 bits of the hash of what the identity provider calls
 * them after a `~`, which no id begins with. Null for a caller who names no user.
 */
export function shopperKey({ userId, externalId }: Pick<Caller, 'userId' | 'externalId'>): string | null {
  if (externalId === undefined) return userId === null ? null : String(userId);
  return `~${hash('sha256', externalId, 'base64url').slice(0, keyLength)}`;
}
