import type { ProcessName } from '#deploy/processes.ts';
import { loadSigningKeys, signToken } from '#services/gateway/auth/signing-keys.ts';
import type { Store } from '#tools/local-stack/store.ts';
import { sendRequest, type Answer, type RequestOptions } from './request.ts';

export interface StoreAccess {
  url: string;
  /** The URL of each process; for the gateway its public URL. */
  urls: Record<ProcessName, string>;
  namespace: string;
  /** Every secret between two processes, keyed by its environment variable. */
  secrets: Readonly<Record<string, string>>;
  /** The folder with the gateway's signing keys (AUTH_KEYS_DIR). */
  keysFolder: string;
  adminToken(scope?: 'admin' | 'admin:read'): Promise<string>;
  clientToken(userId: number): Promise<string>;
  token(subject: string, scope: string): Promise<string>;
  /** Sends a request to the gateway; without a token unless the options contain one. */
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
}

/** The store that all e2e tests share. */
export function sharedStore(): StoreAccess {
  const known = process.env['TEST_STORE'];
  if (known === undefined) throw new Error('Only the e2e project has a shared store.');
  return accessTo(JSON.parse(known) as KnownStore);
}

/** Passes the store's addresses and secrets to the tests, which may run in other processes. */
export function shareStore(store: Pick<Store, 'urls' | 'env' | 'secrets'> & { namespace: string }): void {
  process.env['TEST_STORE'] = JSON.stringify(knownAs(store.namespace, store));
}

type KnownStore = Pick<StoreAccess, 'urls' | 'namespace' | 'keysFolder'> & Pick<Store, 'secrets'>;

export function knownAs(
  namespace: string,
  { urls, env, secrets }: Pick<Store, 'urls' | 'env' | 'secrets'>,
): KnownStore {
  return { urls, namespace, secrets, keysFolder: env['AUTH_KEYS_DIR'] ?? '' };
}

export function accessTo({ urls, namespace, secrets, keysFolder }: KnownStore): StoreAccess {
  const url = urls.gateway;
  async function token(subject: string, scope: string): Promise<string> {
    return signToken(await loadSigningKeys(keysFolder), { subject, scope, lifetime: 3_600 });
  }
  return {
    url,
    urls,
    namespace,
    secrets,
    keysFolder,
    adminToken: (scope = 'admin') => token('admin', scope),
    clientToken: (userId) => token(String(userId), 'client'),
    token,
    request: (method, path, options) => sendRequest(url, method, path, options),
  };
}
