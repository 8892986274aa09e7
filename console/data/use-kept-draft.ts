import { useRef, useState } from 'react';

const prefix = 'console.draft';

type Change<Value> = (next: Value | ((before: Value) => Value)) => void;

/**
 * Form state that survives a reload and leaving the page. The draft is deleted when it equals the initial values (as after
 * saving), when the tab closes or at sign-out. `name` identifies one form on the page.
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
    // Store the draft before rendering, because a saved form may be unmounted before it renders again.
    latest.current = typeof next === 'function' ? (next as (before: Value) => Value)(latest.current) : next;
    const text = JSON.stringify(latest.current);
    if (text === empty) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
    setValue(latest.current);
  };
  return [value, change];
}

/** Deletes the draft of a form that another component closes. `path` is the form's page, which the user may have left. */
export function forgetDraft(name: string, path: string): void {
  sessionStorage.removeItem(keyOf(name, path));
}

function keyOf(name: string, path = location.pathname): string {
  return `${prefix} ${path} ${name}`;
}
