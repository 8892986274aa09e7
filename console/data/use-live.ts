import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useSessionEnd } from './connection.ts';
import { followEvents, isLive, openLiveFeed } from './live-feed.ts';
import type { LiveEvent } from './live-events.ts';
import { observed } from './observed.ts';
import { createRefresher } from './refresh-by-events.ts';
import { useSession } from './session.tsx';
import { useDelayed } from './use-delayed.ts';

const delayedServices = observed<readonly string[]>([]);

/** Refetches shown data when the store's events make it outdated. Mounted once, for all pages. */
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
        // Events may be missing from the time when the stream was closed, so refetch everything on screen.
        if (isLive.get()) void queryClient.invalidateQueries({ type: 'active' });
      }),
      openLiveFeed(subject),
      refresher.end,
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [subject, isEnded, queryClient]);
}

export interface LiveState {
  isLive: boolean;
  /** Services whose events are delayed. */
  delayed: readonly string[];
}

export function useLiveState(): LiveState {
  return {
    isLive: useSyncExternalStore(isLive.subscribe, isLive.get),
    delayed: useSyncExternalStore(delayedServices.subscribe, delayedServices.get),
  };
}

const toBeSureMs = 60_000;

/** The polling interval for data that events also refresh. It is long while events arrive in time. */
export function useRefreshPace(everyMs: number): number {
  const state = useLiveState();
  return state.isLive && state.delayed.length === 0 ? Math.max(everyMs, toBeSureMs) : everyMs;
}

/** `isLeader` is true in the one tab that holds the event stream. */
export function useLiveEvents(listener: (event: LiveEvent, isLeader: boolean) => void): void {
  const held = useRef(listener);
  useEffect(() => {
    held.current = listener;
  });
  useEffect(() => followEvents((event, isLeader) => held.current(event, isLeader)), []);
}
