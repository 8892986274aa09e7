/**
 * `database`: creates the replica set of MONGODB_MEMBERS and the operator's user if they are missing, and a user for each
 * service. Run this program in the first member's network, because a new mongod accepts the first user only from a local
 * client.
 */
import mongoose from 'mongoose';
import { setTimeout as sleep } from 'node:timers/promises';

import { readCommandLine, runCommand } from '#shared/platform/process/command-line.ts';
import { PlainError } from '#shared/platform/settings/plain-error.ts';
import { ownSettings } from '#shared/platform/settings/own-settings.ts';
import { SettingsError } from '#shared/platform/settings/read-settings.ts';
import type { SettingsOf } from '#shared/platform/settings/settings.ts';
import { operatorName } from '../servers/access.ts';
import { applyMongodbUsers } from '../servers/mongodb-users.ts';
import { passwordsOf, type Passwords } from '../servers/passwords.ts';
import { mongodbUri, replicaSetName } from '../servers/server-uris.ts';

const { MongoClient } = mongoose.mongo;
type Client = InstanceType<typeof MongoClient>;

const unauthorized = 13;
const authenticationFailed = 18;
const alreadyInitialized = 23;

const usage = `Usage: database

Creates the replica set of MONGODB_MEMBERS if it is missing, the operator's user, and a user for each service.`;

await runCommand(async () => {
  if (readCommandLine({ name: 'database', usage, options: {}, reader: 'database' }) === null) return;
  const settings = ownSettings('database');
  await prepare({
    members: settings.MONGODB_MEMBERS.split(','),
    namespace: settings.STORE_NAMESPACE,
    tls: settings.SERVERS_TLS,
    passwords: passwordsOf('mongodb', (name) => given(settings, name)),
  });
});

interface Wanted {
  members: string[];
  namespace: string;
  tls: boolean;
  passwords: Passwords;
}

async function prepare({ members, namespace, tls, passwords }: Wanted): Promise<void> {
  for (;;) {
    try {
      const uri = mongodbUri(members.join(','), 'operator', passwords, { tls });
      await withClient(uri, 5_000, (client) => applyMongodbUsers(client, namespace, passwords));
      console.log(
        `The replica set ${replicaSetName} of ${members.join(', ')} is ready, with a user for each service.`,
      );
      return;
    } catch (error) {
      console.log(`Not yet: ${(error as Error).message}`);
      const local = `mongodb://127.0.0.1:27017/?directConnection=true&tls=${String(tls)}`;
      await withClient(local, 5_000, (client) => initiate(client, members, passwords.operator)).catch(
        (fault: unknown) => {
          if (codeOf(error) === authenticationFailed && codeOf(fault) === unauthorized) throw wrongPassword();
          console.log(`Not yet: ${(fault as Error).message}`);
        },
      );
      await sleep(1_000);
    }
  }
}

/** The error if MongoDB already has users and does not accept the operator's password. */
function wrongPassword(): PlainError {
  return new PlainError(
    'MongoDB rejects MONGODB_PASSWORD. Set it to the password with which this database was created.',
  );
}

function codeOf(error: unknown): number | undefined {
  return (error as { code?: number }).code;
}

/** Creates the replica set and the operator's user if they are missing. Fails when MongoDB rejects this client. */
async function initiate(client: Client, members: readonly string[], password: string): Promise<void> {
  const admin = client.db('admin');
  const config = { _id: replicaSetName, members: members.map((host, _id) => ({ _id, host })) };
  await admin.command({ replSetInitiate: config }).catch((error: unknown) => {
    const code = codeOf(error);
    if (code !== alreadyInitialized && code !== authenticationFailed) throw error;
  });
  while ((await admin.command({ hello: 1 }))['isWritablePrimary'] !== true) await sleep(200);
  const operator = { createUser: operatorName, pwd: password, roles: ['root'] };
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

function given(settings: SettingsOf<'database'>, name: string): string {
  const variable = name.toUpperCase().replaceAll('-', '_');
  const word = ({ ...settings } as Readonly<Record<string, unknown>>)[variable];
  if (typeof word !== 'string')
    throw new SettingsError([`${variable} is not set. The command "secrets" creates it.`]);
  return word;
}
