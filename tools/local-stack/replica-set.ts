import mongoose from 'mongoose';

import { operatorName } from '#deploy/servers/access.ts';
import { applyMongodbUsers } from '#deploy/servers/mongodb-users.ts';
import { authenticationFailed, createReplicaSet, isPrimary } from '#deploy/servers/replica-set.ts';
import type { ServerPlace } from './local-server.ts';

const { MongoClient, MongoServerError } = mongoose.mongo;

export const mongodParameters = [
  // The replica set has no secondary that could take over, so waiting for a handover would only delay the
  // stop.
  'shutdownTimeoutMillisForSignaledShutdown=0',
  // A killed worker's transaction keeps its locks until this limit, and the next worker has to wait. The
  // default limit is 60 s.
  'transactionLifetimeLimitSeconds=10',
].map((parameter) => `--setParameter ${parameter}`);

/** Disables compression. It is not needed, and zlib leaked memory to unauthenticated clients (CVE-2025-14847). */
export const withoutCompression = '--networkMessageCompressors disabled';

/** A replica set with a single member has no other candidate, so the election can start soon. */
const settings = { electionTimeoutMillis: 1_000 };

/**
 * Makes mongod the primary of its one-member replica set, with its current port and the store's users. Returns true when this
 * is done. Otherwise, call it again.
 */
export async function ensurePrimary(member: ServerPlace): Promise<boolean> {
  const client = directClient(member, true);
  try {
    await client.db('admin').command({ ping: 1 });
    await moveToPort(client, member.port);
    if (!(await isPrimary(client))) return false;
    await applyMongodbUsers(client, member.namespace, member.passwords);
    return true;
  } catch (error) {
    if (!(error instanceof MongoServerError) || error.code !== authenticationFailed) throw error;
    await initiate(member);
    return false;
  } finally {
    await client.close();
  }
}

async function initiate(member: ServerPlace): Promise<void> {
  const client = directClient(member, false);
  try {
    const members = [{ _id: 0, host: `127.0.0.1:${member.port}` }];
    await createReplicaSet(client, { members, settings }, member.passwords.operator);
  } finally {
    await client.close();
  }
}

/**
 * Updates the member's address in the replica set. After a change of port, the set would otherwise wait for the old address
 * forever.
 */
async function moveToPort(client: InstanceType<typeof MongoClient>, port: number): Promise<void> {
  interface ReplicaSetConfig {
    config: { version: number; members: { host: string }[] };
  }
  const { config } = (await client
    .db('admin')
    .command({ replSetGetConfig: 1 })) as unknown as ReplicaSetConfig;
  const host = `127.0.0.1:${port}`;
  const [only] = config.members;
  if (only === undefined || only.host === host) return;
  const moved = { ...config, version: config.version + 1, members: [{ ...only, host }], settings };
  await client.db('admin').command({ replSetReconfig: moved, force: true });
}

function directClient(
  { port, passwords }: ServerPlace,
  authenticated: boolean,
): InstanceType<typeof MongoClient> {
  return new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: 2_000,
    ...(authenticated && { auth: { username: operatorName, password: passwords.operator } }),
  });
}
