import { useQuery, useQueryClient } from '@tanstack/react-query';
import { startTransition, useEffect, useRef, useState } from 'react';
import { useClient } from './client.tsx';
import { useSessionEnd } from './connection.ts';
import { followEvents, isLive, openLiveFeed } from './live-feed.ts';
import type { LiveEvent } from './live-events.ts';
import { observed, useObserved } from './observed.ts';
import { createRefresher } from './refresher.ts';
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
    const refresher = createRefresher(
      (queryKey) => queryClient.invalidateQueries({ queryKey }),
      () => document.hidden,
    );
    document.addEventListener('visibilitychange', refresher.resume);
    const stops = [
      followEvents(refresher.notify),
      isLive.subscribe(() => {
        // The stream has opened, but events before this moment may be missing. So refetch everything on screen, in a separate
        // task.
        if (isLive.get()) setTimeout(() => void queryClient.invalidateQueries({ type: 'active' }));
      }),
      openLiveFeed(subject),
      () => document.removeEventListener('visibilitychange', refresher.resume),
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
