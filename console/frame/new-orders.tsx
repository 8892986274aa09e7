import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { isNewOrder } from '../data/live-events.ts';
import { useLiveEvents } from '../data/use-live.ts';
import { useSession } from '../data/session.tsx';
import { unseenOrders } from '../data/unseen-orders.ts';
import { useTexts } from '../texts/language.tsx';
import { isSoundOn, playNewOrder } from './sound.ts';
import { frameTexts } from './texts.ts';

export function NewOrders() {
  const t = useTexts(frameTexts);
  const { subject } = useSession();
  const { spoken, add } = useSpokenCount();
  useLookedAt();
  useLiveEvents((event, isLeader) => {
    if (!isNewOrder(event) || event.by === subject) return;
    unseenOrders.set(unseenOrders.get() + 1);
    add();
    // All tabs receive the event, but only one tab plays the sound.
    if (isLeader && isSoundOn()) playNewOrder();
  });
  return (
    <div role="status" className="unseen">
      {spoken === 0 ? '' : t('newOrders', { count: spoken })}
    </div>
  );
}

/** Marks orders as seen when a page that lists them is open in a visible, focused window. */
function useLookedAt(): void {
  const [location] = useLocation();
  const isOrders = location === '/' || location === '/orders';
  useEffect(() => {
    if (!isOrders) return undefined;
    const look = () => {
      if (!document.hidden && document.hasFocus()) unseenOrders.set(0);
    };
    look();
    const stop = unseenOrders.subscribe(look);
    addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      stop();
      removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isOrders]);
}

const gatherMs = 1_000;
const speakEveryMs = 15_000;

/** Announces the number of new orders at intervals, so that each order does not interrupt a screen reader. */
function useSpokenCount(): { spoken: number; add: () => void } {
  const [spoken, speak] = useState(0);
  const unspoken = useRef(0);
  const spokeAt = useRef(-Infinity);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const say = () => {
    timer.current = undefined;
    speak(unspoken.current);
    unspoken.current = 0;
    spokeAt.current = performance.now();
  };
  const add = () => {
    if (unspoken.current === 0) speak(0);
    unspoken.current += 1;
    const dueMs = spokeAt.current + speakEveryMs - performance.now();
    timer.current ??= setTimeout(say, Math.max(gatherMs, dueMs));
  };
  return { spoken, add };
}
