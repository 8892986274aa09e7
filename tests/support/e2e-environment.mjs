import { TestEnvironment } from 'jest-environment-node';

import { returnTab, takeTab } from '../e2e/support/browser-tabs.ts';
import { findChromium, sharedChromium } from '../e2e/support/shared-chromium.ts';

/**
 * Gives each test file the browser that all files share. Jest loads the environment once per process, but
 * loads every other module again for each file.
 */
export default class E2eEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.sharedBrowser = () => ({ findChromium, sharedChromium, takeTab, returnTab });
  }

  async teardown() {
    // Jest would delete all properties of these functions, which the next test files still need.
    delete this.global.sharedBrowser;
    await super.teardown();
  }
}
