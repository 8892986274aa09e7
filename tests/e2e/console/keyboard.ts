import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';

import type { Language, Text, Values } from '#console/texts/define-texts.ts';
import { fillText } from '#console/texts/fill-text.ts';
import type { ConsolePage } from './console-page.ts';
import { bare, button, field, said, tabTo } from './page-steps.ts';

type Within = Page | Locator;

/** A user who uses only the keyboard and reads one language. */
export interface Keyboard {
  page: Page;
  /** A text of the console in this user's language. */
  words: (text: Text, values?: Values) => string;
  press: (...keys: string[]) => Promise<void>;
  type: (words: string) => Promise<void>;
  /** Moves the focus to the target with Tab and presses Enter. */
  enter: (target: Locator) => Promise<void>;
  pressButton: (name: string, within?: Within) => Promise<void>;
  /** Replaces the content of the field. */
  fill: (label: string, words: string, within?: Within) => Promise<void>;
  check: (label: string) => Promise<void>;
  follow: (name: string, within?: Within) => Promise<void>;
  expectTitle: (title: string) => Promise<void>;
  picture: ConsolePage['picture'];
}

export async function keyboardOf(opened: ConsolePage, language: Language): Promise<Keyboard> {
  const { page, picture } = opened;
  // Use of the mouse causes a page error, and the test then fails at its end.
  await page.evaluate(
    `addEventListener('pointerdown', () => { throw new Error('A pointer was used') }, { capture: true })`,
  );
  const enter = async (target: Locator) => {
    await tabTo(page, target);
    await page.keyboard.press('Enter');
  };
  return {
    page,
    picture,
    words: (text, values) => bare(fillText(text, language, values)),
    press: async (...keys) => {
      for (const key of keys) await page.keyboard.press(key);
    },
    type: (words) => page.keyboard.type(words),
    enter,
    pressButton: (name, within = page) => enter(button(within, name)),
    fill: async (label, words, within = page) => {
      await tabTo(page, field(within, label));
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type(words);
    },
    check: async (label) => {
      await tabTo(page, field(page, label));
      await page.keyboard.press('Space');
    },
    follow: (name, within = page) => enter(within.getByRole('link', { name: said(name) })),
    expectTitle: async (title) => {
      await page.getByRole('heading', { level: 1, name: said(title) }).waitFor();
      // The number of new orders can precede the title.
      expect((await page.title()).replace(/^\(\d+\) /, '')).toMatch(said(title));
    },
  };
}
