import type mongoose from 'mongoose';

import { findBackups, folderOf, type FoundBackup } from '../backup/found-backups.ts';
import type { Manifest } from '../backup/manifest.ts';
import { isGoneOn } from '../backup/retention.ts';
import { erasuresCollection, idsOf, type ErasedPerson } from '../backup/what-is-kept.ts';
import { isSame } from './jumps.ts';
import type { Target } from './target.ts';

type Db = mongoose.mongo.Db;

/**
 * The ids of people erased after this backup, as known from the data to be replaced, later backups beside it, and an earlier run
 * of this restore.
 */
export async function erasedSince(
  backup: FoundBackup & { manifest: Manifest },
  { service, data, underWay }: Target,
  database: Db,
): Promise<number[]> {
  const dumped = backup.manifest.databases[service];
  if (dumped === undefined) return [];
  const beside = await findBackups(folderOf(backup));
  const later = beside.flatMap(({ manifest }) =>
    manifest !== null && isGoneOn(backup.manifest, manifest)
      ? (manifest.databases[service]?.erased ?? [])
      : [],
  );
  const found = isSame(dumped, data) ? await erasedIn(database) : [];
  const inBackup = new Set(dumped.erased);
  return [...new Set([...later, ...found, ...(underWay?.erased ?? [])])].filter((id) => !inBackup.has(id));
}

async function erasedIn(database: Db): Promise<number[]> {
  const people = database.collection<ErasedPerson>(erasuresCollection);
  return idsOf(await people.find({}, { projection: { _id: 1 } }).toArray());
}
