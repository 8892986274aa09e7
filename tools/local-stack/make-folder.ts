import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

import { SetUpError } from './set-up-error.ts';

/**
 * Makes the folder, and those above it, where they are missing. Node's own `recursive` tries for ever where the system says
 * that what it has just looked for is not there, such as under /proc.
 */
export function makeFolder(path: string): void {
  const missing: string[] = [];
  let above = path;
  while (!isFolder(above, path)) {
    missing.unshift(above);
    above = dirname(above);
  }
  for (const folder of missing) {
    try {
      mkdirSync(folder, { mode: 0o700 });
    } catch (error) {
      // Another command may have made it meanwhile.
      if (!isFolder(folder, path)) throw cannotBe(path, (error as Error).message);
    }
  }
}

function isFolder(path: string, wanted: string): boolean {
  try {
    if (statSync(path).isDirectory()) return true;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw cannotBe(wanted, message);
  }
  throw cannotBe(wanted, path === wanted ? 'it is a file' : `${path} is a file`);
}

function cannotBe(path: string, why: string): SetUpError {
  return new SetUpError(`${path} can't be the folder for the store's data (${why}): name another one.`);
}
