import { useEffect, useState } from 'react';

interface Typing {
  typed: string;
  type: (words: string) => void;
}

/** Words that are searched for while one types, after a pause. A view opened meanwhile brings its own. */
export function useTyping(value: string, search: (words: string) => void, pauseMs: number): Typing {
  const [{ typed, told }, setWords] = useState({ typed: value, told: value });
  if (told !== value) setWords({ typed: typed.trim() === value ? typed : value, told: value });
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => search(typed.trim()), pauseMs);
    return () => clearTimeout(timer);
  });
  return { typed, type: (words) => setWords({ typed: words, told }) };
}
