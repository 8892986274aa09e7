import { hash } from 'node:crypto';

const longestName = 100;

/** A token's name in the form for Redis keys. A name over 100 characters is hashed, because a token may contain any length. */
export function callerKey(name: string): string {
  return name.length > longestName ? hash('sha256', name) : name;
}
