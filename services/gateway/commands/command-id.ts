import { createHmac, hash, randomUUID } from 'node:crypto';
import { invalid } from '#shared/contracts/errors.ts';

const printable = /^[\x20-\x7e]{1,255}$/;

/**
 * With an `Idempotency-Key`, the id is a keyed hash of caller, method, path and key, so that a retry at any gateway is the same
 * command. Without a key, the id is random. `path` must come from `canonicalPath`.
 */
export function commandId(
  secret: string,
  request: { owner: string; method: string; path: string; idempotencyKey: string | undefined },
): string {
  const { owner, method, path, idempotencyKey: key } = request;
  if (key === undefined) return randomUUID().replaceAll('-', '');
  if (!printable.test(key)) {
    throw invalid({ field: 'idempotency_key', rule: 'max_characters', params: { max: 255 } });
  }
  const identity = JSON.stringify([owner, method, path, key]);
  return createHmac('sha256', secret).update(identity).digest('hex').slice(0, 32);
}

/** Requests may spell the same path with different case, percent-encoding or a trailing slash. */
export function canonicalPath(declared: string, params: Readonly<Record<string, number>>): string {
  return declared.replaceAll(/:(\w+)/g, (_parameter, name: string) => String(params[name]));
}

/** The sequence of the fields does not change the hash. */
export function fingerprint(asked: unknown): string {
  return hash('sha256', canonical(asked), 'base64url');
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
