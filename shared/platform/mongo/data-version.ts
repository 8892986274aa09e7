import type { mongo } from 'mongoose';
import { isDuplicateKey } from './faults.ts';
import { driverDatabase, type Database } from './connect.ts';
import { metaCollection } from './restores.ts';
import { newestVersion, type Position, type ServiceData } from './service-data.ts';

const id = 'data-version';

/** The version of a database's data, stored in the collection `meta`. */
export interface DataVersion {
  _id: typeof id;
  version: number;
  release: string;
  /** The version that a process must support to work on the data. Absent: equal to `version`. */
  needs?: number;
  migrating?: Migrating;
  /** The completed migrations, oldest first. */
  applied?: { version: number; release: string; at: Date; looked: number; changed: number }[];
}

export interface Migrating {
  to: number;
  /** The `holder` of the run that performs the migration. Only that run moves `position`. */
  by: string;
  position: Position | null;
  looked: number;
  changed: number;
}

type OfService = Pick<Database, 'db'>;

export function versionCollection(database: OfService): mongo.Collection<DataVersion> {
  return driverDatabase(database).collection<DataVersion>(metaCollection);
}

/** The version of the data. Null if there is no data yet. Data without a stored version has version 0. */
export async function readDataVersion(database: OfService): Promise<DataVersion | null> {
  const found = await versionCollection(database).findOne({ _id: id });
  if (found) return found;
  return (await hasRecords(database)) ? { _id: id, version: 0, release: 'unknown' } : null;
}

export function versionOf(found: DataVersion | null, data: ServiceData): number {
  return found?.version ?? newestVersion(data);
}

/** Why this release's processes must not work on this data, with the remedy. Null if they may. */
export function dataRefusal(
  data: ServiceData,
  found: Pick<DataVersion, 'version' | 'release' | 'needs'>,
  release: string,
): string | null {
  const { service, readsFrom } = data;
  const newest = newestVersion(data);
  const { version, needs = version } = found;
  if (needs > newest) {
    return (
      `The data of ${service} has version ${version}, written by release ${found.release}, but release ${release} knows ` +
      `only up to version ${newest}. Start release ${found.release} or a later one, or restore a backup from before the upgrade.`
    );
  }
  if (version < readsFrom) {
    return (
      `The data of ${service} has version ${version}, but release ${release} reads only version ${readsFrom} or later. ` +
      `First run \`npm run migrate -- --apply\` (in containers: the role \`migrate --apply\`).`
    );
  }
  return null;
}

/** Stores the version for new data. Does not change a version that is already stored. */
export async function beginData(database: Database, version: number, release: string): Promise<void> {
  const fresh = { $setOnInsert: { version, release, needs: version } };
  await versionCollection(database)
    .updateOne({ _id: id }, fresh, { upsert: true })
    .catch((error: unknown) => {
      // Another process has just stored the version.
      if (!isDuplicateKey(error)) throw error;
    });
}

/** Collections that processes write before any record exists. Their documents do not count as data. */
const aboutProcesses = new Set([metaCollection, 'leases']);

async function hasRecords(database: OfService): Promise<boolean> {
  const db = driverDatabase(database);
  const collections = await db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray();
  for (const { name } of collections) {
    const isOfRecords = !aboutProcesses.has(name) && !name.startsWith('system.');
    if (isOfRecords && (await db.collection(name).findOne({}, { projection: { _id: 1 } }))) return true;
  }
  return false;
}
