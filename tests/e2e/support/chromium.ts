import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';

import { findProgram, installPackages } from '#tools/local-stack/system-programs.ts';

const names = [
  ...['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'],
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The path of a Chromium that runs here, or null. Debian's is installed where nobody's own machine would get it. */
export async function ensureChromium(): Promise<string | null> {
  const installed = await findChromium();
  if (installed !== null) return installed;
  // Who runs tests as root does so in a container or in CI.
  if (process.getuid?.() !== 0 || findProgram('apt-get') === undefined) {
    say('There is no Chromium on this machine. Install Chromium or Chrome to run these tests too.');
    return null;
  }
  const what = 'Chromium, to test the example shop with';
  const logFolder = process.env['TEST_RUN_FOLDER'] ?? '';
  try {
    await installPackages({ what, apt: ['chromium'], brew: [], logFolder, say });
  } catch (error) {
    const [reason = ''] = (error as Error).message.split('\n');
    say(reason);
  }
  return findChromium();
}

async function findChromium(): Promise<string | null> {
  for (const name of names) {
    const path = findProgram(name);
    if (path !== undefined && (await runs(path))) return path;
  }
  return null;
}

/** Ubuntu has a script of that name which only says where to get the browser. */
function runs(path: string): Promise<boolean> {
  return promisify(execFile)(path, ['--version']).then(
    () => true,
    () => false,
  );
}

export function launchChromium(executablePath: string): Promise<Browser> {
  // Its sandbox does not work as root.
  return chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
