import { TextInput } from '@mantine/core';
import { useRef } from 'react';
import type { ListView } from '../data/use-list-view.ts';
import { useTexts } from '../texts/language.tsx';
import { ownDirection } from './own-direction.ts';
import { listTexts } from './list-texts.ts';
import { useShortcuts } from './shortcuts.tsx';
import { useTyping } from './use-typing.ts';

const pauseMs = 100;

/** Searches while the user types. The key `/` focuses the field. */
export function SearchField({ view, placeholder }: { view: ListView; placeholder: string }) {
  const t = useTexts(listTexts);
  const input = useRef<HTMLInputElement>(null);
  const { typed, type } = useTyping(
    view.search,
    (words) => view.change({ search: words }, { isTyping: true }),
    pauseMs,
  );
  useShortcuts([{ key: '/', does: t('search'), run: () => input.current?.focus() }]);
  return (
    <TextInput
      ref={input}
      type="search"
      className="grows"
      miw="12rem"
      maw="30rem"
      aria-label={t('search')}
      placeholder={placeholder}
      value={typed}
      attributes={ownDirection}
      maxLength={200}
      onChange={({ currentTarget: { value } }) => type(value)}
    />
  );
}
