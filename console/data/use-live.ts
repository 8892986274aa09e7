import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { startTransition, useEffect, useRef, useState } from 'react';
import { useClient } from './client.tsx';
import { useSessionEnd } from './connection.ts';
import { followEvents, isLive, openLiveFeed } from './live-feed.ts';
import { outdatedBy, type LiveEvent } from './live-events.ts';
import { observed, useObserved } from './observed.ts';
import { useSession } from './session.tsx';

const delayedServices = observed<readonly string[]>([]);

/** Refetches shown data when the store's events make it outdated. Mounted once for all pages. */
export function useLiveUpdates(): void {
  const { subject } = useSession();
  const isEnded = useSessionEnd();
  const queryClient = useQueryClient();
  const delayed = useDelayed();
  useEffect(() => delayedServices.set(delayed), [delayed]);
  useEffect(() => {
    if (isEnded) return undefined;
    const refresher = createRefresher(queryClient);
    const stops = [
      followEvents(refresher.notify),
      isLive.subscribe(() => {
        // The stream has opened, but events before this moment may be missing. So refetch everything on screen, in a separate
        // task.
        if (isLive.get()) setTimeout(() => void queryClient.invalidateQueries({ type: 'active' }));
      }),
      openLiveFeed(subject),
      refresher.end,
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [subject, isEnded, queryClient]);
}

interface LiveState {
  isLive: boolean;
  delayed: readonly string[];
}

export function useLiveState(): LiveState {
  return { isLive: useObserved(isLive), delayed: useObserved(delayedServices) };
}

/**
 * The polling interval for data that events also refresh: long while events arrive in time, short otherwise. Many components use
 * the interval, so a transition renders them in short steps. Between the steps, the page responds to input.
 */
export function useRefreshPace(): number {
  const [pace, setPace] = useState(refreshPace);
  useEffect(() => {
    const adapt = () => startTransition(() => setPace(refreshPace()));
    const stops = [isLive.subscribe(adapt), delayedServices.subscribe(adapt)];
    // The state may have changed between the render and this effect.
    queueMicrotask(adapt);
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return pace;
}

function refreshPace(): number {
  return isLive.get() && delayedServices.get().length === 0 ? 60_000 : 15_000;
}

export function useLiveEvents(listener: (event: LiveEvent, isLeader: boolean) => void): void {
  const held = useRef(listener);
  useEffect(() => {
    held.current = listener;
  });
  useEffect(() => followEvents((event, isLeader) => held.current(event, isLeader)), []);
}

const none: readonly string[] = [];

/** The services whose events are delayed. An open event stream without events does not reveal a delay, so the hook polls. */
function useDelayed(): readonly string[] {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['delayed'],
    queryFn: async ({ signal }) => {
      const { meta } = await client.get<{ 200: { meta: { delayed: readonly string[] } } }, unknown, false>({
        url: '/api/admin/events',
        query: { limit: 1 },
        signal,
        // The timeouts are short, because the next poll follows soon.
        timeoutMs: 5_000,
        tryTimeoutMs: 5_000,
      });
      return meta.delayed;
    },
    refetchInterval: 15_000,
  });
  return data ?? none;
}

const soonMs = 150;
/** The shortest time between two refetches of the same kind. */
const everyMs = { records: 0, lists: 1_000, counts: 3_000 } as const;

/**
 * Refetches queries that events made outdated. Changed records are refetched soon, lists and counts at a
 * limited rate. A hidden page refetches only once it is visible.
 */
function createRefresher(queryClient: QueryClient) {
  const all = (['records', 'lists', 'counts'] as const).map((what) =>
    gathered(everyMs[what], (events) => {
      for (const queryKey of outdatedBy(events)[what]) void queryClient.invalidateQueries({ queryKey });
    }),
  );
  return {
    notify: (event: LiveEvent) => {
      for (const each of all) each.add(event);
    },
    end: () => {
      for (const each of all) each.end();
    },
  };
}

/** Collects events and calls `run` with a batch: soon after the first event, and at most once per interval. */
function gathered(pauseMs: number, run: (events: readonly LiveEvent[]) => void) {
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
    timer ??= setTimeout(flush, Math.max(soonMs, ranAt + pauseMs - performance.now()));
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
