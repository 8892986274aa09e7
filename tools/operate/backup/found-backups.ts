import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';

import { PlainError } from '#shared/platform/settings/plain-error.ts';
import type { BackupKey } from './backup-key.ts';
import { filesOf, manifestFile, readManifest, type Manifest } from './manifest.ts';
import { damageOf, readDocuments } from './stored-file.ts';
import { partialSuffix } from './take-backup.ts';

export interface FoundBackup {
  name: string;
  path: string;
  /** Null if the manifest is missing, damaged or unreadable. */
  manifest: Manifest | null;
  /** The reason why the manifest cannot be read, such as the permissions of its file. Null if it was read or is missing. */
  unreadable: string | null;
  /** Whether the backup is unfinished, because it is still running or was aborted. */
  isPartial: boolean;
  /** The time of the last change, in ms. */
  touchedAt: number;
}

const backupName = /^backup-.+Z-[0-9a-f]{4}(\.partial)?$/;

/**
 * Lists the backups in a folder, newest first. Sorts them by their moments, because their names depend on the clock of the machine
 * that made them.
 */
export async function findBackups(folder: string): Promise<FoundBackup[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw new PlainError(`The backups can't be read: ${(error as Error).message}`);
  });
  const names = entries.filter((entry) => entry.isDirectory() && backupName.test(entry.name));
  const found = await Promise.all(names.map(({ name }) => look(join(folder, name))));
  return found.sort((a, b) => secondsOf(b) - secondsOf(a) || (a.name < b.name ? 1 : -1));
}

/** The moment of a backup in seconds since 1970. Without a readable manifest, the time in its name. */
function secondsOf({ manifest, name }: FoundBackup): number {
  if (manifest !== null) return manifest.moment.cluster_time.t + manifest.moment.cluster_time.i / 2 ** 32;
  const at = /^backup-(.+T\d\d)-(\d\d)-(.+Z)-/.exec(name)?.slice(1).join(':') ?? '';
  return (Date.parse(at) || 0) / 1000;
}

async function look(path: string): Promise<FoundBackup> {
  const name = basename(path);
  let [text, unreadable]: [string, string | null] = ['', null];
  try {
    text = await readFile(join(path, manifestFile), 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') unreadable = `${manifestFile} can't be read: ${message}`;
  }
  const { mtimeMs } = await stat(path);
  return {
    name,
    path,
    manifest: readManifest(text),
    unreadable,
    isPartial: name.endsWith(partialSuffix),
    touchedAt: mtimeMs,
  };
}

/**
 * Returns the backup in this folder. If the folder contains several backups, returns the newest finished one, preferably from
 * this store.
 */
export async function chooseBackup(path: string, namespace: string): Promise<FoundBackup> {
  const folder = resolve(path);
  if (backupName.test(basename(folder)) || existsSync(join(folder, manifestFile))) {
    if (!existsSync(folder)) throw new PlainError(`There is no backup ${folder}.`);
    return look(folder);
  }
  const ended = (await findBackups(folder)).filter(({ isPartial }) => !isPartial);
  const newest = ended.find((backup) => isOf(namespace, backup)) ?? ended[0];
  if (newest === undefined) throw new PlainError(`${folder} contains no backup.`);
  return newest;
}

/** Whether the backup belongs to this store. Also true if its manifest is missing or unreadable. */
export function isOf(namespace: string, { manifest }: FoundBackup): boolean {
  return manifest === null || manifest.namespace === namespace;
}

/** Lists the damage to a backup's files. The list is empty if the files are intact. */
export async function damagesOf({
  path,
  name,
  manifest,
  unreadable,
  isPartial,
}: FoundBackup): Promise<string[]> {
  if (isPartial) return [`${name} was never finished`];
  if (manifest === null) return [unreadable ?? `${manifestFile} is missing or damaged`];
  const damages: string[] = [];
  for (const file of filesOf(manifest)) {
    const damage = await damageOf(path, file);
    if (damage !== null) damages.push(damage);
  }
  return damages;
}

/** Decrypts and decompresses every file and counts its documents. Returns the faults that it finds. */
export async function openEveryFile(
  { path, manifest }: FoundBackup,
  key: BackupKey | null,
): Promise<string[]> {
  const faults: string[] = [];
  for (const [service, { collections }] of Object.entries(manifest?.databases ?? {})) {
    for (const { name, count, file } of collections) {
      const documents = readDocuments(path, file.path, key);
      const found = await countOf(documents).catch((error: unknown) => String(error));
      if (found !== count) faults.push(`${service}.${name}: ${found} instead of ${count} documents`);
    }
  }
  return faults;
}

async function countOf(documents: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _document of documents) count += 1;
  return count;
}
