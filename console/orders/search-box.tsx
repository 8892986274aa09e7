import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { RefObject } from 'react';
import { ownDirection } from '../parts/own-direction.ts';
import { useTexts } from '../texts/language.tsx';
import { ordersTexts } from './texts.ts';

interface SearchBoxProps {
  value: string;
  search: (words: string) => void;
  input: RefObject<HTMLInputElement | null>;
}

/** Shorter than anybody notices, longer than between two keys of a fast typist's burst. */
const pauseMs = 60;

/** Asks while one types. A view opened meanwhile brings its own words. */
export function SearchBox({ value, search, input }: SearchBoxProps) {
  const t = useTexts(ordersTexts);
  const [{ typed, told }, setWords] = useState({ typed: value, told: value });
  if (told !== value) setWords({ typed: typed.trim() === value ? typed : value, told: value });
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => search(typed.trim()), pauseMs);
    return () => clearTimeout(timer);
  });
  return (
    <TextInput
      ref={input}
      type="search"
      className="grows"
      miw="12rem"
      aria-label={t('search')}
      placeholder={t('searchHint')}
      attributes={ownDirection}
      maxLength={200}
      value={typed}
      onChange={(event) => setWords({ typed: event.currentTarget.value, told })}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.blur();
      }}
    />
  );
}
