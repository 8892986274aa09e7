import { useEffect, useState } from 'react';

interface Typing {
  typed: string;
  type: (words: string) => void;
}

/** Searches after a pause in typing. When the view's search changes from outside, the input shows the new words. */
export function useTyping(value: string, search: (words: string) => void, pauseMs: number): Typing {
  const [{ typed, received }, setWords] = useState({ typed: value, received: value });
  if (received !== value) setWords({ typed: typed.trim() === value ? typed : value, received: value });
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => search(typed.trim()), pauseMs);
    return () => clearTimeout(timer);
  });
  return { typed, type: (words) => setWords({ typed: words, received }) };
}
