import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../texts/language.tsx';
import { Icon } from './icon.tsx';
import { ownDirection } from './own-direction.ts';
import { searchPauseMs } from './search-pause.ts';
import { useShortcuts } from './shortcuts.tsx';
import { partTexts } from './texts.ts';

interface SearchFieldProps {
  value: string;
  search: (words: string) => void;
  placeholder: string;
  /** Called when the user or a scanner presses Enter. */
  enter?: (words: string) => void;
  maw?: string;
}

/** The key `/` focuses the field. */
export function SearchField({ value, search, placeholder, enter, maw }: SearchFieldProps) {
  const t = useTexts(partTexts);
  const input = useRef<HTMLInputElement>(null);
  const { typed, type } = useTyping(value, search);
  useShortcuts([{ key: '/', does: t('search'), run: () => input.current?.focus() }]);
  return (
    <TextInput
      ref={input}
      type="search"
      className="grows search-field"
      miw="12rem"
      maw={maw}
      leftSection={<Icon name="search" size={16} />}
      aria-label={t('search')}
      placeholder={placeholder}
      value={typed}
      attributes={ownDirection}
      maxLength={200}
      onChange={({ currentTarget: { value: words }, timeStamp }) => type(words, timeStamp)}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Escape') currentTarget.blur();
        if (key !== 'Enter' || enter === undefined) return;
        // Selects the text, so that the next scan into the field replaces it.
        currentTarget.select();
        enter(currentTarget.value);
      }}
    />
  );
}

/** Searches after `searchPauseMs`. When the view's search changes from outside, the input shows the new words. */
function useTyping(value: string, search: (words: string) => void) {
  const [{ typed, received, pauseMs }, setWords] = useState({ typed: value, received: value, pauseMs: 0 });
  const lastKeyAt = useRef(-Infinity);
  if (received !== value)
    setWords({ typed: typed.trim() === value ? typed : value, received: value, pauseMs });
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => search(typed.trim()), pauseMs);
    return () => clearTimeout(timer);
  });
  const type = (words: string, at: number) => {
    setWords({ typed: words, received, pauseMs: searchPauseMs(words, at - lastKeyAt.current) });
    lastKeyAt.current = at;
  };
  return { typed, type };
}
