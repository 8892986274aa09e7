import type { Redis } from 'ioredis';
import { detail, retryLater, type Problem } from '#shared/contracts/errors.ts';
import { withRedisTimeout } from '#shared/platform/redis/connect-redis.ts';
import { shortName } from './rate-limit.ts';

/** Limits the commands that each owner has in flight, meaning accepted and not yet processed. */
export interface InFlightLimit {
  readonly limit: number;
  hasAny: (owner: string) => boolean;
  /** Counts a command. Throws `too_many_requests` at the limit, unless the command is already counted. */
  acquire: (owner: string, commandId: string) => Promise<void>;
  /** Counts a command that was already accepted, even beyond the limit. */
  add: (owner: string, commandId: string) => Promise<void>;
  release: (owner: string, commandId: string) => void;
}

/** If a command's reply never arrives, the command counts for this many ms. */
const countedMs = 600_000;

/**
 * KEYS: a sorted set of the owner's commands, each scored with the time until which the command counts. ARGV: the command's id,
 * the limit ('' for no limit), the ms for which the command counts. Returns {1 if the command is counted, the number of counted
 * commands}.
 */
const acquireScript = `
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

/** All gateways share one count in Redis. While Redis is unavailable, each gateway uses only its own count. */
export function createInFlightLimit(deps: {
  /** The connection must be made with `enableOfflineQueue: false`. */
  redis: Pick<Redis, 'status' | 'eval' | 'zrem'>;
  namespace: string;
  limit: number;
}): InFlightLimit {
  const { redis, namespace, limit } = deps;
  const local = createLocalCount();
  const keyOf = (owner: string) => `${namespace}:unfinished:${shortName(owner)}`;

  /** The owner's count in Redis if it has reached the limit; null if Redis counted the command or is unavailable. */
  async function refusedByRedis(owner: string, commandId: string, most: number | ''): Promise<number | null> {
    if (redis.status !== 'ready') return null;
    try {
      const reply = redis.eval(acquireScript, 1, keyOf(owner), commandId, most, countedMs);
      const [isCounted, count] = (await withRedisTimeout(reply)) as [number, number];
      return isCounted === 1 ? null : count;
    } catch {
      return null;
    }
  }

  return {
    limit,
    hasAny: (owner) => local.count(owner) > 0,
    acquire: async (owner, commandId) => {
      const count = local.count(owner);
      if (count >= limit && !local.has(owner, commandId)) throw tooManyInFlight(count, limit);
      local.add(owner, commandId);
      const countInRedis = await refusedByRedis(owner, commandId, limit);
      if (countInRedis === null) return;
      local.remove(owner, commandId);
      throw tooManyInFlight(countInRedis, limit);
    },
    add: async (owner, commandId) => {
      local.add(owner, commandId);
      await refusedByRedis(owner, commandId, '');
    },
    release: (owner, commandId) => {
      if (!local.remove(owner, commandId) || redis.status !== 'ready') return;
      redis.zrem(keyOf(owner), commandId).catch(() => undefined);
    },
  };
}

function createLocalCount() {
  const owners = new Map<string, Map<string, NodeJS.Timeout>>();

  function remove(owner: string, commandId: string): boolean {
    const timers = owners.get(owner);
    clearTimeout(timers?.get(commandId));
    const wasCounted = timers?.delete(commandId) === true;
    if (timers?.size === 0) owners.delete(owner);
    return wasCounted;
  }

  function add(owner: string, commandId: string): void {
    remove(owner, commandId);
    const timers = owners.get(owner) ?? new Map<string, NodeJS.Timeout>();
    const timer = setTimeout(() => remove(owner, commandId), countedMs).unref();
    owners.set(owner, timers.set(commandId, timer));
  }

  return {
    count: (owner: string) => owners.get(owner)?.size ?? 0,
    has: (owner: string, commandId: string) => owners.get(owner)?.has(commandId) === true,
    add,
    remove,
  };
}

export function tooManyInFlight(count: number, limit: number): Problem {
  const why = detail('too_many_operations', { count, limit });
  return retryLater('too_many_requests', why, { unfinished: count, limit }, 5);
}
