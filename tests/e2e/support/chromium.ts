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

/** The path of a Chromium that keeps pages for its Back button, as people's browsers do, or null. The headless shell keeps none. */
export function ensureChromiumWithWindows(): Promise<string | null> {
  return ensureProgram({
    called: 'Chromium with windows',
    purpose: 'to test its Back button',
    names: withWindows,
    debianPackage: 'chromium',
  });
}

/** `keepsPages`: with the back-forward cache, which Playwright turns off. */
export function launchChromium(executablePath: string, { keepsPages = false } = {}): Promise<Browser> {
  return chromium.launch({
    executablePath,
    // Its sandbox does not work as root.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    ...(keepsPages && { ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
  });
}
