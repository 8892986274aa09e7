import { appendFileSync } from 'node:fs';

/** The environment variable with the path of the file to which each process appends the responses that tests received. */
export const seenAnswersVariable = 'SEEN_ANSWERS';

const noted = new Set<string>();

/** Records that a test received this status from an endpoint in this language. */
export function noteAnswer(endpoint: string, status: number, language: string): void {
  const file = process.env[seenAnswersVariable];
  const line = `${endpoint} ${status} ${language}`;
  if (file === undefined || noted.has(line)) return;
  noted.add(line);
  appendFileSync(file, `${line}\n`);
}
