import { useState } from 'react';
import { useSessionEnd } from '../data/connection.ts';
import { later } from '../parts/later.tsx';

const SessionEndWindow = later(() => import('./session-end-window.tsx'));

/** Covers the page after the session has ended. The page keeps its state until the same user signs in again. */
export function SessionEndDialog() {
  const isOver = useSessionEnd();
  const [wasOver, setOver] = useState(isOver);
  if (isOver && !wasOver) setOver(true);
  return isOver || wasOver ? <SessionEndWindow isOver={isOver} /> : null;
}
