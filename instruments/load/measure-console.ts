import type { Page } from 'playwright-core';
import { signInLink } from '#services/gateway/session/print-link.ts';
import { loadSigningKeys, signLinkCode } from '#services/gateway/auth/signing-keys.ts';
import { PlainError } from '#shared/platform/settings/plain-error.ts';
import { ensureChromium, launchChromium } from '#tests/e2e/support/chromium.ts';
import { say } from './bench-command.ts';
import { withBenchStore, type BenchStore } from './bench-store.ts';
import { percentile } from './percentile.ts';
import { plantOrders } from './plant-orders.ts';

interface Kind {
  name: string;
  /** Performs the steps that are not measured, and returns the key to press. */
  prepare: (page: Page, turn: number) => Promise<string>;
}

const kinds: Kind[] = [
  {
    name: 'next page (Enter on the button)',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Next page' }).focus();
      return 'Enter';
    },
  },
  {
    name: 'another order of the rows (Enter on a column head)',
    prepare: async (page) => {
      await page.getByRole('columnheader', { name: 'Placed' }).getByRole('button').focus();
      return 'Enter';
    },
  },
  {
    name: 'search (the fourth character of a number)',
    prepare: async (page, turn) => {
      await search(page, '');
      const number = await unsearched(page, turn);
      await search(page, number.slice(0, 3));
      return number.slice(3, 4);
    },
  },
];

const numbers = new Set<string>();

/** Returns another order number for each key press (`turn`), because the console briefly keeps the rows of an earlier search. */
async function unsearched(page: Page, turn: number): Promise<string> {
  while (numbers.size <= turn) {
    for (const text of await page.locator('tbody tr a').allTextContents())
      // The console finds customers, not orders, for a text without digits or with digits only.
      if (/^(?=\w{0,2}\d)\w{0,2}[A-Z]/.test(text)) numbers.add(text);
    await page.getByRole('button', { name: 'Next page' }).click();
    await rowsSettled(page);
  }
  return [...numbers][turn] ?? '';
}

async function search(page: Page, words: string): Promise<void> {
  await page.getByRole('searchbox').fill(words);
  await page.waitForURL(({ searchParams }) => (searchParams.get('search') ?? '') === words);
  await rowsSettled(page);
}

/** Resolves after the browser has drawn the frame that shows the new rows and no loading state. */
const watchRows = `window.shown = new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error('no other rows within 10 s')), 10_000);
  const rows = () => document.querySelector('tbody')?.textContent;
  const before = rows();
  const isBusy = () => document.querySelector('[aria-busy=true]') !== null;
  addEventListener('keydown', () => {
    const pressed = performance.now();
    const look = () => {
      if (rows() === before || isBusy()) requestAnimationFrame(look);
      else requestAnimationFrame(() => resolve(performance.now() - pressed));
    };
    requestAnimationFrame(look);
  }, { capture: true, once: true });
});
undefined`;

export interface Asked {
  orders: string;
  presses: string;
  folder: string;
}

/** Presses keys in the console of a store with `orders` orders, and prints the times. */
export async function measureConsole(asked: Asked): Promise<void> {
  const [orders, presses] = [Number(asked.orders), Number(asked.presses)];
  const executable = await ensureChromium();
  if (executable === null) throw new PlainError('This machine has no Chromium.');
  await withBenchStore(asked.folder, async (bench) => {
    say(`filling up to ${orders} orders`);
    await plantOrders(bench, orders);
    const browser = await launchChromium(executable);
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await page.goto(await linkTo(bench));
      // Waits until the browser is signed in. The page has this link only afterwards.
      await page.getByRole('link', { name: 'Orders' }).first().waitFor();
      for (const kind of kinds) {
        const times = await measure(page, bench.store.url, kind, presses);
        const at = (share: number) => Math.round(percentile(times, share));
        console.log(
          JSON.stringify({ orders, kind: kind.name, presses, p50: at(0.5), p95: at(0.95), max: at(1) }),
        );
      }
    } finally {
      await browser.close();
    }
  });
}

async function linkTo({ store }: BenchStore): Promise<string> {
  const keys = await loadSigningKeys(String(store.env['AUTH_KEYS_DIR']));
  const code = await signLinkCode(keys, { subject: 'admin:bench', scope: 'admin', lifetime: 300 });
  return signInLink(store.url, code);
}

/** The milliseconds of each key press. The first key presses on a new page are included. */
async function measure(page: Page, url: string, kind: Kind, presses: number): Promise<number[]> {
  await page.goto(`${url}/console/orders`);
  await rowsSettled(page);
  const times: number[] = [];
  for (let turn = 0; turn < presses; turn += 1) {
    const key = await kind.prepare(page, turn);
    await rowsSettled(page);
    await page.evaluate(watchRows);
    await page.keyboard.press(key);
    times.push(await page.evaluate<number>('window.shown'));
  }
  return times;
}

async function rowsSettled(page: Page): Promise<void> {
  await page.locator('tbody tr').first().waitFor();
  await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
}
