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
import { variableOf } from '../internal-secrets.ts';
import { applyMongodbUsers } from '../servers/mongodb-users.ts';
import { passwordsOf, type Passwords } from '../servers/passwords.ts';
import { authenticationFailed, createReplicaSet } from '../servers/replica-set.ts';
import { replicaSetName, serverUris } from '../servers/server-uris.ts';

const { MongoClient } = mongoose.mongo;
type Client = InstanceType<typeof MongoClient>;

const unauthorized = 13;

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
      const uri = serverUris.mongodb(members.join(','), 'operator', passwords, { tls });
      await withClient(uri, (client) => applyMongodbUsers(client, namespace, passwords));
      console.log(
        `The replica set ${replicaSetName} of ${members.join(', ')} is ready, with a user for each service.`,
      );
      return;
    } catch (error) {
      console.log(`Not yet: ${(error as Error).message}`);
      const local = `mongodb://127.0.0.1:27017/?directConnection=true&tls=${String(tls)}`;
      const set = { members: members.map((host, _id) => ({ _id, host })) };
      await withClient(local, (client) => createReplicaSet(client, set, passwords.operator)).catch(
        (fault: unknown) => {
          // MongoDB already has users, and does not accept the operator's password.
          if (codeOf(error) === authenticationFailed && codeOf(fault) === unauthorized)
            throw new PlainError(
              'MongoDB rejects MONGODB_PASSWORD. Set it to the password with which this database was created.',
            );
          console.log(`Not yet: ${(fault as Error).message}`);
        },
      );
      await sleep(1_000);
    }
  }
}

function codeOf(error: unknown): number | undefined {
  return (error as { code?: number }).code;
}

async function withClient(uri: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 5_000 });
  try {
    await work(client);
  } finally {
    await client.close();
  }
}

function given(settings: SettingsOf<'database'>, name: string): string {
  const variable = variableOf(name);
  const word = ({ ...settings } as Readonly<Record<string, unknown>>)[variable];
  if (typeof word !== 'string')
    throw new SettingsError([`${variable} is not set. The command "secrets" creates it.`]);
  return word;
}
