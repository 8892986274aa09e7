import { chromium, type Browser } from 'playwright-core';

import { ensureProgram } from '../../support/debian-program.ts';

const withWindows = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The path of a Chromium that runs on this machine, or null. */
export function ensureChromium(): Promise<string | null> {
  return ensureProgram({
    called: 'Chromium',
    purpose: 'to test pages with',
    // The headless shell comes first, because it needs a third of the CPU time per page.
    names: ['chromium-headless-shell', 'chrome-headless-shell', ...withWindows],
    debianPackage: 'chromium-headless-shell',
  });
}

/** The path of a Chromium that keeps pages for its Back button, or null. The headless shell does not keep pages. */
export function ensureChromiumWithWindows(): Promise<string | null> {
  return ensureProgram({
    called: 'Chromium with windows',
    purpose: 'to test its Back button',
    names: withWindows,
    debianPackage: 'chromium',
  });
}

/**
 * `keepsPages` enables the back-forward cache, which Playwright disables. For pages that are soon left,
 * `optimizes: false` saves a fifth of the processor time, because the optimization of their code costs more
 * than it saves.
 */
export function launchChromium(
  executablePath: string,
  { keepsPages = false, optimizes = true } = {},
): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      ...(optimizes ? [] : ['--js-flags=--no-opt --no-maglev --no-lazy-feedback-allocation']),
      // The sandbox does not work for root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
    ...(keepsPages && { ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
  });
}
