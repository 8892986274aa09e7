import { useEffect, useState } from 'react';
import { refreshEveryMs } from './refresh.ts';

/** The time, as often as figures are read anew. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), refreshEveryMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
