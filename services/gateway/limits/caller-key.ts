import { hash } from 'node:crypto';

const longestName = 100;

/** The Redis key for a name from a token. A long name is hashed, because a token's name may have any length. */
export function callerKey(name: string): string {
  return name.length > longestName ? hash('sha256', name) : name;
}
