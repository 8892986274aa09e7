import mongoose from 'mongoose';
import type { DataVersion } from '#shared/mongo/data-version.ts';
import { reasonBelowFloor } from '#shared/mongo/floor.ts';
import { metaCollection } from '#shared/mongo/restores.ts';
import { floorRelease, type ServiceData } from '#shared/mongo/service-data.ts';
import type { BackupKey } from '../backup/backup-key.ts';
import { documentsIn } from '../backup/bson-documents.ts';
import type { DumpedDatabase, Manifest } from '../backup/manifest.ts';
import { readStored } from '../backup/stored-file.ts';

type Stored = Readonly<Record<string, unknown>>;

/** Returns why only release 0.6.0 can restore the backup, in one sentence with the remedy; null if this release can. */
export async function whyTooOld(
  { release, databases }: Pick<Manifest, 'release' | 'databases'>,
  known: Readonly<Record<string, ServiceData>>,
  file: { folder: string; key: BackupKey | null },
): Promise<string | null> {
  for (const [service, dumped] of Object.entries(databases)) {
    const data = known[service];
    const reason = data && (await reasonOf(dumped, data, file));
    if (reason) {
      return (
        `The backup was made by release ${release}, and its data of ${service} ${reason}: restore it with release ` +
        `${floorRelease}, run its \`migrate --apply\` until \`--plan\` lists nothing, and restore a backup of that.`
      );
    }
  }
  return null;
}

async function reasonOf(
  dumped: DumpedDatabase,
  data: ServiceData,
  file: { folder: string; key: BackupKey | null },
): Promise<string | null> {
  if (!dumped.erased) return 'does not list the people who were erased';
  const hasRecords = dumped.collections.some(({ name, count }) => name !== metaCollection && count > 0);
  const found = (dumped.data_version ?? { version: 0 }) as Pick<DataVersion, 'version' | 'applied'>;
  if (!dumped.data_version && !hasRecords) return null;
  return reasonBelowFloor(data, found, (collection, id) => readDumped(dumped, { collection, id }, file));
}

/** Reads the document of a dumped collection that has this id, or its first one. */
async function readDumped(
  { collections }: DumpedDatabase,
  { collection, id }: { collection: string; id: string | undefined },
  { folder, key }: { folder: string; key: BackupKey | null },
): Promise<Stored | null> {
  const dumped = collections.find(({ name }) => name === collection);
  if (!dumped) return null;
  for await (const bytes of documentsIn(readStored(folder, dumped.file.path, key))) {
    const document = mongoose.mongo.BSON.deserialize(bytes);
    if (id === undefined || document['_id'] === id) return document;
  }
  return null;
}
