import { useEffect, useState } from 'react';
import { storedWriteKeys, type WriteKeys } from './write-fate.ts';

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
const forms = new Set<(place: string, value: unknown) => void>();

/**
 * Form state (a draft) that survives a reload and leaving the page. The draft is deleted when it equals the initial values (as
 * after saving), when the tab closes or at sign-out. `name` identifies one form on the page. Also returns idempotency keys for
 * writes of the draft. They are deleted with the draft, because the same values are then a new write.
 */
export function useKeptDraft<Value>(
  name: string,
  initial: Value,
): [Value, Change<Value>, ForgetSent<Value>, WriteKeys] {
  const [place] = useState(() => placeOf(name));
  const [empty] = useState(initial);
  const [value, setValue] = useState(() => storedAt(place, empty));
  useEffect(() => {
    const follow = (changed: string, next: unknown) => {
      if (changed === place) setValue(next === undefined ? empty : (next as Value));
    };
    forms.add(follow);
    return () => void forms.delete(follow);
  }, [place, empty]);
  const change: Change<Value> = (next) => {
    // Store the draft before rendering, because a saved form may be unmounted before it renders again.
    const changed =
      typeof next === 'function' ? (next as (before: Value) => Value)(storedAt(place, empty)) : next;
    const text = JSON.stringify(changed);
    if (text === JSON.stringify(empty)) deleteAt(place);
    else sessionStorage.setItem(draftKey(place), text);
    for (const follow of forms) follow(place, changed);
  };
  const forgetSent: ForgetSent<Value> = (sent) => {
    const isSame = JSON.stringify(storedAt(place, empty)) === JSON.stringify(sent);
    if (isSame) change(empty);
    return isSame;
  };
  return [value, change, forgetSent, storedWriteKeys(place)];
}

function storedAt<Value>(place: string, empty: Value): Value {
  const kept = sessionStorage.getItem(draftKey(place));
  return kept === null ? empty : (JSON.parse(kept) as Value);
}

function deleteAt(place: string): void {
  sessionStorage.removeItem(draftKey(place));
  storedWriteKeys(place).forget();
}

/** Deletes the draft of another component's form. `path` is the form's page, which the user may have left. */
export function forgetDraft(name: string, path: string): void {
  const place = placeOf(name, path);
  deleteAt(place);
  for (const follow of forms) follow(place, undefined);
}

/** The draft of another component's form. Null if the form has none. */
export function draftOf(name: string, path: string): unknown {
  return storedAt<unknown>(placeOf(name, path), null);
}

function placeOf(name: string, path = location.pathname): string {
  return `${path} ${name}`;
}

function draftKey(place: string): string {
  return `console.draft ${place}`;
}
