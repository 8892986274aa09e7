import type { mongo } from 'mongoose';

import { accessOf, serverUsers } from './access.ts';
import type { Passwords } from './passwords.ts';
import { storeDatabases, toolAccessOf, toolUsers } from './tool-access.ts';

/** MongoDB's error code for a missing user or role. */
const notFound = { User: 11, Role: 31 };

/**
 * Creates or updates the users of all services and tools, with current passwords and permissions. `client` must be connected to
 * the primary as the operator.
 */
export async function applyMongodbUsers(
  client: mongo.MongoClient,
  namespace: string,
  passwords: Passwords,
): Promise<void> {
  const access = accessOf(namespace);
  const tools = toolAccessOf(namespace);
  const admin = client.db('admin');
  for (const user of serverUsers) {
    const { database } = access[user];
    if (database !== null)
      await apply(admin, 'User', user, {
        pwd: passwords[user],
        roles: [{ role: 'readWrite', db: database }],
      });
  }
  for (const user of toolUsers) {
    const { roles, clusterActions } = tools[user].mongodb;
    const inEach = storeDatabases(namespace).flatMap((db) => roles.map((role) => ({ role, db })));
    if (clusterActions.length > 0) {
      const role = `storefront-${user}`;
      const privileges = [{ resource: { cluster: true }, actions: clusterActions }];
      await apply(admin, 'Role', role, { privileges, roles: [] });
      inEach.push({ role, db: 'admin' });
    }
    await apply(admin, 'User', user, { pwd: passwords[user], roles: inEach });
  }
}

/** Updates a user or role. Creates it if it does not exist. */
async function apply(admin: mongo.Db, kind: 'User' | 'Role', name: string, more: object): Promise<void> {
  await admin.command({ [`update${kind}`]: name, ...more }).catch((error: unknown) => {
    if ((error as { code?: number }).code !== notFound[kind]) throw error;
    return admin.command({ [`create${kind}`]: name, ...more, writeConcern: { w: 'majority' } });
  });
}
