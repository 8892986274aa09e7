import { randomUUID } from 'node:crypto';
import type { mongo } from 'mongoose';
import { refuseOther } from '../process/store-identity.ts';
import type { StoreIdentity, WrittenIdentity } from '../process/store-identity.ts';
import { driverDatabase } from './connect.ts';
import type { Database } from './connect.ts';

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
 * Writes down what this database's data means, where nobody has yet: whichever process of the service is first, also on the data
 * of a release that wrote nothing down. Refuses, by a PlainError, to go on with another meaning.
 */
export async function holdIdentity(database: Database, own: StoreIdentity): Promise<void> {
  const meaning = { currency: own.currency, time_zone: own.timeZone };
  const first = { ...meaning, written_at: new Date(), data_id: randomUUID() };
  const written =
    (await metaOf(database).findOne({ _id: 'identity' })) ??
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
}

/** For commands: refuses as `holdIdentity` does, and writes nothing. What a command is told may be no more than defaults. */
export async function refuseOtherIdentity(database: Database, own: StoreIdentity): Promise<void> {
  const written = await metaOf(database).findOne({ _id: 'identity' });
  if (written !== null) refuseOther(written, own, database.name);
}

function metaOf(database: Database): mongo.Collection<IdentityDocument> {
  return driverDatabase(database).collection<IdentityDocument>('meta');
}
