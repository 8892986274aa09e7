import { hash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { askTogether } from '#shared/platform/process/batch-calls.ts';
import { withRedisTimeout } from '#shared/platform/redis/connect-redis.ts';

export interface Allowance {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Seconds until the window ends, at least 1. 0 when the request is allowed. */
  retryAfterSeconds: number;
}

/** Counts one request against the caller's `limit` per window. The promise never rejects. */
export type TakeAllowance = (key: string, limit: number) => Promise<Allowance>;

interface Window {
  count: number;
  left: number;
  allowed: boolean;
}

interface RateLimiterDeps {
  /** The connection must be made with `enableOfflineQueue: false`, and the caller must handle its `error` event. */
  redis: Pick<Redis, 'status' | 'eval'>;
  namespace: string;
  windowMs?: number;
  /** Not the wall clock by default, because a clock that was set back would prolong windows. */
  now?: () => number;
}

/**
 * KEYS: for each request, the counter of its caller's window. ARGV: the length of a window in ms, then each request's limit.
 * Returns for each request: 1 if it is allowed, the count in its window, and the ms until the window ends. As in Laravel, a
 * window starts with the caller's first request. Redis measures the time.
 */
const takeScript = `
local taken = {}
for index, window in ipairs(KEYS) do
  local count = tonumber(redis.call('GET', window) or '0')
  local allowed = 0
  if count < tonumber(ARGV[index + 1]) then
    count = redis.call('INCR', window)
    allowed = 1
  end
  local left = redis.call('PTTL', window)
  if left < 0 then
    left = tonumber(ARGV[1])
    redis.call('PEXPIRE', window, left)
  end
  taken[3 * index - 2], taken[3 * index - 1], taken[3 * index] = allowed, count, left
end
return taken`;

/** After a failure, the gateway waits this long before it tries Redis again. */
const retryRedisAfterMs = 1000;
const rememberedCallers = 10_000;

/** All gateways share the counts in Redis. Without Redis, each gateway counts separately, starting from the last counts. */
export function createRateLimiter(deps: RateLimiterDeps): TakeAllowance {
  const { redis, namespace, windowMs = 60_000, now = () => performance.now() } = deps;
  const memory = createMemoryWindows(windowMs, now);
  let retryRedisAt = -Infinity;

  // Concurrent requests share one call of the script, which takes far less CPU time than ioredis's automatic pipelining.
  const takeBatched = askTogether<{ key: string; limit: number }, Window>(async (asked) => {
    const keys = asked.map(({ key }) => `${namespace}:rate:${key}`);
    const limits = asked.map(({ limit }) => limit);
    const reply = redis.eval(takeScript, keys.length, ...keys, windowMs, ...limits);
    const taken = (await withRedisTimeout(reply)) as number[];
    return asked.map((_, index) => {
      const [allowed, count = 0, left = 0] = taken.slice(3 * index, 3 * index + 3);
      return { count, left, allowed: allowed === 1 };
    });
  });

  async function takeFromRedis(key: string, limit: number): Promise<Window> {
    const isProbe = retryRedisAt > -Infinity;
    if (isProbe) retryRedisAt = now() + retryRedisAfterMs;
    try {
      const window = await takeBatched({ key, limit });
      retryRedisAt = -Infinity;
      memory.remember(key, window.count, window.left);
      return window;
    } catch {
      retryRedisAt = now() + retryRedisAfterMs;
      return memory.take(key, limit);
    }
  }

  return async (name, limit) => {
    const key = shortName(name);
    const isRedisOut = redis.status !== 'ready' || now() < retryRedisAt;
    const window = isRedisOut ? memory.take(key, limit) : await takeFromRedis(key, limit);
    return {
      allowed: window.allowed,
      limit,
      remaining: Math.max(limit - window.count, 0),
      retryAfterSeconds: window.allowed ? 0 : Math.max(Math.ceil(window.left / 1000), 1),
    };
  };
}

/** In characters. */
const longestName = 100;

/** A caller's name in the form for Redis keys. A longer name is hashed, because the subject of a token may have any length. */
function shortName(name: string): string {
  return name.length > longestName ? hash('sha256', name) : name;
}

function createMemoryWindows(windowMs: number, now: () => number) {
  const windows = new LRUCache<string, { count: number; endsAt: number }>({ max: rememberedCallers });

  function remember(key: string, count: number, left: number): void {
    windows.set(key, { count, endsAt: now() + left });
  }

  function take(key: string, limit: number): Window {
    const known = windows.get(key);
    const current = known && known.endsAt > now() ? known : { count: 0, endsAt: now() + windowMs };
    const allowed = current.count < limit;
    const count = allowed ? current.count + 1 : current.count;
    const left = current.endsAt - now();
    remember(key, count, left);
    return { count, left, allowed };
  }

  return { remember, take };
}
