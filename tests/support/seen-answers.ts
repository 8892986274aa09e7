import { appendFileSync } from 'node:fs';

/** Names the file that collects the answers tests saw; each process appends what is new to it. */
export const seenAnswersVariable = 'SEEN_ANSWERS';

const noted = new Set<string>();

/** Notes that a test saw this status of an endpoint in this language. */
export function noteAnswer(endpoint: string, status: number, language: string): void {
  const file = process.env[seenAnswersVariable];
  const line = `${endpoint} ${status} ${language}`;
  if (file === undefined || noted.has(line)) return;
  noted.add(line);
  appendFileSync(file, `${line}\n`);
}
