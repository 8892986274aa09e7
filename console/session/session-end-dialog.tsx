import { useSessionEnd } from '../data/connection.ts';
import { later, useWasTrue } from '../parts/later.tsx';

const SessionEndWindow = later(() => import('./session-end-window.tsx'));

/** Covers the page after the session has ended. The page keeps its state until the same user signs in again. */
export function SessionEndDialog() {
  const isOver = useSessionEnd();
  return useWasTrue(isOver) ? <SessionEndWindow isOver={isOver} /> : null;
}
