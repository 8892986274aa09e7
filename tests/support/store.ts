import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { logFile, startStore, type Store } from '#tools/local-stack/store.ts';
import { processPerRole, processPerService, type ProcessName, type StoreProcess } from '#deploy/processes.ts';
import type { ServerUser } from '#deploy/servers/access.ts';
import type { ServerUris } from '#tools/local-stack/process-environment.ts';
import { removeDataDir, sharedServers, temporaryDataDir } from './servers.ts';
import { accessTo, knownAs, type StoreAccess } from './store-access.ts';

export { sharedStore } from './store-access.ts';
export type { StoreAccess } from './store-access.ts';

export interface TestStoreOrder<Name extends string = ProcessName> {
  /** The prefix for the names of databases, queues and Redis keys; random by default. */
  namespace?: string;
  /** Variables to add to the environment of every process. */
  env?: NodeJS.ProcessEnv;
  /** The processes to start; all by default. */
  only?: readonly Name[];
  /** The servers to use; by default the shared servers of the run. */
  servers?: ServerUris;
}

export interface TestStore<Name extends string = ProcessName>
  extends StoreAccess, Omit<Store<Name>, 'url' | 'urls' | 'secrets' | 'stop'> {
  servers: ServerUris;
  /** Returns everything that a process has logged so far. */
  log(name: Name): string;
  /** Kills the processes, because a graceful stop takes seconds. A test of a graceful stop sends SIGTERM itself. */
  stop(): Promise<void>;
  stopGracefully(): Promise<void>;
}

/**
 * Starts the real processes on free ports, with their own databases, queues and Redis keys. The caller stops the store. Each
 * process runs one role, so that a test can kill a role.
 */
export function startTestStore(order: TestStoreOrder = {}): Promise<TestStore> {
  return startProcesses(processPerRole, order);
}

/** Starts a store with one process per service, which starts faster and takes less memory. */
export function startSmallTestStore(order: TestStoreOrder<ServerUser> = {}): Promise<TestStore<ServerUser>> {
  return startProcesses(processPerService, order);
}

async function startProcesses<Name extends string>(
  processes: readonly StoreProcess<Name>[],
  order: TestStoreOrder<Name>,
): Promise<TestStore<Name>> {
  const dataDir = await temporaryDataDir();
  const namespace = order.namespace ?? `test-${randomBytes(5).toString('hex')}`;
  const servers = order.servers ?? sharedServers();
  const store = await startStore({
    processes: processes.filter(({ name }) => order.only?.includes(name) ?? true),
    servers,
    dataDir,
    env: { STORE_NAMESPACE: namespace, ...compileCache(), ...withoutRateLimits, ...order.env },
    restart: false,
    say: () => undefined,
  });
  async function stopGracefully(): Promise<void> {
    await store.stop();
    removeDataDir(dataDir);
  }
  async function stop(): Promise<void> {
    for (const { name } of store.processes()) store.kill(name, 'SIGKILL');
    await stopGracefully();
  }
  try {
    await store.ready;
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    ...store,
    ...accessTo(knownAs(namespace, store)),
    servers,
    log: (name) => readFileSync(logFile(dataDir, name), 'utf8'),
    stop,
    stopGracefully,
  };
}

/** Starts another gateway for a running store. The caller stops the gateway. */
export function startGatewayOf(store: StoreAccess, env: NodeJS.ProcessEnv = {}): Promise<TestStore> {
  const { urls, secrets, namespace, keysFolder } = store;
  const services = {
    CATALOG_URL: urls['catalog-api'],
    ORDERS_URL: urls['orders-api'],
    WEBHOOKS_URL: urls['webhooks-api'],
  };
  return startTestStore({
    only: ['gateway'],
    namespace,
    env: { ...services, AUTH_KEYS_DIR: keysFolder, ...secrets, ...env },
  });
}

/** All stores of a run share a compile cache, which halves their start time. */
function compileCache(): NodeJS.ProcessEnv {
  const folder = process.env['NODE_COMPILE_CACHE'];
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}

const withoutRateLimits = {
  RATE_LIMIT_PER_MINUTE: '1000000',
  CHECKOUT_RATE_LIMIT_PER_MINUTE: '1000000',
  UNFINISHED_OPERATIONS_PER_CALLER: '1000000',
};
