import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';

import { ensureProgram } from '../../support/debian-program.ts';

const withWindows = [
  ...['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'],
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The path of a Chromium that runs here, or null. */
export function ensureChromium(): Promise<string | null> {
  return ensureProgram({
    called: 'Chromium',
    purpose: 'to test pages with',
    // First the one without windows: a page takes it a third of the processor time.
    names: ['chromium-headless-shell', 'chrome-headless-shell', ...withWindows],
    debianPackage: 'chromium-headless-shell',
  });
}

export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: sandbox });
}

/** One that keeps pages for its Back button, as people's browsers do; the one without windows keeps none. Null: none runs here. */
export async function launchKeepingPages(): Promise<Browser | null> {
  const executablePath = await ensureProgram({
    called: 'Chromium with windows',
    purpose: 'to test its Back button',
    names: withWindows,
    debianPackage: 'chromium',
  });
  if (executablePath === null) return null;
  return chromium.launch({
    ...{ executablePath, args: sandbox },
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
}

// It does not work as root.
const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
