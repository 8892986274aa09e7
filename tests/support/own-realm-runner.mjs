import { createRequire, registerHooks } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { deepCyclicCopy } from 'jest-util';

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL('../..', import.meta.url));
const ownFolders = ['tests', 'instruments'].map((name) => pathToFileURL(join(root, name, '/')).href);
const globalsUrl = new URL('jest-globals.mjs', import.meta.url).href;
const circus = join(dirname(require.resolve('jest-circus/package.json')), 'build/jestAdapterInit.js');

/** Jest keeps these values in the global scope. They belong to one test file. */
const ofOneFile = [
  'EVENT_HANDLERS',
  'JEST_STATE_SYMBOL',
  'LOG_ERRORS_BEFORE_RETRY',
  'RETRY_TIMES',
  'TEST_TIMEOUT_SYMBOL',
];

/** Functions of `jest` that throw here. Jest would implement them in its own registry of modules, which is empty here. */
const refused = Object.fromEntries(
  ['mock', 'doMock', 'setMock', 'unstable_mockModule', 'resetModules', 'isolateModules'].map((name) => [
    name,
    () => {
      throw new Error(
        `jest.${name} has no effect on Node's own modules. Pass a fake to the tested code instead.`,
      );
    },
  ]),
);

/**
 * Each listener of the process with its event. Listeners of `exit` may stay, because they have no effect
 * before the worker ends.
 */
const listeners = () =>
  process
    .eventNames()
    .filter((event) => event !== 'exit')
    .flatMap((event) => process.rawListeners(event).map((listener) => [listener, event]));

/** The number of the test file. Modules of the tests are loaded once per test file, because their hooks belong to it. */
let file = 0;

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '' } = context;
    if (parentURL !== import.meta.url && !parentURL.includes('?file=')) return next(specifier, context);
    if (specifier === '@jest/globals') return { url: `${globalsUrl}?file=${file}`, shortCircuit: true };
    const found = next(specifier, context);
    const isOwn = ownFolders.some((folder) => found.url.startsWith(folder));
    return isOwn ? { ...found, url: `${found.url}?file=${file}` } : found;
  },
});

/**
 * Runs a test file with Node's own modules instead of Jest's. Node strips the types itself and loads the
 * store's modules and packages once per worker. Jest would load them once per test file.
 */
export default async function runTestFile(
  globalConfig,
  config,
  environment,
  runtime,
  testPath,
  sendMessageToJest,
) {
  if (globalConfig.collectTests)
    throw new Error('own-realm-runner.mjs cannot list tests without running them.');
  file += 1;
  for (const key of Object.getOwnPropertySymbols(globalThis))
    if (ofOneFile.includes(key.description)) delete globalThis[key];
  // Unloads this module, because it contains the state of one file's tests.
  delete require.cache[circus];
  const { initialize, runAndTransformResultsToJestFormat } = require(circus);
  const before = new Map(listeners());
  const { snapshotState } = await initialize({
    config,
    environment,
    globalConfig,
    localRequire: require,
    parentProcess: process,
    runtime,
    sendMessageToJest,
    setGlobalsForRuntime: (globals) => runtime.setGlobalsForRuntime(globals),
    testPath,
  });
  const globals = runtime.jestGlobals.cjsGlobals(testPath);
  globalThis[Symbol.for('storefront.jest')] = { ...globals, jest: { ...globals.jest, ...refused } };
  for (const path of [...config.setupFilesAfterEnv, testPath]) await import(pathToFileURL(path).href);
  const results = await runAndTransformResultsToJestFormat({ config, globalConfig, testPath });
  if (snapshotState.added > 0)
    throw new Error(`${testPath} has a new snapshot. Snapshots are not written here.`);
  const left = listeners().filter(([listener]) => !before.has(listener));
  if (left.length > 0)
    throw new Error(
      `${testPath} left listeners of process: ${left.map(([, event]) => String(event)).join(', ')}.`,
    );
  return deepCyclicCopy(results, { keepPrototype: false });
}
