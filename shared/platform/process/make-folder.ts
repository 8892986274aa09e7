import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

import { PlainError } from '../settings/plain-error.ts';

/**
 * Creates the folder and its missing parents. Node's `recursive` loops forever if the system reports that an
 * existing parent is missing, such as under /proc. `what`: the folder's purpose, for the error message.
 */
export function makeFolder(path: string, what = "the store's data"): void {
  const cannotBe = (why: string) =>
    new PlainError(`${path} cannot be the folder for ${what} (${why}). Name another folder.`);
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
      // Another command may have created the folder meanwhile.
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
