import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

import { PlainError } from './plain-error.ts';

/**
 * Makes the folder, and those above it, where they are missing. Node's own `recursive` tries for ever where the system says
 * that what it has just looked for is not there, such as under /proc. `what`: for whom it is, in a refusal.
 */
export function makeFolder(path: string, what = "the store's data"): void {
  const cannotBe = (why: string) =>
    new PlainError(`${path} can't be the folder for ${what} (${why}): name another one.`);
  const missing: string[] = [];
  let above = path;
  while (!isFolder(above, path, cannotBe)) {
    missing.unshift(above);
    above = dirname(above);
  }
  for (const folder of missing) {
    try {
      mkdirSync(folder, { mode: 0o700 });
    } catch (error) {
      // Another command may have made it meanwhile.
      if (!isFolder(folder, path, cannotBe)) throw cannotBe((error as Error).message);
    }
  }
}

function isFolder(path: string, wanted: string, cannotBe: (why: string) => PlainError): boolean {
  try {
    if (statSync(path).isDirectory()) return true;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw cannotBe(message);
  }
  throw cannotBe(path === wanted ? 'it is a file' : `${path} is a file`);
}
