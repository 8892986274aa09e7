import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { Browser as Chromium, BrowserContext, Page } from 'playwright-core';

import type { Language } from '#console/texts/define-texts.ts';
import { eventually } from '../../support/eventually.ts';
import { sharedStore, type StoreAccess } from '../../support/store-access.ts';
import type * as browserTabs from '../support/browser-tabs.ts';
import type * as chromium from '../support/shared-chromium.ts';
import { linkCode } from '../../support/console-browser.ts';

const root = join(import.meta.dirname, '../../..');
const axe = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');

/** Comes from tests/support/e2e-environment.mjs. */
const sharedBrowser = Reflect.get(globalThis, 'sharedBrowser') as () => Pick<
  typeof browserTabs,
  'takeTab' | 'returnTab'
> &
  Pick<typeof chromium, 'findChromium' | 'sharedChromium'>;
const { findChromium, takeTab, returnTab } = sharedBrowser();
/** Starts the browser that all test files of a run share, or returns it. */
export const { sharedChromium } = sharedBrowser();

const executable = await findChromium();
/** Without Chromium the tests are reported as skipped. */
export const inChromium = executable === null ? describe.skip : describe;
export const writesPictures = process.env['WRITE_PICTURES'] === '1';
/** A test that only takes pictures for the docs. */
export const testOfPictures = writesPictures ? test : test.skip;
/** Only the given language, or both languages when the tests take pictures for the docs. */
export const inOneLanguage = (language: Language): Language[] => (writesPictures ? ['en', 'ar'] : [language]);

/** English in the light colour scheme and Arabic in the dark one. `expectAccessibleAtBothWidths` adds the widths. */
export const looks = [
  { language: 'en', scheme: 'light' },
  { language: 'ar', scheme: 'dark' },
] as const satisfies Look[];
/**
 * The looks (language and colour scheme) in which tests of single pages run: only the first, or both if the tests take pictures
 * for the docs. long-texts.test.ts tests every page in Arabic and dark. components.test.ts tests every component in both looks.
 */
export const everyLook: readonly (typeof looks)[number][] = writesPictures ? looks : looks.slice(0, 1);

const [wide, phone] = [1440, 390] as const;
const height = 900;

/** Matches these words, even though invisible direction marks surround each value. */
export function shown(words: string): RegExp {
  const letters = Array.from(words, (letter) => letter.replace(/[.*+?^${}()|[\]\\]/, '\\$&'));
  return new RegExp(letters.join('[\u2066-\u2069]*'));
}

export interface Look {
  language?: Language;
  scheme?: 'light' | 'dark';
  width?: number;
}

export interface ConsoleOptions extends Look {
  /** The path below /console. */
  path?: string;
  subject?: string;
  scope?: string;
  store?: StoreAccess;
  /** Whether the test controls the clock of the page. */
  hasClock?: boolean;
  /** Called before the page loads, for example to intercept its requests. */
  prepare?: (context: BrowserContext) => Promise<unknown>;
}

/** A page of the console, in a browser that signed in with a link. */
export interface ConsolePage {
  page: Page;
  context: BrowserContext;
  go: (path: string) => Promise<void>;
  /** Expects that no element is wider than the window, and that axe finds no WCAG 2.2 A or AA violation. */
  expectAccessible: () => Promise<void>;
  /** Like `expectAccessible`, and expects that the page also fits a phone. Afterwards the window is wide again. */
  expectAccessibleAtBothWidths: () => Promise<void>;
  /** Expects no console errors and no policy violations. Error responses of the API do not count. */
  expectNoErrors: () => void;
  /** Takes a picture for docs/guides/console if WRITE_PICTURES=1. */
  picture: (name: string) => Promise<void>;
  close: () => Promise<void>;
}

/** The page of the console that `openPage` opened last in this test, and its page in the browser. */
export let opened: ConsolePage;
export let page: Page;

let unclosed: ConsolePage[] = [];
afterEach(async () => {
  const pages = unclosed;
  unclosed = [];
  for (const { close } of pages) await close();
  for (const { expectNoErrors } of pages) expectNoErrors();
});

/** Opens a page of the console. The page is closed after the test, which fails if the page reported an error. */
export async function openPage(options?: ConsoleOptions): Promise<ConsolePage> {
  opened = await openConsole(await sharedChromium(), options);
  unclosed.push(opened);
  ({ page } = opened);
  return opened;
}

export async function openConsole(chromium: Chromium, options: ConsoleOptions = {}): Promise<ConsolePage> {
  const { language = 'en', scheme = 'light', width = wide, path = '/', hasClock = false } = options;
  const { subject = 'layla', scope = 'admin', store = sharedStore(), prepare } = options;
  const tab = await takeTab(chromium, { language, scheme, width, height, hasClock });
  const { context, page } = tab;
  context.setDefaultTimeout(60_000);
  await signIn(context, store, { subject, scope });
  await prepare?.(context);
  const errors = errorsOf(page);
  const go = async (to: string) => {
    await page.goto(`${store.url}/console${to}`);
    await settled(page);
  };
  await go(path);
  return {
    page,
    context,
    go,
    expectAccessible: () => expectAccessible(page),
    expectAccessibleAtBothWidths: async () => {
      await expectAccessible(page);
      await page.setViewportSize({ width: phone, height });
      await expectFit(page);
      await page.setViewportSize({ width: wide, height });
    },
    expectNoErrors: () => expect(errors).toEqual([]),
    picture: (name) => picture(page, `${name}.${language}.png`),
    close: () => returnTab(chromium, tab, `${store.url}/console/icon.svg`),
  };
}

async function signIn(
  context: BrowserContext,
  store: StoreAccess,
  who: { subject: string; scope: string },
): Promise<void> {
  const answer = await context.request.post(`${store.url}/console/sign-in`, {
    data: { code: await linkCode(store, who) },
    headers: { origin: store.url, 'sec-fetch-site': 'same-origin' },
  });
  expect(answer.status()).toBe(204);
}

/** Waits until the page has loaded its data. */
async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('[aria-busy=true], .mantine-Loader-root').first().waitFor({ state: 'detached' });
}

function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    const text = message.text();
    // Chromium logs this line for every response with an error status.
    if (message.type() === 'error' && !text.startsWith('Failed to load resource')) errors.push(text);
  });
  return errors;
}

interface Violation {
  id: string;
  nodes: { html: string; failureSummary?: string }[];
}

async function expectAccessible(page: Page): Promise<void> {
  await settled(page);
  await expectNoViolations(page);
  await expectFit(page);
}

/** Expects that no element is wider than the window. Floating elements move shortly after the width changes. */
export async function expectFit(page: Page): Promise<void> {
  await eventually(
    'a page that fits the window',
    () => page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth'),
    5_000,
  );
}

/**
 * Expects that axe finds no violation of WCAG 2.2 A or AA or of axe's best practices. If a dialog is open, axe checks only the
 * dialog, because axe takes a second for a whole page.
 */
export async function expectNoViolations(page: Page): Promise<void> {
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axe);
  // Waits until animations have ended, because axe cannot judge the contrast of a colour that still changes.
  await page.evaluate(
    `Promise.all(document.getAnimations().filter(({ effect }) => effect.getComputedTiming().iterations !== Infinity)
      .map(({ finished }) => finished.catch(() => undefined))).then(() => true)`,
  );
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const options = JSON.stringify({ runOnly: tags, resultTypes: ['violations'] });
  const violations = await page.evaluate<Violation[]>(
    `axe.run(document.querySelector('[role=dialog]') ?? document, ${options}).then(({ violations }) => violations)`,
  );
  const shown = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${html}\n${failureSummary}`),
  );
  expect(shown).toEqual([]);
}

async function picture(page: Page, file: string): Promise<void> {
  if (!writesPictures) return;
  const folder = join(root, 'docs/guides/console');
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, file), animations: 'disabled' });
}
