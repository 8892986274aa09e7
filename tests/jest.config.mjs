import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const support = '<rootDir>/tests/support';
const withServers = {
  globalSetup: `${support}/servers-set-up.ts`,
  globalTeardown: `${support}/tear-down.ts`,
};
const withStore = { ...withServers, globalSetup: `${support}/e2e-set-up.ts` };

function suite(name, color, more = {}) {
  return {
    displayName: { name, color },
    rootDir: root,
    testEnvironment: 'node',
    testMatch: [`<rootDir>/tests/${name}/**/*.test.ts`],
    extensionsToTreatAsEsm: ['.ts'],
    transform: { '\\.ts$': `${support}/strip-types.mjs` },
    ...more,
  };
}

export default {
  rootDir: root,
  testSequencer: `${support}/suite-order.mjs`,
  projects: [
    suite('unit', 'green'),
    suite('integration', 'cyan', withServers),
    suite('e2e', 'blue', withStore),
    suite('chaos', 'magenta', withServers),
  ],
  testTimeout: 30_000,
  verbose: true,
};
