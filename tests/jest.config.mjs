import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const support = '<rootDir>/tests/support';
const withServers = {
  globalSetup: `${support}/servers-set-up.ts`,
  globalTeardown: `${support}/tear-down.ts`,
};
const withStore = {
  ...withServers,
  globalSetup: `${support}/e2e-set-up.ts`,
  globalTeardown: `${support}/e2e-tear-down.ts`,
  testEnvironment: `${support}/e2e-environment.mjs`,
  setupFilesAfterEnv: [`${support}/pause-webhooks.ts`],
};
/** The end-to-end tests of the console are a separate suite, which can run concurrently with the others. */
const pages = 'tests/e2e/console/';
/** Loads the store's modules once per worker. Jest would load them again for each test file. */
const ownRealm = {
  testEnvironment: `${support}/own-realm-environment.mjs`,
  testRunner: `${support}/own-realm-runner.mjs`,
  transform: {},
};

function suite(name, color, more = {}) {
  return {
    displayName: { name, color },
    rootDir: root,
    testEnvironment: 'node',
    testMatch: [`<rootDir>/{tests,instruments}/${name}/**/*.test.ts`],
    extensionsToTreatAsEsm: ['.ts'],
    transform: { '\\.ts$': `${support}/strip-types.mjs` },
    ...more,
  };
}

/** Tests of the compose file run only where its images are present, because the tests download no images. */
function hasEngineAndImages() {
  const { images: pinned } = JSON.parse(readFileSync(`${root}/deploy/pins.json`, 'utf8'));
  const images = ['node', 'mongodb', 'redis', 'rabbitmq'].map((name) => {
    const { name: image, tag, digest } = pinned[name];
    return process.env[`${name.toUpperCase()}_IMAGE`] || `${image}:${tag}${digest ? `@${digest}` : ''}`;
  });
  const succeeds = (...args) => spawnSync('docker', args, { stdio: 'ignore', timeout: 10_000 }).status === 0;
  return succeeds('image', 'inspect', ...images) && succeeds('compose', 'version');
}

export default {
  rootDir: root,
  testSequencer: `${support}/suite-order.mjs`,
  projects: [
    suite('unit', 'green', ownRealm),
    suite('component', 'yellow', ownRealm),
    suite('integration', 'cyan', { ...withServers, ...ownRealm }),
    suite('e2e', 'blue', { ...withStore, testPathIgnorePatterns: [pages] }),
    suite('console', 'blue', { ...withStore, testMatch: [`<rootDir>/${pages}**/*.test.ts`] }),
    suite('chaos', 'magenta', withServers),
    suite('hostile-load', 'red', withServers),
    suite('upgrade', 'white', withServers),
    suite('drills', 'white', withServers),
    suite('walk-throughs', 'gray'),
    suite('clients', 'gray', withStore),
    ...(hasEngineAndImages() ? [suite('containers', 'yellow')] : []),
  ],
  // Long, because a busy machine may run several suites at once.
  testTimeout: 120_000,
  verbose: true,
};
