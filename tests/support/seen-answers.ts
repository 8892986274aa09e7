import { appendFileSync } from 'node:fs';

/** The variable with the path of the file that collects the answers tests saw; each process appends new ones. */
export const seenAnswersVariable = 'SEEN_ANSWERS';

const noted = new Set<string>();

/** Records that a test saw this status of an endpoint in this language. */
export function noteAnswer(endpoint: string, status: number, language: string): void {
  const file = process.env[seenAnswersVariable];
  const line = `${endpoint} ${status} ${language}`;
  if (file === undefined || noted.has(line)) return;
  noted.add(line);
  appendFileSync(file, `${line}\n`);
}
