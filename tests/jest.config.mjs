import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

function suite(name, color, more = {}) {
  return {
    displayName: { name, color },
    rootDir: root,
    testEnvironment: 'node',
    testMatch: [`<rootDir>/tests/${name}/**/*.test.ts`],
    extensionsToTreatAsEsm: ['.ts'],
    transform: { '\\.ts$': '<rootDir>/tests/support/strip-types.mjs' },
    ...more,
  };
}

export default {
  rootDir: root,
  testSequencer: '<rootDir>/tests/support/suite-order.mjs',
  projects: [
    suite('unit', 'green'),
    suite('integration', 'cyan'),
    suite('e2e', 'blue'),
    suite('chaos', 'magenta'),
  ],
};
