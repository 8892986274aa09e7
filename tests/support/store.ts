import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { logFile, startStore, type Store } from '#tools/local-stack/store.ts';
import type { ProcessName } from '#deploy/processes.ts';
import type { ServerUris } from '#tools/local-stack/process-environment.ts';
import { removeDataDir, sharedServers, temporaryDataDir } from './servers.ts';
import { accessTo, knownAs, type StoreAccess } from './store-access.ts';

export { sharedStore } from './store-access.ts';
export type { StoreAccess } from './store-access.ts';

export interface TestStoreOrder {
  /** The prefix of its databases, queues and keys; random by default. */
  namespace?: string;
  /** Added to the environment of every process. */
  env?: NodeJS.ProcessEnv;
  /** Start only these processes; all by default. */
  only?: ProcessName[];
  /** The servers to use; by default those of the run. */
  servers?: ServerUris;
}

export interface TestStore extends StoreAccess, Omit<Store, 'url' | 'urls' | 'secrets' | 'stop'> {
  servers: ServerUris;
  /** The log of a process so far. */
  log(name: ProcessName): string;
  /** Kills its processes, because a graceful stop takes seconds. Tests of a graceful stop send SIGTERM themselves. */
  stop(): Promise<void>;
  stopGracefully(): Promise<void>;
}

/** The real processes on free ports, with databases, queues and keys of their own. The caller stops it. */
export async function startTestStore(order: TestStoreOrder = {}): Promise<TestStore> {
  const dataDir = await temporaryDataDir();
  const namespace = order.namespace ?? `test-${randomBytes(5).toString('hex')}`;
  const servers = order.servers ?? sharedServers();
  const store = await startStore({
    servers,
    dataDir,
    env: { STORE_NAMESPACE: namespace, ...compileCache(), ...withoutRateLimits, ...order.env },
    ...(order.only && { only: order.only }),
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

/** Another gateway of a running store. The caller stops it. */
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

/** Stores of a run share compiled code, which halves their start time. */
function compileCache(): NodeJS.ProcessEnv {
  const folder = process.env['NODE_COMPILE_CACHE'];
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}

const withoutRateLimits = {
  RATE_LIMIT_PER_MINUTE: '1000000',
  CHECKOUT_RATE_LIMIT_PER_MINUTE: '1000000',
  UNFINISHED_OPERATIONS_PER_CALLER: '1000000',
};
