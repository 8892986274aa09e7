import { join } from 'node:path';

import { loadPerProcess } from './load-per-process.ts';
import { stopEverything } from './run-set-up.ts';

const sharedChromium = join(import.meta.dirname, '../e2e/support/shared-chromium.ts');

export default async function tearDown(): Promise<void> {
  const { closeSharedChromium } =
    loadPerProcess<typeof import('../e2e/support/shared-chromium.ts')>(sharedChromium);
  await closeSharedChromium();
  await stopEverything();
}
