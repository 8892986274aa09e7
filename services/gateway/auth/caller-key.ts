import { hash } from 'node:crypto';

const longestName = 100;

/** A part of a Redis key for whoever is counted: names come from tokens, and may be of any length. */
export function callerKey(name: string): string {
  return name.length > longestName ? hash('sha256', name) : name;
}
