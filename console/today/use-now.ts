import { useEffect, useState } from 'react';
import { refreshEveryMs } from './refresh.ts';

/** The current time, updated at the polling interval. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), refreshEveryMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
