import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isGiven } from '#shared/platform/settings/own-settings.ts';
import { PlainError } from '#shared/platform/settings/plain-error.ts';

/**
 * Returns the folder of the signing keys for a command: AUTH_KEYS_DIR or, if that is not set, the folder of the local store in
 * `dataDir`. Throws a PlainError if there is no such store, because no store would accept a token of a new key, and `npm start`
 * refuses a folder that has only keys.
 */
export function keysFolder({ AUTH_KEYS_DIR: given }: { AUTH_KEYS_DIR: string }, dataDir: string): string {
  if (isGiven('AUTH_KEYS_DIR')) return given;
  const folder = join(resolve(dataDir), 'keys');
  if (existsSync(folder)) return folder;
  throw new PlainError(
    `Found no store, because ${folder} does not exist. Start one with npm start, name a local store's folder with --data-dir, ` +
      "or set AUTH_KEYS_DIR to the folder of a store's signing keys.",
  );
}
