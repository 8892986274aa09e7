import { readFileSync } from 'node:fs';

/** "Its log ends: …", for a message about a process that did not start. */
export function logTail(file: string, lines = 5): string {
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    // No log at all says something too.
  }
  const last = text.trim().split('\n').slice(-lines).join('\n');
  return `Its log, ${file}, ends:\n${last}`;
}
