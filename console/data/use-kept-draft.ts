import { useEffect, useState } from 'react';

const prefix = 'console.draft';

type Change<Value> = (next: Value | ((before: Value) => Value)) => void;

/**
 * Deletes the draft if it still equals the values that were sent. Returns false if it differs: the user left the form during the
 * save, opened it again and typed something else.
 */
type ForgetSent<Value> = (sent: Value) => boolean;

/**
 * One listener for each mounted form. Example: a user leaves a form during a save and opens it again. When the save ends, the
 * listener also empties the reopened form.
 */
const forms = new Set<(key: string, value: unknown) => void>();

/**
 * Form state (a draft) that survives a reload and leaving the page. The draft is deleted when it equals the initial values (as
 * after saving), when the tab closes or at sign-out. `name` identifies one form on the page.
 */
export function useKeptDraft<Value>(name: string, initial: Value): [Value, Change<Value>, ForgetSent<Value>] {
  const [key] = useState(() => keyOf(name));
  const [empty] = useState(initial);
  const [value, setValue] = useState(() => storedAt(key, empty));
  useEffect(() => {
    const follow = (changed: string, next: unknown) => {
      if (changed === key) setValue(next === undefined ? empty : (next as Value));
    };
    forms.add(follow);
    return () => void forms.delete(follow);
  }, [key, empty]);
  const change: Change<Value> = (next) => {
    // Store the draft before rendering, because a saved form may be unmounted before it renders again.
    const changed =
      typeof next === 'function' ? (next as (before: Value) => Value)(storedAt(key, empty)) : next;
    const text = JSON.stringify(changed);
    if (text === JSON.stringify(empty)) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
    for (const follow of forms) follow(key, changed);
  };
  const forgetSent: ForgetSent<Value> = (sent) => {
    const isSame = JSON.stringify(storedAt(key, empty)) === JSON.stringify(sent);
    if (isSame) change(empty);
    return isSame;
  };
  return [value, change, forgetSent];
}

function storedAt<Value>(key: string, empty: Value): Value {
  const kept = sessionStorage.getItem(key);
  return kept === null ? empty : (JSON.parse(kept) as Value);
}

/** Deletes the draft of another component's form. `path` is the form's page, which the user may have left. */
export function forgetDraft(name: string, path: string): void {
  const key = keyOf(name, path);
  sessionStorage.removeItem(key);
  for (const follow of forms) follow(key, undefined);
}

/** The draft of another component's form. Null if the form has none. */
export function draftOf(name: string, path: string): unknown {
  return storedAt<unknown>(keyOf(name, path), null);
}

function keyOf(name: string, path = location.pathname): string {
  return `${prefix} ${path} ${name}`;
}
