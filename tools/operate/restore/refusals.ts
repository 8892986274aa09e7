import { isDeepStrictEqual } from 'node:util';
import mongoose from 'mongoose';

import type { DataVersion } from '#shared/platform/mongo/data-version.ts';
import { reasonBelowFloor } from '#shared/platform/mongo/floor.ts';
import { metaCollection } from '#shared/platform/mongo/restores.ts';
import { floorRelease, type ServiceData } from '#shared/platform/mongo/service-data.ts';
import { PlainError } from '#shared/platform/settings/plain-error.ts';
import type { BackupKey } from '../backup/backup-key.ts';
import { backupFormat, type DumpedDatabase, type Manifest } from '../backup/manifest.ts';
import { readDocuments } from '../backup/stored-file.ts';
import type { Client } from '../store-client.ts';
import { highestInt32, versionedCollections, type IdsAfter, type Jumps } from './jumps.ts';
import { heldLines, othersConnected, readSequences, type Target } from './target.ts';

export type KnownVersions = Readonly<Record<string, number>>;

/** Returns the reason why this release cannot restore the backup, or null if it can. */
export function whyTooNew(
  { format, release, databases }: Pick<Manifest, 'format' | 'release' | 'databases'>,
  known: KnownVersions,
): string | null {
  const remedy = `Restore it with release ${release} or a later one.`;
  if (format > backupFormat) return `This release does not know the format of the backup. ${remedy}`;
  for (const [service, { data_version: of }] of Object.entries(databases)) {
    if (!(service in versionedCollections)) return `This release has no service "${service}". ${remedy}`;
    // Data of a newer release can state which older releases can still use it.
    const needs = Number(of?.['needs'] ?? of?.['version'] ?? 0);
    if (needs > (known[service] ?? 0)) {
      return `The data of ${service} needs version ${needs}, and this release knows up to ${known[service] ?? 0}. ${remedy}`;
    }
  }
  return null;
}

interface BackupFiles {
  folder: string;
  key: BackupKey | null;
}

/**
 * Returns the sentence that explains why only release 0.6.0 can restore the backup, with the remedy. Returns
 * null if this release can restore it.
 */
export async function whyTooOld(
  { release, databases }: Pick<Manifest, 'release' | 'databases'>,
  known: Readonly<Record<string, ServiceData>>,
  files: BackupFiles,
): Promise<string | null> {
  for (const [service, dumped] of Object.entries(databases)) {
    const data = known[service];
    const reason = data && (await reasonOf(dumped, data, files));
    if (reason) {
      return (
        `The backup was made by release ${release}. Its data of ${service} ${reason}. Restore the backup with release ` +
        `${floorRelease}, run \`migrate --apply\` of that release until \`--plan\` lists nothing, and make a new backup.`
      );
    }
  }
  return null;
}

async function reasonOf(
  dumped: DumpedDatabase,
  data: ServiceData,
  files: BackupFiles,
): Promise<string | null> {
  if (!dumped.erased) return 'does not list the people who were erased';
  const hasRecords = dumped.collections.some(({ name, count }) => name !== metaCollection && count > 0);
  const found = (dumped.data_version ?? { version: 0 }) as Pick<DataVersion, 'version' | 'applied'>;
  if (!dumped.data_version && !hasRecords) return null;
  return reasonBelowFloor(data, found, (collection, id) => readDumped(dumped, { collection, id }, files));
}

/** Reads the document with this id, or the first document, of a collection in a backup. */
async function readDumped(
  { collections }: DumpedDatabase,
  { collection, id }: { collection: string; id: string | undefined },
  { folder, key }: BackupFiles,
): Promise<Readonly<Record<string, unknown>> | null> {
  const dumped = collections.find(({ name }) => name === collection);
  if (!dumped) return null;
  for await (const bytes of readDocuments(folder, dumped.file.path, key)) {
    const document = mongoose.mongo.BSON.deserialize(bytes);
    if (id === undefined || document['_id'] === id) return document;
  }
  return null;
}

export function isOlder({ databases }: Pick<Manifest, 'databases'>, known: KnownVersions): boolean {
  return Object.entries(databases).some(
    ([service, { data_version: of }]) => Number(of?.['version'] ?? 0) < (known[service] ?? 0),
  );
}

export async function refuseConnected(
  client: Client,
  targets: readonly Target[],
  ownName: string,
): Promise<void> {
  const others = await othersConnected(client, targets, ownName);
  if (others.length === 0) return;
  throw new PlainError(
    `Other programs have the store's databases open:\n${others.join('\n')}\n` +
      'Stop the APIs and workers, and try again: Ctrl-C where npm start runs (then: npm run servers), docker compose stop ' +
      'catalog-api catalog-worker orders-api orders-worker webhooks-api webhooks-worker, or systemctl stop ' +
      "'storefront@*-api.service' 'storefront@*-worker.service'.",
  );
}

/**
 * Throws if the databases have data and the operator did not ask to replace it. Continuing an unfinished restore is allowed,
 * because the operator already confirmed that restore.
 */
export function refuseLivedIn(targets: readonly Target[], isReplaceAsked: boolean): void {
  const held = heldLines(targets);
  if (isReplaceAsked || held.length === 0 || targets.some(({ underWay }) => underWay !== null)) return;
  throw new PlainError(
    `The store has data:\n${held.join('\n')}\nWith --replace, the backup replaces this data, which is then lost. Back it up first: npm run backup`,
  );
}

export function refuseWrongClock(moment: Manifest['moment'], now: Date): void {
  if (now.getTime() / 1000 >= moment.cluster_time.t) return;
  throw new PlainError(
    `The backup was made at ${moment.at}, but the database's clock says ${now.toISOString()}. Correct the clock; otherwise ids would be assigned twice.`,
  );
}

/** Throws if the backup contains an id above the highest id that the operator stated. */
export function refuseTooLow({ all, of }: IdsAfter, { databases }: Pick<Manifest, 'databases'>): void {
  for (const { sequences: inBackup } of Object.values(databases)) {
    for (const [name, last] of Object.entries(inBackup)) {
      const stated = of[name] ?? all;
      if (stated === null || stated >= last) continue;
      throw new PlainError(
        `--ids-after says that ${name} have no id above ${stated}, but the backup has the id ${last}. ` +
          `A number alone is for every kind of record. For one kind: --ids-after ${name}=N`,
      );
    }
  }
}

/** Throws if a sequence has changed since it was read. The computed ids would then be too small. */
export async function refuseWritten(targets: readonly Target[]): Promise<void> {
  for (const { service, database, data } of targets) {
    if (isDeepStrictEqual(await readSequences(database), data.sequences)) continue;
    throw new PlainError(
      `Another program changed the data of ${service} meanwhile. The restore has changed nothing there; run it again.`,
    );
  }
}

/**
 * Throws if this restore would raise ids above 32 bits. Returns a line for each sequence whose ids are above 32 bits already.
 */
export function refuseBeyondInt32({ ids }: Jumps): string[] {
  const beyond = ids.filter(({ last }) => last >= highestInt32);
  const led = beyond.filter(({ known }) => known < highestInt32);
  if (led.length === 0) {
    return beyond.map(
      ({ sequence, last }) =>
        `Ids of ${sequence} continue from ${last + 1}: clients with 32-bit ids read up to ${highestInt32}.`,
    );
  }
  const lines = led.map(
    ({ sequence, known, last }) => `  ${sequence}: from ${last + 1}; the last known id here is ${known}`,
  );
  throw new PlainError(
    `New ids would be above ${highestInt32}, the highest id that clients with 32-bit ids can read:` +
      `\n${lines.join('\n')}\nPass the highest id that was ever assigned, so that new ids continue after it: --ids-after orders=N`,
  );
}
