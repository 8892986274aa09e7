import { PlainError } from '../process/plain-error.ts';
import { driverDatabase, type Database } from './connect.ts';
import { readDataVersion, type DataVersion } from './data-version.ts';
import { floorRelease, type FloorWork, type ServiceData } from './service-data.ts';

type Stored = Readonly<Record<string, unknown>>;
/** Reads the document of a collection that has this id; undefined: any document. */
export type ReadDocument = (collection: string, id: string | undefined) => Promise<Stored | null>;

/** The version of existing data. Throws one sentence with the remedy if the data is below the floor. */
export async function readTakenVersion(
  database: Pick<Database, 'db'>,
  data: ServiceData,
): Promise<DataVersion | null> {
  const db = driverDatabase(database);
  const found = await readDataVersion(database);
  const reason =
    found &&
    (await reasonBelowFloor(data, found, (collection, id) =>
      db.collection<{ _id: string }>(collection).findOne(id === undefined ? {} : { _id: id }),
    ));
  if (reason === null) return found;
  throw new PlainError(
    `The data of ${data.service} ${reason}: start release ${floorRelease} on it and run its \`migrate --apply\` until ` +
      '`--plan` lists nothing.',
  );
}

/** Why the floor's release has to work on this data first, as a continuation of "The data of orders"; null if it has not. */
export async function reasonBelowFloor(
  data: Pick<ServiceData, 'floor' | 'floorWork'>,
  found: Pick<DataVersion, 'version' | 'migrating' | 'applied'>,
  readDocument: ReadDocument,
): Promise<string | null> {
  const { version, migrating, applied = [] } = found;
  const { floor, floorWork } = data;
  if (version === 0) return 'has records and no version';
  if (version < floor) {
    const begun = migrating ? `, of which the migration to version ${migrating.to} has begun,` : '';
    return `has version ${version}${begun} and is read from version ${floor} on`;
  }
  // A migration of this release does not begin before the floor's work is finished.
  if (version > floor || migrating) return null;
  for (const { collection, id, isLeft, reason } of floorWork)
    if (isLeft(await readDocument(collection, id), applied.length > 0)) return reason;
  return null;
}

/** Events that workers of releases before the floor's committed. */
export const outboxWork: FloorWork = {
  collection: 'outbox',
  isLeft: (entry) => entry !== null,
  reason: `has events in the collection \`outbox\`, which only workers of release ${floorRelease} publish`,
};
