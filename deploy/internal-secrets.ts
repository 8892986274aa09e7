/** A secret for each pair of caller and service, the gateway's keys for ids, and the key of the endpoints' secrets. */
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

/** Where a store's secrets are kept from start to start. */
export interface KeptSecrets {
  kept: (name: string) => string | undefined;
  keep: (name: string, value: string) => void;
  /** The one kept under this name, made when there is none. */
  secret: (name: string) => string;
}

/** What releases up to 0.2.0 kept for everything. It stays, so that going back to one of them goes on with it. */
const formerSecret = 'internal-secret';
const formerUntil = 'operation-id-old-key-until';
const formerMs = 7 * 24 * 3600 * 1000;

/**
 * Of a process with these secrets, the variables that tell it. A store of a release up to 0.2.0 is taken over: its
 * operations' ids are good for seven more days, and its idempotency keys are hashed as before.
 */
export function internalVariables(
  names: readonly InternalSecret[],
  store: KeptSecrets,
  now: number,
): Record<string, string> {
  takeOver(store, now);
  const own = names.map((name) => [variableOf(name), store.secret(name)] as const);
  return { ...Object.fromEntries(own), ...(names.includes('operation-id-key') && oldKey(store, now)) };
}

/** `orders-catalog-secret` is told as ORDERS_CATALOG_SECRET. */
export function variableOf(secret: string): string {
  return secret.toUpperCase().replaceAll('-', '_');
}

function takeOver(store: KeptSecrets, now: number): void {
  const former = store.kept(formerSecret);
  if (former === undefined || store.kept(formerUntil) !== undefined) return;
  store.keep(formerUntil, new Date(now + formerMs).toISOString());
  store.keep('command-id-key', former);
}

function oldKey(store: KeptSecrets, now: number): Record<string, string> {
  const [former, until] = [store.kept(formerSecret), store.kept(formerUntil)];
  if (former === undefined || until === undefined || now >= Date.parse(until)) return {};
  return { OPERATION_ID_OLD_KEY: former, OPERATION_ID_OLD_KEY_UNTIL: until };
}
