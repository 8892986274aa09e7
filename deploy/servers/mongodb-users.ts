import type mongoose from 'mongoose';

import { accessOf, serverUsers } from './access.ts';
import type { Passwords } from './passwords.ts';
import { storeDatabases, toolAccessOf, toolUsers } from './tool-access.ts';

type Client = InstanceType<typeof mongoose.mongo.MongoClient>;
type Admin = mongoose.mongo.Db;

interface Role {
  role: string;
  db: string;
}

const [userNotFound, roleNotFound] = [11, 31];

/**
 * Creates or updates the users of all services and tools, with current passwords and permissions. `client` must be connected to
 * the primary as the operator.
 */
export async function applyMongodbUsers(
  client: Client,
  namespace: string,
  passwords: Passwords,
): Promise<void> {
  const access = accessOf(namespace);
  const tools = toolAccessOf(namespace);
  const admin = client.db('admin');
  for (const user of serverUsers) {
    const { database } = access[user];
    if (database !== null)
      await applyUser(admin, user, passwords[user], [{ role: 'readWrite', db: database }]);
  }
  for (const user of toolUsers) {
    const { roles, clusterActions } = tools[user].mongodb;
    const inEach = storeDatabases(namespace).flatMap((db) => roles.map((role) => ({ role, db })));
    if (clusterActions.length > 0) inEach.push(await applyClusterRole(admin, user, clusterActions));
    await applyUser(admin, user, passwords[user], inEach);
  }
}

async function applyUser(
  admin: Admin,
  user: string,
  password: string,
  roles: readonly Role[],
): Promise<void> {
  const more = { pwd: password, roles };
  await orElse(
    userNotFound,
    admin.command({ updateUser: user, ...more }),
    () => ({ createUser: user, ...more }),
    admin,
  );
}

/** Allows a user these actions on the whole cluster, through a role. */
async function applyClusterRole(admin: Admin, user: string, actions: readonly string[]): Promise<Role> {
  const role = `storefront-${user}`;
  const more = { privileges: [{ resource: { cluster: true }, actions }], roles: [] };
  await orElse(
    roleNotFound,
    admin.command({ updateRole: role, ...more }),
    () => ({ createRole: role, ...more }),
    admin,
  );
  return { role, db: 'admin' };
}

/** Applies a change. If the change fails because the object does not exist, creates the object. */
async function orElse(
  code: number,
  change: Promise<unknown>,
  make: () => mongoose.mongo.BSON.Document,
  admin: Admin,
): Promise<void> {
  await change.catch((error: unknown) => {
    if ((error as { code?: number }).code !== code) throw error;
    return admin.command({ ...make(), writeConcern: { w: 'majority' } });
  });
}
