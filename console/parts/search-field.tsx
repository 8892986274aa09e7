import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { ListView } from '../data/use-list-view.ts';
import { useTexts } from '../texts/language.tsx';
import { ownDirection } from './own-direction.ts';
import { listTexts } from './list-texts.ts';
import { useShortcuts } from './shortcuts.tsx';

const pauseMs = 100;

/** Searches while one types; `/` leads here from anywhere on the page. A view opened meanwhile brings its own words. */
export function SearchField({ view, placeholder }: { view: ListView; placeholder: string }) {
  const t = useTexts(listTexts);
  const input = useRef<HTMLInputElement>(null);
  const [{ typed, told }, setWords] = useState({ typed: view.search, told: view.search });
  if (told !== view.search)
    setWords({ typed: typed.trim() === view.search ? typed : view.search, told: view.search });
  useEffect(() => {
    if (typed.trim() === view.search) return;
    const timer = setTimeout(() => view.change({ search: typed }, { isTyping: true }), pauseMs);
    return () => clearTimeout(timer);
  });
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
      onChange={({ currentTarget: { value } }) => setWords({ typed: value, told })}
    />
  );
}
