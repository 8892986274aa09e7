import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

const { exit, getBuiltinModule } = process;

/**
 * Runs the tests of a file in the worker's own global scope, not in a new one per file. What a file changed in this
 * scope is restored when the file ends: timers, spies, the console and the environment variables.
 */
export default class OwnRealmEnvironment {
  global = globalThis;
  #console = console;
  #variables = { ...process.env };

  constructor({ projectConfig: config }) {
    this.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis });
    this.moduleMocker = new ModuleMocker(globalThis);
    // Jest would read every global for this, which loads modules that no test needs.
    this.moduleMocker.clearMocksOnScope = undefined;
  }

  async setup() {
    // Jest overrides these two in the test's global scope, which here is Jest's own.
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
