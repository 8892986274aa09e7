import { rm } from 'node:fs/promises';
import { basename } from 'node:path';

import { damagesOf, findBackups, type FoundBackup } from './found-backups.ts';
import type { DumpedDatabase, Manifest } from './manifest.ts';

/** If an unfinished backup has not changed for this long, it is treated as abandoned. */
const abandonedAfterMs = 6 * 3600 * 1000;

interface Judged {
  name: string;
  isPartial: boolean;
  isWhole: boolean;
  touchedAt: number;
}

/**
 * Chooses the backups to delete from a list that is sorted newest first. It chooses backups older than the `keep` newest
 * intact backups, and abandoned unfinished backups. A damaged backup does not count as intact, and is kept until `keep`
 * newer backups are intact.
 */
export function expendable(backups: readonly Judged[], keep: number, now: number): string[] {
  let whole = 0;
  const gone: string[] = [];
  for (const { name, isPartial, isWhole, touchedAt } of backups) {
    const isAbandoned = isPartial && now - touchedAt > abandonedAfterMs;
    if (isPartial ? isAbandoned : whole >= keep) gone.push(name);
    else if (isWhole) whole += 1;
  }
  return gone;
}

/**
 * Deletes the backups that `expendable` chooses, after verifying the backups that count as intact. Only backups with the same
 * data as the new backup are counted or deleted, and never the new backup itself. In the result, `left` lists all other backups.
 */
export async function keepOnly(
  { folder, path, manifest }: { folder: string; path: string; manifest: Manifest },
  keep: number,
  now: number,
): Promise<Record<'removed' | 'damaged' | 'left', string[]>> {
  const all = await findBackups(folder);
  const isNew = ({ name }: FoundBackup) => name === basename(path);
  // The new backup comes first even if MongoDB's clock was set back, as after a restore on another machine.
  const found = all
    .filter((backup) => backup.manifest === null || isGoneOn(backup.manifest, manifest))
    .sort((a, b) => Number(isNew(b)) - Number(isNew(a)));
  const judged: Judged[] = [];
  const damaged: string[] = [];
  let whole = 0;
  for (const backup of found) {
    // Once there are enough intact backups, older backups are deleted without being read.
    const isWhole = !backup.isPartial && whole < keep && (await isSound(backup, damaged));
    if (isWhole) whole += 1;
    judged.push({ ...backup, isWhole });
  }
  const removed = expendable(judged, keep, now);
  for (const { path, name } of found) {
    if (removed.includes(name)) await rm(path, { recursive: true, force: true });
  }
  const left = all.filter((backup) => !found.includes(backup)).map(({ name }) => name);
  return { removed, damaged, left };
}

/**
 * Whether the data in `newer` is a later state of the data in `older`. Backups of a store that started over with new data must
 * not replace the backups from before the disaster, or the backups of another store. Restored data has no id until a process of
 * the store starts on it. Data without an id counts as the same data.
 */
export function isGoneOn(older: Compared, newer: Compared): boolean {
  const isSame = ([service, { identity }]: [string, Pick<DumpedDatabase, 'identity'>]) => {
    const now = newer.databases[service];
    const ids = [identity?.['data_id'], now?.identity?.['data_id']];
    return now !== undefined && (ids.includes(undefined) || ids[0] === ids[1]);
  };
  return older.namespace === newer.namespace && Object.entries(older.databases).every(isSame);
}

interface Compared {
  namespace: string;
  databases: Readonly<Record<string, Pick<DumpedDatabase, 'identity'>>>;
}

async function isSound(backup: FoundBackup, damaged: string[]): Promise<boolean> {
  const damages = await damagesOf(backup);
  if (damages.length > 0) damaged.push(`${backup.name}: ${damages.join('; ')}`);
  return damages.length === 0;
}
