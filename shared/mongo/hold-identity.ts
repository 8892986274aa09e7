import type { mongo } from 'mongoose';
import { refuseOther } from '../process/store-identity.ts';
import type { StoreIdentity, WrittenIdentity } from '../process/store-identity.ts';
import { driverDatabase } from './connect.ts';
import type { Database } from './connect.ts';

interface IdentityDocument extends WrittenIdentity {
  _id: 'identity';
  written_at: Date;
}

/**
 * Writes down what this database's data means, where nobody has yet: whichever process of the service is first, also on the data
 * of a release that wrote nothing down. Refuses, by a PlainError, to go on with another meaning.
 */
export async function holdIdentity(database: Database, own: StoreIdentity): Promise<void> {
  const first = { currency: own.currency, time_zone: own.timeZone, written_at: new Date() };
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
}

/** For commands: refuses as `holdIdentity` does, and writes nothing. What a command is told may be no more than defaults. */
export async function refuseOtherIdentity(database: Database, own: StoreIdentity): Promise<void> {
  const written = await metaOf(database).findOne({ _id: 'identity' });
  if (written !== null) refuseOther(written, own, database.name);
}

function metaOf(database: Database): mongo.Collection<IdentityDocument> {
  return driverDatabase(database).collection<IdentityDocument>('meta');
}
