import type { mongo } from 'mongoose';
import { setTimeout as sleep } from 'node:timers/promises';

import { operatorName } from './access.ts';
import { replicaSetName } from './server-uris.ts';

export const authenticationFailed = 18;
const alreadyInitialized = 23;

interface ReplicaSet {
  members: { _id: number; host: string }[];
  settings?: object;
}

/**
 * Creates the replica set and the operator's user. `client` must be local to the member and must not authenticate, because a new
 * mongod allows only that.
 */
export async function createReplicaSet(
  client: mongo.MongoClient,
  set: ReplicaSet,
  password: string,
): Promise<void> {
  const admin = client.db('admin');
  await admin.command({ replSetInitiate: { _id: replicaSetName, ...set } }).catch((error: unknown) => {
    const { code } = error as { code?: number };
    if (code !== alreadyInitialized && code !== authenticationFailed) throw error;
  });
  while (!(await isPrimary(client))) await sleep(50);
  const operator = { createUser: operatorName, pwd: password, roles: ['root'] };
  await admin.command({ ...operator, writeConcern: { w: 'majority' } });
}

export async function isPrimary(client: mongo.MongoClient): Promise<boolean> {
  return (await client.db('admin').command({ hello: 1 }))['isWritablePrimary'] === true;
}
