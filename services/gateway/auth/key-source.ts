import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { detail, retryLater } from '#shared/contracts/errors.ts';
import { loadSigningKeys, publicKeys } from './signing-keys.ts';

const fetchTimeoutMs = 3000;
const [remoteCooldownMs, localCooldownMs, maxAgeMs] = [5000, 1000, 600_000];

/** Creates the first key if the directory has none. */
export async function localKeys(directory: string, now?: () => number): Promise<JWTVerifyGetKey> {
  const load = async (): Promise<JSONWebKeySet> => ({ keys: publicKeys(await loadSigningKeys(directory)) });
  await load();
  return reloadingKeys(load, localCooldownMs, now);
}

/** While the identity provider is unavailable, the keys fetched earlier stay in use. */
export function remoteKeys(url: string, now?: () => number): JWTVerifyGetKey {
  return reloadingKeys(() => fetchKeys(url), remoteCooldownMs, now);
}

/**
 * Loads keys on first use, and again in the background once they are ten minutes old. A token with an unknown key id triggers an
 * immediate load, because the keys may have been rotated. At most one load starts per cooldown, so that forged key ids and
 * outages can't cause many requests. `now` must not be the wall clock, because keys would not be loaded while a clock that was set
 * back catches up.
 */
export function reloadingKeys(
  load: () => Promise<JSONWebKeySet>,
  cooldownMs: number,
  now: () => number = () => performance.now(),
): JWTVerifyGetKey {
  let current: JWTVerifyGetKey | undefined;
  let triedAt = -Infinity;
  let failure: unknown;
  let pending: Promise<JWTVerifyGetKey> | undefined;

  async function tryLoading(): Promise<JWTVerifyGetKey> {
    triedAt = now();
    try {
      current = createLocalJWKSet(await load());
      failure = undefined;
      return current;
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      pending = undefined;
    }
  }
  const reload = (): Promise<JWTVerifyGetKey> => (pending ??= tryLoading());
  const isCoolingDown = (): boolean => !pending && now() - triedAt < cooldownMs;

  return async (header, token) => {
    if (!current && isCoolingDown()) throw failure;
    if (current && now() - triedAt > maxAgeMs) reload().catch(() => undefined);
    try {
      return await (current ?? (await reload()))(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      if (!isCoolingDown()) return (await reload())(header, token);
      // If the last load failed, the token's key may exist at the provider. Throw the cause of that failure: an error about the
      // token would end the console session.
      const reason: unknown = failure ?? error;
      throw reason;
    }
  };
}

async function fetchKeys(url: string): Promise<JSONWebKeySet> {
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json, application/jwk-set+json' },
      redirect: 'error',
      signal: AbortSignal.timeout(fetchTimeoutMs),
    });
    const body = (await response.json()) as Partial<JSONWebKeySet>;
    if (!response.ok || !Array.isArray(body.keys))
      throw new Error(`it answered with status ${response.status}`);
    return { keys: body.keys };
  } catch (error) {
    const part = 'identity provider';
    const seconds = remoteCooldownMs / 1000;
    throw retryLater('unavailable', detail('token_keys_unavailable'), { part }, seconds, error);
  }
}
