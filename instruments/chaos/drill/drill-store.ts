import { execFile } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { processNames, type ProcessName } from '#deploy/processes.ts';
import type { Servers } from '#tools/local-stack/servers.ts';
import { eventually } from '#tests/support/eventually.ts';
import { removeDataDir, startOwnServers, temporaryDataDir } from '#tests/support/servers.ts';
import { startTestStore, type TestStore } from '#tests/support/store.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const namespace = 'drill';

export interface DrillStore {
  store: TestStore;
  servers: Servers;
  /** Takes a backup. Returns the `--json` output of the command. */
  backup: () => Promise<{
    path: string;
    moment: string;
    took_seconds: number;
    documents: number;
    bytes: number;
  }>;
  restore: (
    path: string,
  ) => Promise<{ restore: { jumped: { versions: number; sequences: Record<string, number> } } }>;
  /** Deletes the files of the database and kills every process except the gateway. */
  strike: () => Promise<void>;
  startProcesses: () => Promise<void>;
  stop: () => Promise<void>;
}

const onDatabases = processNames.filter((name) => name !== 'gateway');

/** Starts a store on its own servers, with the operator's backup and restore commands. */
export async function startDrillStore(): Promise<DrillStore> {
  const dataDir = await temporaryDataDir();
  const servers = await startOwnServers(dataDir, namespace);
  const store = await startTestStore({ servers, namespace });
  const backups = join(dataDir.path, 'backups');
  mkdirSync(backups);
  const tool = async (name: 'backup' | 'restore', folder: string): Promise<unknown> => {
    const env = {
      MONGODB_URI: servers.mongodbUri,
      RABBITMQ_URL: servers.rabbitmqUrl,
      REDIS_URL: servers.redisUrl,
      STORE_NAMESPACE: namespace,
    };
    const args = ['--disable-warning=ExperimentalWarning', `tools/operate/${name}.ts`, folder, '--json'];
    const { stdout } = await run(process.execPath, args, { cwd: root, env: { ...process.env, ...env } });
    return JSON.parse(stdout);
  };
  const isRunning = (name: ProcessName) =>
    store.processes().some((process) => process.name === name && process.pid !== undefined);
  return {
    store,
    servers,
    backup: () => tool('backup', backups) as ReturnType<DrillStore['backup']>,
    restore: (path) => tool('restore', path) as ReturnType<DrillStore['restore']>,
    strike: async () => {
      const mongodb = servers.server('mongodb');
      mongodb.kill('SIGKILL');
      await mongodb.stop();
      for (const name of onDatabases) store.kill(name, 'SIGKILL');
      await eventually('the processes to be gone', () => !onDatabases.some(isRunning));
      rmSync(dataDir.folder('mongodb'), { recursive: true });
      dataDir.folder('mongodb');
      await mongodb.start();
    },
    startProcesses: async () => {
      await Promise.all(onDatabases.map((name) => store.start(name)));
    },
    stop: async () => {
      await store.stop();
      await servers.stop();
      removeDataDir(dataDir);
    },
  };
}
