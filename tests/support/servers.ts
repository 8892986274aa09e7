import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { isInUse, openDataDir, type DataDir } from '#tools/local-stack/data-dir.ts';
import { dockerAnswers, ensureImages } from '#tools/local-stack/docker-engine.ts';
import { withProgress } from '#tools/local-stack/progress.ts';
import { stopRecorded } from '#tools/local-stack/process-records.ts';
import { ensureServers, type Servers } from '#tools/local-stack/servers.ts';
import type { ServerUris } from '#tools/local-stack/process-environment.ts';

const prefix = 'storefront-test-';
const serversFolder = 'servers';
const say = (line: string) => process.stderr.write(`${line}\n`);

export interface TestServers extends ServerUris {
  kind: string;
  stop(): Promise<void>;
}

/**
 * The servers that all suites of a run share: the servers in the environment variables, else containers if a Docker engine
 * responds, else local processes. TEST_SERVERS=native or TEST_SERVERS=containers overrides this choice.
 */
export async function startSharedServers(): Promise<TestServers> {
  removeLeftFolders();
  const runFolder = mkdtempSync(join(tmpdir(), prefix));
  process.env['TEST_RUN_FOLDER'] = runFolder;
  // Commands that tests run spend most of their time on parsing their code, so they use the cache too. The cache outlives
  // the run, because filling the cache slows the first processes.
  process.env['NODE_COMPILE_CACHE'] = join(import.meta.dirname, '../../node_modules/.cache/compiled');
  const dataDir = await openDataDir(join(runFolder, serversFolder));
  const servers = (await wantsContainers()) ? await containers(dataDir) : await local(dataDir);
  return {
    ...servers,
    async stop() {
      await stopForgotten(runFolder);
      await servers.stop();
      removeFolder(runFolder);
    },
  };
}

/** Stops processes that tests started but did not stop, for example because they failed half-way. */
async function stopForgotten(runFolder: string): Promise<void> {
  for (const name of readdirSync(runFolder)) {
    if (name !== serversFolder) await stopRecorded(join(runFolder, name, 'run'));
  }
}

/**
 * Servers for one test, with users for the store in this namespace. The test may kill and restart each server:
 * `server('rabbitmq').kill('SIGKILL')`. The caller stops the servers and removes the data folder.
 */
export async function startOwnServers(dataDir: DataDir, namespace: string): Promise<Servers> {
  return ensureServers({ dataDir, namespace, say: () => undefined, kind: 'native' });
}

/** The shared servers of this run, for use in tests. */
export function sharedServers(): ServerUris {
  return { mongodbUri: shared('MONGODB'), redisUrl: shared('REDIS'), rabbitmqUrl: shared('RABBITMQ') };
}

/** Passes the servers' addresses to the tests, which may run in other processes. */
export function shareServers(servers: ServerUris): void {
  process.env['TEST_MONGODB'] = servers.mongodbUri;
  process.env['TEST_REDIS'] = servers.redisUrl;
  process.env['TEST_RABBITMQ'] = servers.rabbitmqUrl;
}

export async function temporaryDataDir(): Promise<DataDir> {
  return openDataDir(temporaryFolder());
}

/** Creates an empty folder. The end of the run removes the folder and stops processes that were started from it. */
export function temporaryFolder(): string {
  return mkdtempSync(join(process.env['TEST_RUN_FOLDER'] ?? tmpdir(), prefix));
}

export function removeDataDir(dataDir: DataDir): void {
  dataDir.release();
  removeFolder(dataDir.path);
}

/** TEST_KEEP=1 keeps the folder and its logs for inspection. */
function removeFolder(path: string): void {
  if (process.env['TEST_KEEP'] === '1') say(`Kept: ${path}`);
  else rmSync(path, { recursive: true, force: true });
}

function shared(name: string): string {
  const uri = process.env[`TEST_${name}`];
  if (uri === undefined)
    throw new Error('This suite has no servers: its project lacks the set-up that starts them.');
  return uri;
}

async function wantsContainers(): Promise<boolean> {
  const forced = process.env['TEST_SERVERS'];
  if (forced === 'containers') return true;
  if (forced !== undefined && forced !== '' && forced !== 'native') {
    throw new Error(`TEST_SERVERS is "${forced}": it can be native or containers.`);
  }
  const given = ['MONGODB_URI', 'REDIS_URL', 'RABBITMQ_URL'].some((name) => process.env[name] !== undefined);
  if (forced === 'native' || given) return false;
  return (await dockerAnswers()) && (await ensureImages(['mongodb', 'redis', 'rabbitmq'], say));
}

async function containers(dataDir: DataDir): Promise<TestServers> {
  // The data folder's watchdog removes leftover containers, because Ryuk would need a privileged container.
  process.env['TESTCONTAINERS_RYUK_DISABLED'] ??= 'true';
  // Loaded only here, because loading takes a second and is useless without a Docker engine.
  const { startContainers } = await import('./containers.ts');
  const starting = startContainers(dataDir.folder('run'));
  return {
    kind: 'containers',
    ...(await withProgress(say, 'Starting the test servers (containers)', starting)),
  };
}

async function local(dataDir: DataDir): Promise<TestServers> {
  const isForced = process.env['TEST_SERVERS'] === 'native';
  return ensureServers({ dataDir, say, ...(isForced && { kind: 'native' as const }) });
}

/** Removes the folders of killed runs. */
function removeLeftFolders(): void {
  for (const name of readdirSync(tmpdir())) {
    const path = join(tmpdir(), name);
    const isOfRun = name.startsWith(prefix) && existsSync(join(path, serversFolder));
    if (isOfRun && !isInUse(join(path, serversFolder))) rmSync(path, { recursive: true, force: true });
  }
}
