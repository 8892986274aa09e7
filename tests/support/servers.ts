import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { isInUse, openDataDir } from '#tools/local-stack/data-dir.ts';
import type { DataDir } from '#tools/local-stack/data-dir.ts';
import { dockerAnswers, ensureImages } from '#tools/local-stack/docker-engine.ts';
import { withProgress } from '#tools/local-stack/progress.ts';
import { stopRecorded } from '#tools/local-stack/process-records.ts';
import { ensureServers } from '#tools/local-stack/servers.ts';
import type { Servers } from '#tools/local-stack/servers.ts';
import type { ServerUris } from '#tools/local-stack/process-environment.ts';

const prefix = 'storefront-test-';
const serversFolder = 'servers';
const say = (line: string) => process.stderr.write(`${line}\n`);

export interface TestServers extends ServerUris {
  kind: string;
  stop(): Promise<void>;
}

/**
 * The servers that all suites of a run share: those named in the environment, else containers where a Docker engine answers,
 * else processes of this machine. TEST_SERVERS=native or containers forces one.
 */
export async function startSharedServers(): Promise<TestServers> {
  removeLeftFolders();
  const runFolder = mkdtempSync(join(tmpdir(), prefix));
  process.env['TEST_RUN_FOLDER'] = runFolder;
  // Also for the commands that tests run, hundreds of them: most of the time of one goes into reading its own code.
  // It outlives the run: writing it takes the first processes of a run 10 seconds.
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

/** What tests started and did not stop, such as those that failed half-way. */
async function stopForgotten(runFolder: string): Promise<void> {
  for (const name of readdirSync(runFolder)) {
    if (name !== serversFolder) await stopRecorded(join(runFolder, name, 'run'));
  }
}

/**
 * Servers of a test's own, with users for the store of this namespace, to be killed and started again as it likes: `server('rabbitmq').kill('SIGKILL')`. Its owner
 * stops them and removes the data folder.
 */
export async function startOwnServers(dataDir: DataDir, namespace: string): Promise<Servers> {
  return ensureServers({ dataDir, namespace, say: () => undefined, kind: 'native' });
}

/** The shared servers of this run, for the tests themselves. */
export function sharedServers(): ServerUris {
  return { mongodbUri: shared('MONGODB'), redisUrl: shared('REDIS'), rabbitmqUrl: shared('RABBITMQ') };
}

/** Makes them known to the tests, which may run in other processes. */
export function shareServers(servers: ServerUris): void {
  process.env['TEST_MONGODB'] = servers.mongodbUri;
  process.env['TEST_REDIS'] = servers.redisUrl;
  process.env['TEST_RABBITMQ'] = servers.rabbitmqUrl;
}

/** A data folder that belongs to nobody else. */
export async function temporaryDataDir(): Promise<DataDir> {
  return openDataDir(temporaryFolder());
}

/** An empty folder, which the end of the run removes together with what runs from it. */
export function temporaryFolder(): string {
  return mkdtempSync(join(process.env['TEST_RUN_FOLDER'] ?? tmpdir(), prefix));
}

export function removeDataDir(dataDir: DataDir): void {
  dataDir.release();
  removeFolder(dataDir.path);
}

/** TEST_KEEP=1 leaves it, logs included, to be looked at. */
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
  // What Ryuk would do, the watchdog of the data folder does: no privileged container is needed.
  process.env['TESTCONTAINERS_RYUK_DISABLED'] ??= 'true';
  // Loaded only here: it takes a second, and nothing of it is needed without an engine.
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

/** Of runs that were killed. */
function removeLeftFolders(): void {
  for (const name of readdirSync(tmpdir())) {
    const path = join(tmpdir(), name);
    const isOfRun = name.startsWith(prefix) && existsSync(join(path, serversFolder));
    if (isOfRun && !isInUse(join(path, serversFolder))) rmSync(path, { recursive: true, force: true });
  }
}
