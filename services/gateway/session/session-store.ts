import { hash, randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import { detail, retryLater, type Problem } from '#shared/contracts/errors.ts';
import { withTimeout } from '#shared/platform/process/with-timeout.ts';
import { deriveKey, seal, unseal } from '#shared/platform/process/sealed-text.ts';

export interface Session {
  subject: string;
  name: string;
  language: string | null;
  signedInBy: 'link' | 'openid';
  /** When the session ends, even if its tokens are valid for longer; in ms since 1970. */
  endsAt: number;
  tokens: SessionTokens;
}

export interface SessionTokens {
  access: string;
  /** When the access token expires. The token is refreshed from `refreshAt` on. Both times are in ms since 1970. */
  accessUntil: number;
  refreshAt: number;
  refresh: string | null;
  /** The ID token, which identifies the person to the provider at sign-out. */
  id: string | null;
}

/** The part of a session that other staff may see. */
export interface KnownSession extends Pick<Session, 'subject' | 'name' | 'signedInBy'> {
  beganAt: number;
  /** When the session ends if it is not used again. */
  endsAt: number;
}

/**
 * A session ends at its `endsAt`, or when it is unused for the idle time. Redis stores each session under a digest of the
 * session's id, and encrypted with a key derived from the id. Even the data in Redis and the store's keys together therefore
 * don't reveal a session without the browser's cookie. Every method throws `unavailable` while Redis is down.
 */
export interface SessionStore {
  add: (session: Session) => Promise<string>;
  /** Like `add`, but only if this link was not used before. Resolves with null if the link was used. */
  addOnce: (session: Session, link: { id: string; expiresAt: number }) => Promise<string | null>;
  find: (id: string) => Promise<Session | null>;
  /** Restarts the idle time of a session. */
  use: (id: string, session: Session) => Promise<void>;
  /** Resolves with false if the session no longer exists. */
  replace: (id: string, session: Session) => Promise<boolean>;
  remove: (id: string) => Promise<void>;
  /** Newest first. */
  list: () => Promise<KnownSession[]>;
  endAllOf: (subject: string) => Promise<number>;
  /** All gateways share the lock. Resolves with a function that releases the lock, or with null if another process holds it. */
  lock: (id: string, ms: number) => Promise<(() => Promise<void>) | null>;
}

/** An entry in the list of sessions, which is stored encrypted. */
type ListEntry = Omit<KnownSession, 'endsAt'>;

/** The longest duration of a session: long enough for a working day. */
export const longestSessionMs = 12 * 3_600_000;
/** The longest wait for Redis. Even a slow Redis responds within this time, and a person would not wait longer. */
const longestWaitMs = 2000;
/** A used link is remembered this long after its expiry, because another gateway's clock may be behind ours. */
const clocksDifferMs = 600_000;

/**
 * KEYS: the list of sessions, the session, and the sign-in link if one is used. ARGV: the list entry's name, the entry, the
 * list's lifetime, the session, its lifetime, and how long to remember the link, all times in ms. Returns 0 for a used link. The
 * link is marked last, so a failure leaves it valid.
 */
const addScript = `
if KEYS[3] and redis.call('GET', KEYS[3]) then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
redis.call('SET', KEYS[2], ARGV[4], 'PX', ARGV[5])
if KEYS[3] then redis.call('SET', KEYS[3], '1', 'PX', ARGV[6]) end
return 1`;

/** Releases a lock (KEYS) if ARGV is still its holder. After its expiry, another holder may have acquired the lock. */
const unlockScript = `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end`;

export function createSessionStore(deps: {
  /** The connection must be made with `enableOfflineQueue: false`. */
  redis: Pick<Redis, 'status' | 'eval' | 'get' | 'set' | 'del' | 'pexpire' | 'pttl' | 'hgetall' | 'hdel'>;
  namespace: string;
  secret: string;
  idleMs: number;
  now?: () => number;
}): SessionStore {
  const { redis, namespace, secret, idleMs, now = Date.now } = deps;
  const digestOf = (id: string) => hash('sha256', id);
  const keyAt = (digest: string) => `${namespace}:session:${digest}`;
  const keyOf = (id: string) => keyAt(digestOf(id));
  const listKey = `${namespace}:session:list`;
  const listSeal = deriveKey(secret, 'sessions');
  const lockOf = (id: string) => `${namespace}:session:lock:${digestOf(id)}`;
  const sealKey = (id: string) => deriveKey(secret, 'session', id);
  const sealed = (id: string, session: Session) => seal(sealKey(id), JSON.stringify(session));
  const leftMs = (moment: number) => Math.max(1, Math.ceil(moment - now()));
  const idleLeftMs = ({ endsAt }: Pick<Session, 'endsAt'>) => Math.min(leftMs(endsAt), idleMs);
  const newId = () => randomBytes(32).toString('base64url');

  async function ask<T>(question: () => Promise<T>): Promise<T> {
    if (redis.status !== 'ready') throw sessionsAway();
    try {
      return await withTimeout(question(), longestWaitMs);
    } catch (error) {
      throw sessionsAway(error);
    }
  }

  /** Resolves with false if `link` was already used. Also removes ended sessions from the list. */
  async function put(
    id: string,
    session: Session,
    link: { id: string; expiresAt: number } | null,
  ): Promise<boolean> {
    const { subject, name, signedInBy } = session;
    const entry: ListEntry = { subject, name, signedInBy, beganAt: now() };
    const keys = [listKey, keyOf(id), ...(link ? [`${namespace}:session:link:${link.id}`] : [])];
    const values = [
      digestOf(id),
      seal(listSeal, JSON.stringify(entry)),
      longestSessionMs,
      sealed(id, session),
      idleLeftMs(session),
      ...(link ? [leftMs(link.expiresAt) + clocksDifferMs] : []),
    ];
    if ((await ask(() => redis.eval(addScript, keys.length, ...keys, ...values))) !== 1) return false;
    void entries().catch(() => undefined);
    return true;
  }

  async function entries(): Promise<(KnownSession & { digest: string })[]> {
    const kept = await Promise.all(
      Object.entries(await redis.hgetall(listKey)).map(async ([digest, sealedEntry]) => {
        const ms = await redis.pttl(keyAt(digest));
        return { digest, sealedEntry, ms };
      }),
    );
    const over = kept.filter(({ ms }) => ms <= 0);
    if (over.length > 0) await redis.hdel(listKey, ...over.map(({ digest }) => digest));
    return kept.flatMap(({ digest, sealedEntry, ms }) => {
      const opened = ms > 0 ? unseal(listSeal, sealedEntry) : null;
      return opened === null ? [] : [{ ...(JSON.parse(opened) as ListEntry), endsAt: now() + ms, digest }];
    });
  }

  async function end(digests: readonly string[]): Promise<void> {
    await redis.del(...digests.map(keyAt));
    await redis.hdel(listKey, ...digests);
  }

  return {
    add: async (session) => {
      const id = newId();
      await put(id, session, null);
      return id;
    },
    addOnce: async (session, link) => {
      const id = newId();
      return (await put(id, session, link)) ? id : null;
    },
    find: async (id) => {
      const kept = await ask(() => redis.get(keyOf(id)));
      const opened = kept === null ? null : unseal(sealKey(id), kept);
      return opened === null ? null : (JSON.parse(opened) as Session);
    },
    use: async (id, session) => {
      await ask(() => redis.pexpire(keyOf(id), idleLeftMs(session)));
    },
    replace: async (id, session) =>
      (await ask(() => redis.set(keyOf(id), sealed(id, session), 'KEEPTTL', 'XX'))) === 'OK',
    remove: async (id) => {
      await ask(() => end([digestOf(id)]));
    },
    list: async () => {
      const found = await ask(entries);
      return found
        .map(({ digest: _digest, ...known }) => known)
        .sort((one, other) => other.beganAt - one.beganAt);
    },
    endAllOf: (subject) =>
      ask(async () => {
        const own = (await entries()).filter((known) => known.subject === subject);
        if (own.length > 0) await end(own.map(({ digest }) => digest));
        return own.length;
      }),
    lock: async (id, ms) => {
      const holder = newId();
      if ((await ask(() => redis.set(lockOf(id), holder, 'PX', ms, 'NX'))) !== 'OK') return null;
      // If the release fails, the lock expires by itself.
      return async () => {
        await ask(() => redis.eval(unlockScript, 1, lockOf(id), holder)).catch(() => undefined);
      };
    },
  };
}

function sessionsAway(cause?: unknown): Problem {
  return retryLater('unavailable', detail('sign_in_without_redis'), { part: 'redis' }, 2, cause);
}
