import { newIdempotencyKey, type StoreError } from '#clients/typescript/src/main.ts';

/**
 * Whether the store may have failed to accept the change. If so, the page sends the change again with the
 * same idempotency key.
 */
export function isNotTaken(error: StoreError): boolean {
  const codes: readonly string[] = ['unavailable', 'outcome_unknown', 'connection_failed'];
  return codes.includes(error.code) || (error.code === 'unexpected_answer' && error.status >= 500);
}

/**
 * Whether the refusal is final, so that the next attempt takes a new idempotency key. A retry after any other failure
 * reuses the key.
 */
export function isDecided({ code, status }: StoreError): boolean {
  if (code === 'operation_cancelled') return true;
  return status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status);
}

export interface WriteKeys {
  of: (...parts: unknown[]) => string;
  /**
   * Call it with the same parts as `of`, once the outcome is known. Without parts, it forgets all keys. Do so when a draft is
   * emptied, because the same text is then a new write.
   */
  forget: (...parts: unknown[]) => void;
}

/** Reuses one idempotency key for the same write until its outcome is known, so that a retry runs once. */
export function createWriteKeys(): WriteKeys {
  let kept: { wish: string; key: string } | undefined;
  return {
    of: (...parts) => {
      const wish = JSON.stringify(parts);
      if (kept?.wish !== wish) kept = { wish, key: newIdempotencyKey() };
      return kept.key;
    },
    forget: () => void (kept = undefined),
  };
}

/**
 * As `createWriteKeys`, but each write keeps its key until its own outcome is known, even if the user sends another write
 * meanwhile. The keys survive leaving and reloading the page, as drafts do. `name` identifies the form or record.
 */
export function storedWriteKeys(name: string): WriteKeys {
  const place = `console.key ${name}`;
  const kept = () => JSON.parse(sessionStorage.getItem(place) ?? '{}') as Record<string, string>;
  const keep = (keys: Record<string, string>) => sessionStorage.setItem(place, JSON.stringify(keys));
  return {
    of: (...parts) => {
      const wish = JSON.stringify(parts);
      const keys = kept();
      const key = keys[wish] ?? newIdempotencyKey();
      keep({ ...keys, [wish]: key });
      return key;
    },
    forget: (...parts) => {
      const { [JSON.stringify(parts)]: _, ...others } = kept();
      if (parts.length === 0) sessionStorage.removeItem(place);
      else keep(others);
    },
  };
}
