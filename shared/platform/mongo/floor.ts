import { PlainError } from '../settings/plain-error.ts';
import { driverDatabase, type Database } from './connect.ts';
import { readDataVersion, type DataVersion } from './data-version.ts';
import { floorRelease, type FloorWork, type ServiceData } from './service-data.ts';

type Stored = Readonly<Record<string, unknown>>;
/** Reads the collection's document with this id. Without an id, reads any document. */
type ReadDocument = (collection: string, id: string | undefined) => Promise<Stored | null>;

/**
 * Returns null if there is no data. Throws a PlainError with the remedy if release `floorRelease` has to work on the data first.
 */
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
    `The data of ${data.service} ${reason}. Start release ${floorRelease} with this data, and run its ` +
      '`migrate --apply` until `--plan` lists nothing.',
  );
}

/** Why release `floorRelease` must work on this data first, or null. The text follows the words "The data of orders". */
export async function reasonBelowFloor(
  data: Pick<ServiceData, 'floor' | 'floorWork'>,
  found: Pick<DataVersion, 'version' | 'migrating' | 'applied'>,
  readDocument: ReadDocument,
): Promise<string | null> {
  const { version, migrating, applied = [] } = found;
  const { floor, floorWork } = data;
  if (version === 0) return 'has records and no version';
  if (version < floor) {
    const begun = migrating ? ` (the migration to version ${migrating.to} has begun)` : '';
    return `has version ${version}${begun}, but this release reads only version ${floor} or later`;
  }
  // A migration of this release begins only after all work of `floorRelease` is finished.
  if (version > floor || migrating) return null;
  for (const { collection, id, isLeft, reason } of floorWork)
    if (isLeft(await readDocument(collection, id), applied.length > 0)) return reason;
  return null;
}

/** Unpublished events of releases before `floorRelease`. */
export const outboxWork: FloorWork = {
  collection: 'outbox',
  isLeft: (entry) => entry !== null,
  reason: `has events in the collection \`outbox\`, which only workers of release ${floorRelease} publish`,
};
