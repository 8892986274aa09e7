/**
 * Secrets for each pair of caller and service, the gateway's keys for ids, and the key that encrypts the webhook endpoints'
 * secrets.
 */
export const internalSecrets = [
  'gateway-catalog-secret',
  'gateway-orders-secret',
  'gateway-webhooks-secret',
  'orders-catalog-secret',
  'webhooks-catalog-secret',
  'webhooks-orders-secret',
  'webhook-secrets-key',
  'operation-id-key',
  'command-id-key',
] as const;
export type InternalSecret = (typeof internalSecrets)[number];

/** The storage that keeps a store's secrets across restarts. */
export interface KeptSecrets {
  kept: (name: string) => string | undefined;
  /** Returns the secret with this name. Generates the secret if it does not exist. */
  secret: (name: string) => string;
}

/**
 * The names under which release 0.6.0 may have stored a former key of operation ids, and the time until which ids made with that
 * key are accepted.
 */
const formerSecret = 'internal-secret';
const formerUntil = 'operation-id-old-key-until';

/** The environment variables for a process with these secrets. */
export function internalVariables(
  names: readonly InternalSecret[],
  store: KeptSecrets,
  now: number,
): Record<string, string> {
  const own = names.map((name) => [variableOf(name), store.secret(name)] as const);
  return { ...Object.fromEntries(own), ...(names.includes('operation-id-key') && oldKey(store, now)) };
}

/** `orders-catalog-secret` becomes the variable ORDERS_CATALOG_SECRET. */
export function variableOf(secret: string): string {
  return secret.toUpperCase().replaceAll('-', '_');
}

function oldKey(store: KeptSecrets, now: number): Record<string, string> {
  const [former, until] = [store.kept(formerSecret), store.kept(formerUntil)];
  if (former === undefined || until === undefined || now >= Date.parse(until)) return {};
  return { OPERATION_ID_OLD_KEY: former, OPERATION_ID_OLD_KEY_UNTIL: until };
}
