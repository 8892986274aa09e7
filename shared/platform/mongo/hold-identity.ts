import { randomUUID } from 'node:crypto';
import type { mongo } from 'mongoose';
import { areWritten, foreignKeys, type KeyChecks } from '../process/key-checks.ts';
import {
  refuseOther,
  refuseUnknownCurrency,
  type StoreIdentity,
  type WrittenIdentity,
} from '../process/store-identity.ts';
import { isDuplicateKey } from './faults.ts';
import { driverDatabase, type Database } from './connect.ts';
import { metaCollection } from './restores.ts';
import { storeNow } from './store-clock.ts';

interface IdentityDocument extends WrittenIdentity {
  _id: 'identity';
  written_at: Date;
  /** Stays the same while the data is in use. A restore into another database creates a new id. Absent before 0.4.0. */
  data_id?: string;
}

/**
 * Stores the identity of this database's data (currency and time zone) and the check values of its keys. If another process of
 * the service has already stored them, compares them. Data of a release that stored no identity counts as new data. Throws a
 * PlainError if the stored identity or keys differ, or if new data would have an unknown currency.
 */
export async function holdIdentity(database: Database, own: StoreIdentity): Promise<void> {
  const meaning = { currency: own.currency, time_zone: own.timeZone };
  const first = { ...meaning, written_at: storeNow(), data_id: randomUUID() };
  let written = await readWritten(database);
  if (written === null) {
    refuseUnknownCurrency(own);
    await metaOf(database)
      .updateOne({ _id: 'identity' }, { $setOnInsert: first }, { upsert: true })
      .catch((error: unknown) => {
        // Another process has just stored the identity.
        if (!isDuplicateKey(error)) throw error;
      });
    written = await readWritten(database);
  }
  refuseOther(written ?? first, own, database.name);
  if (written?.data_id === undefined) {
    const nameless = { _id: 'identity', data_id: { $exists: false } } as const;
    await metaOf(database).updateOne(nameless, { $set: { data_id: first.data_id } });
  }
  if (own.keys !== undefined) refuseOther(await writeKeys(database, own.keys), own, database.name);
}

/** Like `holdIdentity`, but writes nothing, because a command-line tool's settings may be mere defaults. */
export async function refuseOtherIdentity(database: Database, own: StoreIdentity): Promise<void> {
  const written = await readWritten(database);
  if (written !== null) refuseOther(written, own, database.name);
}

/** Reads the stored identity. Throws if no process of the service has used this database. */
export async function readIdentity(database: Database): Promise<WrittenIdentity> {
  const written = await readWritten(database);
  if (written === null) throw new Error(`${database.name} has no stored identity`);
  const { currency, time_zone, keys = {} } = written;
  return { currency, time_zone, keys };
}

/**
 * Stores the check value of each key that has none yet, or whose stored value is one of `former`. Writes all check values in one
 * step, or none if one stored value differs. If several processes have different keys, only one process succeeds. Returns the
 * identity that is stored at the end.
 */
export async function writeKeys(database: Database, keys: KeyChecks): Promise<WrittenIdentity> {
  const entries = Object.entries(keys);
  const mayWrite = entries.map(([name, { value, former }]) => [
    `keys.${name}`,
    { $in: [null, value, ...former] },
  ]);
  const filter = { _id: 'identity', ...Object.fromEntries(mayWrite) } as mongo.Filter<IdentityDocument>;
  const values = Object.fromEntries(entries.map(([name, { value }]) => [`keys.${name}`, value]));
  const before = await readIdentity(database);
  if (areWritten(before.keys ?? {}, keys)) return before;
  // If another process was first, this update changes nothing, but waits until that process's write is readable.
  await metaOf(database).updateOne(filter, { $set: values });
  const written = await readIdentity(database);
  const stored = written.keys ?? {};
  if (!areWritten(stored, keys) && foreignKeys(stored, keys).length === 0)
    throw new Error(`${database.name} did not store the check values of the keys`);
  return written;
}

/** Removes the check values: the next process with keys stores its own. Returns the names of the removed keys. */
export async function forgetKeys(database: Database): Promise<string[]> {
  const before = await metaOf(database).findOneAndUpdate({ _id: 'identity' }, { $unset: { keys: '' } });
  return Object.keys(before?.keys ?? {});
}

function readWritten(database: Database): Promise<IdentityDocument | null> {
  return metaOf(database).findOne({ _id: 'identity' });
}

function metaOf(database: Database): mongo.Collection<IdentityDocument> {
  return driverDatabase(database).collection<IdentityDocument>(metaCollection);
}
