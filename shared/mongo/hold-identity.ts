import { randomUUID } from 'node:crypto';
import type { mongo } from 'mongoose';
import { areWritten, foreignKeys } from '../process/key-checks.ts';
import type { KeyChecks } from '../process/key-checks.ts';
import { refuseOther, refuseUnknownCurrency } from '../process/store-identity.ts';
import type { StoreIdentity, WrittenIdentity } from '../process/store-identity.ts';
import { driverDatabase } from './connect.ts';
import type { Database } from './connect.ts';
import { storeNow } from './store-clock.ts';

interface IdentityDocument extends WrittenIdentity {
  _id: 'identity';
  written_at: Date;
  /**
   * Random, of this data alone: it stays for as long as the data is worked on without a break, and a restore into another place
   * begins another. None on data that no release since 0.4.0 has worked on.
   */
  data_id?: string;
}

/**
 * Stores what this database's data means and which keys it is made with, unless another process of the service has done so. Data of
 * a release that stored nothing counts as new. Throws a PlainError when the data has another meaning or another key, and when new data
 * would have a currency that there isn't.
 */
export async function holdIdentity(database: Database, own: StoreIdentity): Promise<void> {
  const meaning = { currency: own.currency, time_zone: own.timeZone };
  const first = { ...meaning, written_at: storeNow(), data_id: randomUUID() };
  const known = await metaOf(database).findOne({ _id: 'identity' });
  if (known === null) refuseUnknownCurrency(own);
  const written =
    known ??
    (await metaOf(database)
      .findOneAndUpdate(
        { _id: 'identity' },
        { $setOnInsert: first },
        { upsert: true, returnDocument: 'after' },
      )
      .catch((error: unknown) => {
        // Another process has just written it.
        if ((error as { code?: number }).code !== 11000) throw error;
        return metaOf(database).findOne({ _id: 'identity' });
      }));
  refuseOther(written ?? first, own, database.name);
  if (written?.data_id === undefined) {
    const nameless = { _id: 'identity', data_id: { $exists: false } } as const;
    await metaOf(database).updateOne(nameless, { $set: { data_id: first.data_id } });
  }
  if (own.keys !== undefined) refuseOther(await writeKeys(database, own.keys), own, database.name);
}

/** For commands: refuses as `holdIdentity` does, and writes nothing. What a command is told may be no more than defaults. */
export async function refuseOtherIdentity(database: Database, own: StoreIdentity): Promise<void> {
  const written = await metaOf(database).findOne({ _id: 'identity' });
  if (written !== null) refuseOther(written, own, database.name);
}

/** Reads what is stored. Throws on a database that no process of the service has worked on. */
export async function readIdentity(database: Database): Promise<WrittenIdentity> {
  const written = await metaOf(database).findOne({ _id: 'identity' });
  if (written === null) throw new Error(`${database.name} holds no identity`);
  const { currency, time_zone, keys = {} } = written;
  return { currency, time_zone, keys };
}

/**
 * Writes the check values of keys that have none yet, or whose former ones are named: of all keys in one step, or, where one
 * differs, of none. Of several processes with different keys one writes its own. Answers with what is written then.
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
  // Where another process was first this changes nothing, and waits until what that one wrote can be read.
  await metaOf(database).updateOne(filter, { $set: values });
  const written = await readIdentity(database);
  const stored = written.keys ?? {};
  if (!areWritten(stored, keys) && foreignKeys(stored, keys).length === 0)
    throw new Error(`${database.name} did not store the check values of the keys`);
  return written;
}

/** Removes the check values, so that the next process with keys writes its own. Answers with the names of those that were stored. */
export async function forgetKeys(database: Database): Promise<string[]> {
  const before = await metaOf(database).findOneAndUpdate({ _id: 'identity' }, { $unset: { keys: '' } });
  return Object.keys(before?.keys ?? {});
}

function metaOf(database: Database): mongo.Collection<IdentityDocument> {
  return driverDatabase(database).collection<IdentityDocument>('meta');
}
