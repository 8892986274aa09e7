import type mongoose from 'mongoose';

import { accessOf, serverUsers } from './access.ts';
import type { Passwords } from './passwords.ts';

type Client = InstanceType<typeof mongoose.mongo.MongoClient>;

const userNotFound = 11;

/** Gives each service its user, with today's password and access. The client is the operator's, at the primary. */
export async function applyMongodbUsers(
  client: Client,
  namespace: string,
  passwords: Passwords,
): Promise<void> {
  const access = accessOf(namespace);
  const admin = client.db('admin');
  for (const user of serverUsers) {
    const { database } = access[user];
    if (database === null) continue;
    const more = { pwd: passwords[user], roles: [{ role: 'readWrite', db: database }] };
    await admin.command({ updateUser: user, ...more }).catch((error: unknown) => {
      if ((error as { code?: number }).code !== userNotFound) throw error;
      return admin.command({ createUser: user, ...more, writeConcern: { w: 'majority' } });
    });
  }
}
