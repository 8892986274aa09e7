import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { logFile, startStore } from '#tools/local-stack/store.ts';
import type { ProcessName } from '#deploy/processes.ts';
import type { ServerUris } from '#tools/local-stack/process-environment.ts';
import type { Store } from '#tools/local-stack/store.ts';
import { loadSigningKeys, signToken } from '#services/gateway/auth/signing-keys.ts';
import { removeDataDir, sharedServers, temporaryDataDir } from './servers.ts';
import { sendRequest } from './request.ts';
import type { Answer, RequestOptions } from './request.ts';

export interface TestStoreOrder {
  /** Of its databases, queues and keys; a new one when absent. */
  namespace?: string;
  /** Added to the environment of every process. */
  env?: NodeJS.ProcessEnv;
  /** Only these processes; all five when absent. */
  only?: ProcessName[];
  /** The servers it runs on; those shared by the run when absent. */
  servers?: ServerUris;
}

export interface StoreAccess {
  url: string;
  /** Of each process; the gateway's is the public one. */
  urls: Record<ProcessName, string>;
  namespace: string;
  /** Every secret between the processes, by its variable. */
  secrets: Readonly<Record<string, string>>;
  /** Of its signing keys, as AUTH_KEYS_DIR. */
  keysFolder: string;
  adminToken(scope?: 'admin' | 'admin:read'): Promise<string>;
  clientToken(userId: number): Promise<string>;
  /** Of any subject with any scopes, for those that the two above do not make. */
  token(subject: string, scope: string): Promise<string>;
  /** Sends a request to the gateway, without a token unless one is named. */
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
}

export interface TestStore extends StoreAccess, Omit<Store, 'url' | 'urls' | 'secrets' | 'stop'> {
  servers: ServerUris;
  /** What a process has logged so far. */
  log(name: ProcessName): string;
  /** Kills its processes: a graceful stop takes seconds. Tests of a graceful stop send SIGTERM themselves. */
  stop(): Promise<void>;
  stopGracefully(): Promise<void>;
}

/** The real processes on free ports, with databases, queues and keys of their own. Whoever starts it stops it. */
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

/** Another gateway of a running store. Whoever starts it stops it. */
export function startGatewayOf(store: StoreAccess, env: NodeJS.ProcessEnv = {}): Promise<TestStore> {
  const { urls, secrets, namespace, keysFolder } = store;
  const services = {
    CATALOG_URL: urls['catalog-api'],
    ORDERS_URL: urls['orders-api'],
    WEBHOOKS_URL: urls['webhooks-api'],
  };
  return startTestStore({
    ...{ only: ['gateway'], namespace },
    env: { ...services, AUTH_KEYS_DIR: keysFolder, ...secrets, ...env },
  });
}

/** The store that the whole e2e project shares. */
export function sharedStore(): StoreAccess {
  const known = process.env['TEST_STORE'];
  if (known === undefined) throw new Error('Only the e2e project has a shared store.');
  return accessTo(JSON.parse(known) as KnownStore);
}

/** Makes it known to the tests, which may run in other processes. */
export function shareStore(store: TestStore): void {
  process.env['TEST_STORE'] = JSON.stringify(knownAs(store.namespace, store));
}

type KnownStore = Pick<StoreAccess, 'urls' | 'namespace' | 'keysFolder'> & Pick<Store, 'secrets'>;

function knownAs(
  namespace: string,
  { urls, env, secrets }: Pick<Store, 'urls' | 'env' | 'secrets'>,
): KnownStore {
  return { urls, namespace, secrets, keysFolder: env['AUTH_KEYS_DIR'] ?? '' };
}

/** What one store of a run has compiled, the others need not: they start in half the time. */
function compileCache(): NodeJS.ProcessEnv {
  const folder = process.env['NODE_COMPILE_CACHE'];
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}

const withoutRateLimits = {
  RATE_LIMIT_PER_MINUTE: '1000000',
  CHECKOUT_RATE_LIMIT_PER_MINUTE: '1000000',
  UNFINISHED_OPERATIONS_PER_CALLER: '1000000',
};

function accessTo({ urls, namespace, secrets, keysFolder }: KnownStore): StoreAccess {
  const url = urls.gateway;
  async function token(subject: string, scope: string): Promise<string> {
    return signToken(await loadSigningKeys(keysFolder), { subject, scope, lifetime: 3_600 });
  }
  return {
    ...{ url, urls, namespace, secrets, keysFolder },
    adminToken: (scope = 'admin') => token('admin', scope),
    clientToken: (userId) => token(String(userId), 'client'),
    token,
    request: (method, path, options) => sendRequest(url, method, path, options),
  };
}
