import { useSyncExternalStore } from 'react';

/** A value outside React. Components read it with `useObserved`. */
export interface Observed<T> {
  get: () => T;
  set: (value: T) => void;
  subscribe: (listener: () => void) => () => void;
}

export function observed<T>(initial: T): Observed<T> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (value) => {
      if (Object.is(value, current)) return;
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useObserved<T>({ subscribe, get }: Observed<T>): T {
  return useSyncExternalStore(subscribe, get);
}
