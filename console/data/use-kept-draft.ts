import { useRef, useState } from 'react';

const prefix = 'console.draft';

type Change<Value> = (next: Value | ((before: Value) => Value)) => void;

/**
 * State of a form that outlives its page: what was typed is there again after a reload or on the way back, until it is as it
 * was at first, such as after it was saved. `name`: one form of this page. It ends with the tab, and when its author signs out.
 */
export function useKeptDraft<Value>(name: string, initial: Value): [Value, Change<Value>] {
  const [key] = useState(() => keyOf(name));
  const [empty] = useState(() => JSON.stringify(initial));
  const [value, setValue] = useState<Value>(() => {
    const kept = sessionStorage.getItem(key);
    return kept === null ? initial : (JSON.parse(kept) as Value);
  });
  const latest = useRef(value);
  const change: Change<Value> = (next) => {
    // Written at once: a form that was saved may leave the page before it is shown again.
    latest.current = typeof next === 'function' ? (next as (before: Value) => Value)(latest.current) : next;
    const text = JSON.stringify(latest.current);
    if (text === empty) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
    setValue(latest.current);
  };
  return [value, change];
}

/** For a form that is closed from outside of it. */
export function forgetDraft(name: string): void {
  sessionStorage.removeItem(keyOf(name));
}

function keyOf(name: string): string {
  return `${prefix} ${location.pathname} ${name}`;
}
