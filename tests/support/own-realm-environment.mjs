import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

const { exit, getBuiltinModule } = process;

/**
 * Runs the tests of a file in the worker's own global scope, not in a new one per file. When the file ends,
 * the runner restores the timers, spies, console and environment variables that the file changed.
 */
export default class OwnRealmEnvironment {
  global = globalThis;
  #console = console;
  #variables = { ...process.env };

  constructor({ projectConfig: config }) {
    this.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis });
    this.moduleMocker = new ModuleMocker(globalThis);
    // Jest would read every global for this method, and these reads load modules that no test needs.
    this.moduleMocker.clearMocksOnScope = undefined;
  }

  async setup() {
    // Jest overrides these two functions in the test's global scope, which is Jest's own scope here.
    Object.assign(process, { exit, getBuiltinModule });
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks();
    globalThis.console = this.#console;
    for (const name of Object.keys(process.env)) if (!(name in this.#variables)) delete process.env[name];
    Object.assign(process.env, this.#variables);
  }

  getVmContext() {
    return null;
  }
}
