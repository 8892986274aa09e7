import { join } from 'node:path';
import { openDataDir, type DataDir } from '#tools/local-stack/data-dir.ts';
import { ensureServers, type Servers } from '#tools/local-stack/servers.ts';
import { processPerRole } from '#deploy/processes.ts';
import { startStore, type Store } from '#tools/local-stack/store.ts';
import { spawnRecorded, type RecordedProcess } from '#tools/local-stack/recorded-process.ts';
import { loadSigningKeys, signToken } from '#services/gateway/auth/signing-keys.ts';
import { createLog } from '#shared/platform/process/log.ts';
import { connectDatabase, type Database } from '#shared/platform/mongo/connect.ts';
import { memoryTogether, processFigures, type ProcessFigures } from './process-figures.ts';

/** A store with its own servers, and direct access to their data. */
export interface BenchStore {
  servers: Servers;
  store: Store;
  namespace: string;
  /**
   * Seconds from the start of the store's processes until they were ready. Excludes the start of the servers.
   */
  startSeconds: number;
  orders: Database;
  catalog: Database;
  /** The database that the limit programs use. */
  bare: Database;
  token: (userId: number | null) => Promise<string>;
  /** The token of one of several admins. Each is a caller of its own for the gateway's limits. */
  adminToken: (name: string) => Promise<string>;
  figures: () => Record<string, ProcessFigures>;
  /** The memory of the store's processes in MiB, with shared memory counted once. */
  memoryTogether: () => number;
  /** Starts a limit program in addition to the store. Resolves once the program listens. */
  startLimit: (program: string, env: Record<string, string>) => Promise<{ stop: () => Promise<void> }>;
}

const namespace = 'bench';

/**
 * Starts the store on native servers in this folder, runs `work`, and stops everything. The next run reuses the folder. No
 * scheduled audit disturbs the work unless `env` sets its interval.
 */
export async function withBenchStore<T>(
  folder: string,
  work: (bench: BenchStore) => Promise<T>,
  env: NodeJS.ProcessEnv = {},
): Promise<T> {
  const bench = await startBenchStore(folder, { AUDIT_INTERVAL_HOURS: '0', ...env });
  try {
    return await work(bench);
  } finally {
    await bench.stop();
  }
}

async function startBenchStore(
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<BenchStore & { stop: () => Promise<void> }> {
  const dataDir = await openDataDir(folder);
  const { servers, store, startSeconds } = await startOwnStore(dataDir, env);
  const log = createLog('bench', 'warn');
  const connect = (name: string) => connectDatabase(servers.mongodbUri, `${namespace}_${name}`, log);
  const [orders, catalog, bare] = await Promise.all([connect('orders'), connect('catalog'), connect('bare')]);
  const keys = await loadSigningKeys(String(store.env['AUTH_KEYS_DIR']));
  const limits = new Map<string, number>();

  return {
    servers,
    store,
    namespace,
    startSeconds,
    orders,
    catalog,
    bare,
    token: (userId) =>
      signToken(keys, {
        subject: userId === null ? 'admin' : String(userId),
        scope: userId === null ? 'admin' : 'client',
        lifetime: 24 * 3600,
      }),
    adminToken: (name) => signToken(keys, { subject: name, scope: 'admin', lifetime: 24 * 3600 }),
    figures: () =>
      processFigures({
        ...Object.fromEntries(store.processes().map(({ name, pid }) => [name, pid])),
        mongod: servers.server('mongodb').pid,
        rabbitmq: servers.server('rabbitmq').pid,
        redis: servers.server('redis').pid,
        ...Object.fromEntries(limits),
        generator: process.pid,
      }),
    memoryTogether: () => memoryTogether(store.processes().flatMap(({ pid }) => pid ?? [])),
    startLimit: async (program, more) => {
      const env = {
        ...store.env,
        MONGODB_URI: servers.mongodbUri,
        RABBITMQ_URL: servers.rabbitmqUrl,
        ...more,
      };
      const child = await startLimit(dataDir.folder('run'), program, env);
      limits.set(program, child.pid);
      return {
        stop: async () => {
          await child.stop();
          limits.delete(program);
        },
      };
    },
    stop: async () => {
      await Promise.all([orders, catalog, bare].map((database) => database.close()));
      await store.stop();
      await servers.stop();
      dataDir.release();
    },
  };
}

async function startLimit(
  runFolder: string,
  program: string,
  env: NodeJS.ProcessEnv,
): Promise<RecordedProcess> {
  const listening = Promise.withResolvers<undefined>();
  const child = spawnRecorded(runFolder, {
    name: program,
    command: process.execPath,
    args: [`instruments/load/limits/${program}.ts`],
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, NODE_ENV: 'production', ...env },
    output: (text) => {
      if (text.includes('listening')) listening.resolve(undefined);
      else console.error(`${program}: ${text}`);
    },
    rank: 9,
    graceMs: 5000,
  });
  void child.ended.then(() => listening.reject(new Error(`${program} ended before it listened on its port`)));
  await listening.promise;
  return child;
}

async function startOwnStore(dataDir: DataDir, env: NodeJS.ProcessEnv) {
  const servers = await ensureServers({
    dataDir,
    namespace,
    say: (line) => console.error(line),
    kind: 'native',
  });
  const startedAt = performance.now();
  const store = await startStore({
    processes: processPerRole,
    servers,
    dataDir,
    restart: false,
    say: () => undefined,
    env: {
      STORE_NAMESPACE: namespace,
      RATE_LIMIT_PER_MINUTE: '100000000',
      CHECKOUT_RATE_LIMIT_PER_MINUTE: '100000000',
      ...env,
    },
  });
  await store.ready;
  return { servers, store, startSeconds: (performance.now() - startedAt) / 1000 };
}
