import { hash } from 'node:crypto';

const longestName = 100;

/** A name from a token as part of a Redis key: hashed when it is long, since it may be of any length. */
export function callerKey(name: string): string {
  return name.length > longestName ? hash('sha256', name) : name;
}
