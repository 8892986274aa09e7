import { closeSharedChromium } from '../e2e/support/shared-chromium.ts';
import { stopEverything } from './run-set-up.ts';

export default async function tearDown(): Promise<void> {
  await closeSharedChromium();
  await stopEverything();
}
