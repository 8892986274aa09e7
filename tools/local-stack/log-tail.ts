import { readFileSync } from 'node:fs';

/** The end of a log, for a message about a process that did not start. */
export function logTail(file: string, lines = 5): string {
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    // A missing log is shown as empty.
  }
  const last = text.trim().split('\n').slice(-lines).join('\n');
  return `Its log, ${file}, ends:\n${last}`;
}
