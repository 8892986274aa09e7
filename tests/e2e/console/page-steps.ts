import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';

import { eventually } from '../../support/eventually.ts';

type Within = Page | Locator;

/** A text of the console with the values in it, which it sets apart by characters that nobody sees. */
export function said(text: string): RegExp {
  const isolates = '[\u2066-\u2069]*';
  const letters = Array.from(text, (letter) => letter.replace(/[.*+?^${}()|[\]\\/]/, '\\$&'));
  return new RegExp(`^\\s*${isolates}${letters.join(isolates)}${isolates}\\s*$`);
}

export function button(within: Within, name: string): Locator {
  return within.getByRole('button', { name: said(name) });
}

/** By its label, which may have a star. */
export function field(within: Within, label: string): Locator {
  return within.getByLabel(new RegExp(`${said(label).source.slice(0, -1)}[*]?\\s*$`));
}

export function text(within: Within, shown: string): Locator {
  return within.getByText(said(shown)).first();
}

/** The names in a list, in their order: what the rows lead to. */
export async function expectRows(page: Page, names: readonly string[]): Promise<void> {
  const links = page.getByRole('table').getByRole('link');
  await eventually(`the rows ${names.join(', ')}`, async () => {
    expect(await links.allInnerTexts()).toEqual(names);
    return true;
  });
}

/** What the API refused stands at the input, for eyes and for screen readers. */
export async function expectProblem(input: Locator, words: RegExp): Promise<void> {
  await eventually('what is wrong, at its field', async () => {
    expect(await input.getAttribute('aria-invalid')).toBe('true');
    const ids = (await input.getAttribute('aria-describedby'))?.split(/\s+/).filter(Boolean) ?? [];
    const told = await Promise.all(ids.map((id) => input.page().locator(`[id="${id}"]`).innerText()));
    expect(told.join(' ')).toMatch(words);
    return true;
  });
}

/** As somebody without a mouse gets there. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 80; presses += 1) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return;
    await page.keyboard.press('Tab');
    // A trap of the focus may move it once more, in a task of its own, after a date.
    await page.evaluate('new Promise((done) => setTimeout(done))');
  }
  throw new Error('The Tab key does not lead there');
}
