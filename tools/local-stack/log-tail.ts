import { readFileSync } from 'node:fs';

/** The last lines of a log, for the message about a process that did not start. */
export function logTail(file: string, lines = 5): string {
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    // Nothing is shown for a missing log.
  }
  const last = text.trim().split('\n').slice(-lines).join('\n');
  return `Its log, ${file}, ends:\n${last}`;
}
