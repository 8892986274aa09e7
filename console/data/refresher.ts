import type { QueryKey } from '@tanstack/react-query';
import { outdatedBy, type LiveEvent } from './live-events.ts';

const soonMs = 150;
/** The shortest time between two refetches of the same kind. */
const everyMs = { records: 0, lists: 1_000, counts: 3_000 } as const;

type Refetch = (queryKey: QueryKey) => Promise<unknown>;

/**
 * Refetches queries that events made outdated. Changed records are refetched soon, lists and counts at a
 * limited rate. A hidden page refetches only once it is visible and calls `resume`.
 */
export function createRefresher(refetch: Refetch, isHidden: () => boolean) {
  const all = (['records', 'lists', 'counts'] as const).map((what) => gathered(what, refetch, isHidden));
  return {
    notify: (event: LiveEvent) => {
      for (const each of all) each.add(event);
    },
    resume: () => {
      for (const each of all) each.plan();
    },
    end: () => {
      for (const each of all) each.end();
    },
  };
}

/**
 * Collects the keys of outdated queries and refetches them soon after the first event, and at most once per interval. If a key
 * becomes outdated again while its refetch is running, the next refetch begins when this one has ended. A refetch for each event
 * would cancel the one before, so that under steady events none would end.
 */
function gathered(what: keyof typeof everyMs, refetch: Refetch, isHidden: () => boolean) {
  const waiting = new Map<string, QueryKey>();
  const running = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ranAt = -Infinity;
  const run = async (name: string, queryKey: QueryKey) => {
    running.add(name);
    await refetch(queryKey);
    running.delete(name);
    plan();
  };
  const flush = () => {
    timer = undefined;
    if (isHidden()) return;
    for (const [name, queryKey] of waiting) {
      if (running.has(name)) continue;
      waiting.delete(name);
      ranAt = performance.now();
      void run(name, queryKey);
    }
  };
  const plan = () => {
    if (waiting.size > 0)
      timer ??= setTimeout(flush, Math.max(soonMs, ranAt + everyMs[what] - performance.now()));
  };
  return {
    plan,
    add: (event: LiveEvent) => {
      for (const queryKey of outdatedBy([event])[what]) waiting.set(queryKey.join('/'), queryKey);
      plan();
    },
    end: () => {
      clearTimeout(timer);
      waiting.clear();
    },
  };
}
