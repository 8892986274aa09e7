import { readFileSync } from 'node:fs';

/** The release of this code. */
export function ownRelease(): string {
  const file = new URL('../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
