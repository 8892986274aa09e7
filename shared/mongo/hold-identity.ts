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
  const meta = driverDatabase(database).collection<IdentityDocument>('meta');
  const first = { currency: own.currency, time_zone: own.timeZone, written_at: new Date() };
  const written =
    (await meta.findOne({ _id: 'identity' })) ??
    (await meta
      .findOneAndUpdate(
        { _id: 'identity' },
        { $setOnInsert: first },
        { upsert: true, returnDocument: 'after' },
      )
      .catch((error: unknown) => {
        // Another process has just written it.
        if ((error as { code?: number }).code !== 11000) throw error;
        return meta.findOne({ _id: 'identity' });
      }));
  refuseOther(written ?? first, own, database.name);
}
