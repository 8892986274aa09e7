import { hash, randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import { Problem } from '#shared/errors.ts';
import { withTimeout } from '../limits/with-timeout.ts';
import { deriveKey, seal, unseal } from '#shared/process/sealed-text.ts';

/** What is kept of somebody who is signed in. */
export interface Session {
  subject: string;
  /** For people to read. */
  name: string;
  /** Their language, where the provider tells it. */
  language: string | null;
  signedInBy: 'link' | 'openid';
  /** In ms since 1970, whatever the tokens say. */
  endsAt: number;
  tokens: SessionTokens;
}

export interface SessionTokens {
  access: string;
  /** When the access token expires, and from when on another one is asked for: ms since 1970. */
  accessUntil: number;
  refreshAt: number;
  refresh: string | null;
  /** Says to the provider who signs out. */
  id: string | null;
}

/**
 * Sessions in Redis, for all gateways. A session is kept under a digest of its id and sealed with a key that the id is a part of:
 * neither what Redis holds nor the store's keys give it away without the browser's cookie. Every method throws `unavailable`
 * while Redis is.
 */
export interface SessionStore {
  /** Keeps a session. → its id. */
  add: (session: Session) => Promise<string>;
  /** The same, if this link was not used before; null if it was. */
  addOnce: (session: Session, link: { id: string; expiresAt: number }) => Promise<string | null>;
  find: (id: string) => Promise<Session | null>;
  /** Changes one that there is; false when there is none any more. */
  replace: (id: string, session: Session) => Promise<boolean>;
  remove: (id: string) => Promise<void>;
  /** Lets one of all gateways go on, for at most this long; null for the others. → how to let the next one. */
  lock: (id: string, ms: number) => Promise<(() => Promise<void>) | null>;
}

/** A slow machine answers in less; a person would wait no longer. */
const longestWaitMs = 2000;
/** A link that has expired here may be good for a gateway whose clock is behind. */
const clocksDifferMs = 600_000;

/** KEYS: the used link, the session. ARGV: ms to remember the link, session, ms to keep it. → 1, or 0 for a used link. */
const addOnceScript = `
if not redis.call('SET', KEYS[1], '1', 'NX', 'PX', ARGV[1]) then return 0 end
redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[3])
return 1`;

/** KEYS: a lock. ARGV: who holds it. A lock that has passed on to another one stays. */
const unlockScript = `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end`;

export function createSessionStore(deps: {
  /** A connection made with `enableOfflineQueue: false`. */
  redis: Pick<Redis, 'status' | 'eval' | 'get' | 'set' | 'del'>;
  namespace: string;
  secret: string;
  now?: () => number;
}): SessionStore {
  const { redis, namespace, secret, now = Date.now } = deps;
  const keyOf = (id: string) => `${namespace}:session:${hash('sha256', id)}`;
  const lockOf = (id: string) => `${namespace}:session:lock:${hash('sha256', id)}`;
  const sealed = (id: string, session: Session) => seal(sealKey(secret, id), JSON.stringify(session));
  const leftMs = (moment: number) => Math.max(1, Math.ceil(moment - now()));
  const newId = () => randomBytes(32).toString('base64url');

  async function ask<T>(question: () => Promise<T>): Promise<T> {
    if (redis.status !== 'ready') throw sessionsAway();
    try {
      return await withTimeout(question(), longestWaitMs);
    } catch (error) {
      throw sessionsAway(error);
    }
  }

  return {
    add: async (session) => {
      const id = newId();
      await ask(() => redis.set(keyOf(id), sealed(id, session), 'PX', leftMs(session.endsAt)));
      return id;
    },
    addOnce: async (session, link) => {
      const id = newId();
      const keys = [`${namespace}:session:link:${link.id}`, keyOf(id)];
      const values = [leftMs(link.expiresAt) + clocksDifferMs, sealed(id, session), leftMs(session.endsAt)];
      return (await ask(() => redis.eval(addOnceScript, keys.length, ...keys, ...values))) === 1 ? id : null;
    },
    find: async (id) => {
      const kept = await ask(() => redis.get(keyOf(id)));
      const opened = kept === null ? null : unseal(sealKey(secret, id), kept);
      return opened === null ? null : (JSON.parse(opened) as Session);
    },
    replace: async (id, session) => {
      const kept = sealed(id, session);
      return (await ask(() => redis.set(keyOf(id), kept, 'PX', leftMs(session.endsAt), 'XX'))) === 'OK';
    },
    remove: async (id) => {
      await ask(() => redis.del(keyOf(id)));
    },
    lock: async (id, ms) => {
      const holder = newId();
      if ((await ask(() => redis.set(lockOf(id), holder, 'PX', ms, 'NX'))) !== 'OK') return null;
      // One that cannot be taken away now ends by itself.
      return () => ask(() => redis.eval(unlockScript, 1, lockOf(id), holder)).then(ignore, ignore);
    },
  };
}

function sealKey(secret: string, id: string): Buffer {
  return deriveKey(secret, 'session', id);
}

function ignore(): void {
  // Nothing to do.
}

function sessionsAway(cause?: unknown): Problem {
  const problem = new Problem('unavailable', {
    detail: 'Redis cannot be reached, so nobody can be signed in or out. Try again shortly.',
    extra: { part: 'redis' },
    headers: { 'Retry-After': '2' },
  });
  problem.cause = cause;
  return problem;
}
