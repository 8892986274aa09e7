import type { Redis } from 'ioredis';
import { Problem } from '#shared/errors.ts';
import { callerKey } from '../auth/caller-key.ts';
import { withPatience } from './with-timeout.ts';

/**
 * How many writes each caller has left unfinished: accepted, and not decided yet. Writes that are waited for in the
 * usual way cost it nothing.
 */
export interface UnfinishedWrites {
  /** Whether this gateway knows of any. */
  has: (owner: string) => boolean;
  /** Counts one more, or refuses with `too_many_requests`; one that is counted already is let through. */
  take: (owner: string, command: string) => Promise<void>;
  /** Counts one that can no longer be refused. */
  add: (owner: string, command: string) => Promise<void>;
  release: (owner: string, command: string) => void;
}

/** A reply that was lost leaves a command counted for this long. */
const countedMs = 600_000;

/**
 * KEYS: the caller's commands, by when they cease to count. ARGV: command, limit (none: ''), ms to count it.
 * → {1 if counted, how many there are}.
 */
const takeScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local count = redis.call('ZCARD', KEYS[1])
local known = redis.call('ZSCORE', KEYS[1], ARGV[1])
if ARGV[2] ~= '' and not known and count >= tonumber(ARGV[2]) then
  return {0, count}
end
redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return {1, count}`;

/** Counted in Redis for all gateways together; in this process alone while Redis is away. */
export function createUnfinishedWrites(deps: {
  /** A connection made with `enableOfflineQueue: false`. */
  redis: Pick<Redis, 'status' | 'eval' | 'zrem'>;
  namespace: string;
  limit: number;
}): UnfinishedWrites {
  const { redis, namespace, limit } = deps;
  const own = new Map<string, Map<string, NodeJS.Timeout>>();
  const keyOf = (owner: string) => `${namespace}:unfinished:${callerKey(owner)}`;

  const forget = (owner: string, command: string): boolean => {
    const commands = own.get(owner);
    clearTimeout(commands?.get(command));
    const wasCounted = commands?.delete(command) === true;
    if (commands?.size === 0) own.delete(owner);
    return wasCounted;
  };
  const remember = (owner: string, command: string): void => {
    forget(owner, command);
    const commands = own.get(owner) ?? new Map<string, NodeJS.Timeout>();
    const timer = setTimeout(() => forget(owner, command), countedMs).unref();
    own.set(owner, commands.set(command, timer));
  };

  async function countInRedis(owner: string, command: string, most: number | ''): Promise<number | null> {
    if (redis.status !== 'ready') return null;
    try {
      const reply = redis.eval(takeScript, 1, keyOf(owner), command, most, countedMs);
      const [isCounted, count] = (await withPatience(reply)) as [number, number];
      return isCounted === 1 ? null : count;
    } catch {
      return null;
    }
  }

  return {
    has: (owner) => own.has(owner),
    take: async (owner, command) => {
      const commands = own.get(owner);
      const count = commands?.size ?? 0;
      if (count >= limit && commands?.has(command) !== true) throw tooMany(count, limit);
      remember(owner, command);
      const tooManyInAll = await countInRedis(owner, command, limit);
      if (tooManyInAll === null) return;
      forget(owner, command);
      throw tooMany(tooManyInAll, limit);
    },
    add: async (owner, command) => {
      remember(owner, command);
      await countInRedis(owner, command, '');
    },
    release: (owner, command) => {
      if (!forget(owner, command) || redis.status !== 'ready') return;
      redis.zrem(keyOf(owner), command).catch(() => undefined);
    },
  };
}

/** The refusal of a caller who has so many unfinished operations. */
export function tooMany(count: number, limit: number): Problem {
  return new Problem('too_many_requests', {
    detail: `You have ${count} unfinished operations and may have ${limit}. Wait until some are done, or cancel them.`,
    extra: { unfinished: count, limit },
    headers: { 'Retry-After': '5' },
  });
}
