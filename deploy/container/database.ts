/**
 * `database`: makes the replica set of MONGODB_MEMBERS where there is none yet, with the operator's user, and gives each
 * service its own. A fresh mongod takes only somebody of its own machine for its first visitor: this runs beside the first
 * member, in its network.
 */
import mongoose from 'mongoose';
import { setTimeout as sleep } from 'node:timers/promises';

import { operatorName } from '../servers/access.ts';
import { applyMongodbUsers } from '../servers/mongodb-users.ts';
import { passwordsOf } from '../servers/passwords.ts';
import { mongodbUri, replicaSetName } from '../servers/server-uris.ts';

const { MongoClient } = mongoose.mongo;
type Client = InstanceType<typeof MongoClient>;

const members = wanted('MONGODB_MEMBERS').split(',');
const namespace = process.env['STORE_NAMESPACE'] ?? 'store';
const passwords = passwordsOf('mongodb', (name) => wanted(name.toUpperCase().replaceAll('-', '_')));
const authenticationFailed = 18;
const alreadyInitialized = 23;

for (;;) {
  try {
    await withClient(mongodbUri(members.join(','), 'operator', passwords), 5_000, (client) =>
      applyMongodbUsers(client, namespace, passwords),
    );
    console.log(
      `The replica set ${replicaSetName} of ${members.join(', ')} is ready, with a user for each service.`,
    );
    process.exit(0);
  } catch (error) {
    console.log(`Not yet: ${(error as Error).message}`);
    await withClient('mongodb://127.0.0.1:27017/?directConnection=true', 5_000, initiate).catch(
      (fault: unknown) => console.log(`Not yet: ${(fault as Error).message}`),
    );
    await sleep(1_000);
  }
}

/** Does what is not done yet of it; fails where it is not this visitor's to do. */
async function initiate(client: Client): Promise<void> {
  const admin = client.db('admin');
  const config = { _id: replicaSetName, members: members.map((host, _id) => ({ _id, host })) };
  await admin.command({ replSetInitiate: config }).catch((error: unknown) => {
    const { code } = error as { code?: number };
    if (code !== alreadyInitialized && code !== authenticationFailed) throw error;
  });
  while ((await admin.command({ hello: 1 }))['isWritablePrimary'] !== true) await sleep(200);
  const operator = { createUser: operatorName, pwd: passwords.operator, roles: ['root'] };
  await admin.command({ ...operator, writeConcern: { w: 'majority' } });
}

async function withClient(uri: string, ms: number, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: ms });
  try {
    await work(client);
  } finally {
    await client.close();
  }
}

function wanted(name: string): string {
  const value = process.env[name];
  if (value) return value;
  console.error(`database needs ${name}.`);
  process.exit(2);
}
