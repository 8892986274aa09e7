import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import type mongoose from 'mongoose';

import { serviceNames } from '#shared/contracts/kit/define.ts';
import { chooseBackup } from '#tools/operate/backup/found-backups.ts';
import { openClient, type Client } from '#tools/operate/store-client.ts';
import type { RunCommand } from '../../support/commands/command-runner.ts';
import { sharedServers, temporaryFolder } from '../../support/servers.ts';
import { ownName } from './own-servers.ts';

const root = join(import.meta.dirname, '../../..');

/** The output of a command, and how the command ended. */
export interface Ran {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/**
 * Databases with a new namespace, their backup folder, and the operator’s commands. A command that is to be killed runs in a
 * separate process.
 */
export interface BackedUpStore {
  namespace: string;
  client: Client;
  folder: string;
  database: (service: string) => mongoose.mongo.Db;
  backup: (args?: string[], how?: How) => Promise<Ran>;
  restore: (args?: string[], how?: How) => Promise<Ran>;
  audit: (args: string[], how?: How) => Promise<Ran>;
  /** Runs a restore until it is killed at this kill point. This process is blocked meanwhile. */
  restoreMeanwhile: (args: string[], killedAt: string) => void;
  /** The folder of the newest backup. */
  newest: () => Promise<string>;
  close: () => Promise<void>;
}

interface How {
  env?: NodeJS.ProcessEnv;
  /** Kills the command with SIGKILL at this kill point. */
  killedAt?: string;
  /** The size of the file system that contains the backups. */
  room?: string;
}

export async function openBackedUpStore(runCommand: RunCommand): Promise<BackedUpStore> {
  const namespace = ownName();
  const { mongodbUri, rabbitmqUrl, redisUrl } = sharedServers();
  const client = await openClient(mongodbUri, 'test');
  const folder = join(temporaryFolder(), 'backups');
  mkdirSync(folder);
  const env = {
    ...process.env,
    MONGODB_URI: mongodbUri,
    RABBITMQ_URL: rabbitmqUrl,
    REDIS_URL: redisUrl,
    STORE_NAMESPACE: namespace,
  };
  const chaos = join(folder, '..', 'chaos');
  const killedIn = (place: string | undefined) => {
    mkdirSync(chaos, { recursive: true });
    if (place !== undefined) writeFileSync(join(chaos, place), '');
    return place === undefined ? {} : { CHAOS: '1', CHAOS_FOLDER: chaos };
  };
  const tool =
    (name: string) =>
    (args: string[] = [folder], { env: more, killedAt, room }: How = {}): Promise<Ran> => {
      if (killedAt === undefined && room === undefined)
        return runCommand(`tools/operate/${name}.ts`, args, { ...env, ...more }).then((ended) => ({
          ...ended,
          signal: null,
        }));
      const command = commandOf(name, args);
      const small = [
        'unshare',
        '-rm',
        'sh',
        '-c',
        `mount -t tmpfs -o size=${room ?? ''} tmpfs ${folder} && exec "$@"`,
        'sh',
      ];
      return ran(room === undefined ? command : [...small, ...command], {
        ...env,
        ...killedIn(killedAt),
        ...more,
      });
    };
  return {
    namespace,
    client,
    folder,
    backup: tool('backup'),
    restore: tool('restore'),
    audit: tool('audit'),
    restoreMeanwhile: (args, killedAt) => {
      const [command = '', ...rest] = commandOf('restore', args);
      spawnSync(command, rest, { cwd: root, env: { ...env, ...killedIn(killedAt) } });
    },
    database: (service) => client.db(`${namespace}_${service}`),
    newest: async () => (await chooseBackup(folder, namespace)).path,
    close: async () => {
      for (const service of serviceNames) await client.db(`${namespace}_${service}`).dropDatabase();
      await client.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Matches the result of a command that failed and printed this text. */
export const failedWith = (text: string) => ({ code: 2, stderr: expect.stringContaining(text) as unknown });

function commandOf(name: string, args: readonly string[]): string[] {
  const program = `tools/operate/${name}.ts`;
  return [process.execPath, '--disable-warning=ExperimentalWarning', program, ...args];
}

function ran([command = '', ...args]: string[], env: NodeJS.ProcessEnv): Promise<Ran> {
  const child = spawn(command, args, { cwd: root, env });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (text: Buffer) => (stdout += text.toString()));
  child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}

/** The stored bytes of every document, in the order of the ids. */
export async function storedBytes(collection: mongoose.mongo.Collection): Promise<Buffer[]> {
  const found: Buffer[] = [];
  const raw = collection.find({}, { raw: true }).sort({ _id: 1 }) as AsyncIterable<unknown>;
  for await (const bytes of raw as AsyncIterable<Uint8Array>) found.push(Buffer.from(bytes));
  return found;
}
