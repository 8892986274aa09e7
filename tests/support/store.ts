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
  namespace: string;
  adminToken(scope?: 'admin' | 'admin:read'): Promise<string>;
  clientToken(userId: number): Promise<string>;
  /** Of any subject with any scopes, for those that the two above do not make. */
  token(subject: string, scope: string): Promise<string>;
  /** Sends a request to the gateway, without a token unless one is named. */
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
}

export interface TestStore extends StoreAccess, Omit<Store, 'url'> {
  servers: ServerUris;
  /** What a process has logged so far. */
  log(name: ProcessName): string;
}

/** The real processes on free ports, with databases, queues and keys of their own. Whoever starts it stops it. */
export async function startTestStore(order: TestStoreOrder = {}): Promise<TestStore> {
  const dataDir = await temporaryDataDir();
  const namespace = order.namespace ?? `test-${randomBytes(5).toString('hex')}`;
  const servers = order.servers ?? sharedServers();
  const store = await startStore({
    servers,
    dataDir,
    env: { STORE_NAMESPACE: namespace, ...withoutRateLimits, ...order.env },
    ...(order.only && { only: order.only }),
    restart: false,
    say: () => undefined,
  });
  async function stop(): Promise<void> {
    await store.stop();
    removeDataDir(dataDir);
  }
  try {
    await store.ready;
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    ...store,
    ...accessTo(store.url, namespace, dataDir.folder('keys')),
    servers,
    log: (name) => readFileSync(logFile(dataDir, name), 'utf8'),
    stop,
  };
}

/** The store that the whole e2e project shares. */
export function sharedStore(): StoreAccess {
  const { TEST_STORE_URL: url, TEST_STORE_NAMESPACE: namespace, TEST_STORE_KEYS: keys } = process.env;
  if (url === undefined || namespace === undefined || keys === undefined) {
    throw new Error('Only the e2e project has a shared store.');
  }
  return accessTo(url, namespace, keys);
}

/** Makes it known to the tests, which may run in other processes. */
export function shareStore(store: TestStore): void {
  process.env['TEST_STORE_URL'] = store.url;
  process.env['TEST_STORE_NAMESPACE'] = store.namespace;
  process.env['TEST_STORE_KEYS'] = store.env['AUTH_KEYS_DIR'];
}

const withoutRateLimits = {
  RATE_LIMIT_PER_MINUTE: '1000000',
  CHECKOUT_RATE_LIMIT_PER_MINUTE: '1000000',
  UNFINISHED_OPERATIONS_PER_CALLER: '1000000',
};

function accessTo(url: string, namespace: string, keysFolder: string): StoreAccess {
  async function token(subject: string, scope: string): Promise<string> {
    return signToken(await loadSigningKeys(keysFolder), { subject, scope, lifetime: 3_600 });
  }
  return {
    url,
    namespace,
    adminToken: (scope = 'admin') => token('admin', scope),
    clientToken: (userId) => token(String(userId), 'client'),
    token,
    request: (method, path, options) => sendRequest(url, method, path, options),
  };
}
