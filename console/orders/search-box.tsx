import { TextInput } from '@mantine/core';
import type { RefObject } from 'react';
import { ownDirection } from '../parts/own-direction.ts';
import { useTyping } from '../parts/use-typing.ts';
import { useTexts } from '../texts/language.tsx';
import { ordersTexts } from './texts.ts';

interface SearchBoxProps {
  value: string;
  search: (words: string) => void;
  /** Called when the user or a scanner presses Enter. */
  enter: (words: string) => void;
  input: RefObject<HTMLInputElement | null>;
}

/** Too short to notice, but longer than the gap between two keys of a fast typist. */
const pauseMs = 60;

/** Searches while the user types. */
export function SearchBox({ value, search, enter, input }: SearchBoxProps) {
  const t = useTexts(ordersTexts);
  const { typed, type } = useTyping(value, search, pauseMs);
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
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.blur();
        if (event.key !== 'Enter') return;
        // Selected, so that the next scan into the box replaces this number.
        event.currentTarget.select();
        enter(event.currentTarget.value);
      }}
    />
  );
}
