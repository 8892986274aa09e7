import type { Browser } from 'playwright-core';

import { ensureChromium, launchChromium } from './chromium.ts';

/*
 * The Chromium of a test run. tests/support/e2e-environment.mjs gives it to the test files, which share one
 * browser with its tabs. A separate browser for each file would have to start and compile the console's
 * scripts again, which takes a few seconds per file.
 */

let executable: Promise<string | null> | undefined;
let started: Promise<Browser> | undefined;

/** The path of a Chromium that runs on this machine, or null. */
export function findChromium(): Promise<string | null> {
  return (executable ??= ensureChromium());
}

/**
 * Returns the browser that all test files share. Starts the browser if it does not run, for example after a
 * crash.
 */
export async function sharedChromium(): Promise<Browser> {
  const known = await started;
  if (known?.isConnected() === true) return known;
  started = launchChromium((await findChromium()) ?? '', { optimizes: false });
  return started;
}

export async function closeSharedChromium(): Promise<void> {
  await (await started)?.close();
  started = undefined;
}
