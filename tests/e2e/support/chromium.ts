import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';

import { ensureProgram } from '../../support/debian-program.ts';

/** The path of a Chromium that runs here, or null. */
export function ensureChromium(): Promise<string | null> {
  return ensureProgram({
    called: 'Chromium',
    purpose: 'to test the example shop with',
    // First the one without windows: a page takes it a third of the processor time.
    names: [
      ...[
        'chromium-headless-shell',
        'chrome-headless-shell',
        'chromium',
        'chromium-browser',
        'google-chrome-stable',
        'google-chrome',
      ],
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ],
    debianPackage: 'chromium-headless-shell',
  });
}

export function launchChromium(executablePath: string): Promise<Browser> {
  // Its sandbox does not work as root.
  return chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
}
