import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { outdatedBy, type LiveEvent } from './live-events.ts';

const soonMs = 150;
const listsEveryMs = 1_000;
const countsEveryMs = 3_000;

/**
 * Refetches queries that events made outdated: the changed records soon, lists and counts at a limited rate. A hidden page
 * refetches only once it is visible.
 */
export function createRefresher(queryClient: QueryClient): {
  notify: (event: LiveEvent) => void;
  end: () => void;
} {
  const renew = (keys: readonly QueryKey[]) => {
    for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey });
  };
  const records = gathered(0, (events) => renew(outdatedBy(events).records));
  const lists = gathered(listsEveryMs, (events) => renew(outdatedBy(events).lists));
  const counts = gathered(countsEveryMs, (events) => renew(outdatedBy(events).counts));
  const all = [records, lists, counts];
  return {
    notify: (event) => {
      for (const each of all) each.add(event);
    },
    end: () => {
      for (const each of all) each.end();
    },
  };
}

/** Collects events and calls `run` with a batch: soon after the first event, and at most once per interval. */
function gathered(everyMs: number, run: (events: readonly LiveEvent[]) => void) {
  let waiting: LiveEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ranAt = -Infinity;
  const flush = () => {
    timer = undefined;
    if (document.hidden || waiting.length === 0) return;
    const events = waiting;
    waiting = [];
    ranAt = performance.now();
    run(events);
  };
  const plan = () => {
    timer ??= setTimeout(flush, Math.max(soonMs, ranAt + everyMs - performance.now()));
  };
  document.addEventListener('visibilitychange', plan);
  return {
    add: (event: LiveEvent) => {
      waiting.push(event);
      plan();
    },
    end: () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', plan);
    },
  };
}
