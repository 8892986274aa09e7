import { createRequire, registerHooks } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { deepCyclicCopy } from 'jest-util';

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL('../..', import.meta.url));
const ownFolders = ['tests', 'instruments'].map((name) => pathToFileURL(join(root, name, '/')).href);
const globalsUrl = new URL('jest-globals.mjs', import.meta.url).href;
const circus = join(dirname(require.resolve('jest-circus/package.json')), 'build/jestAdapterInit.js');

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
 * Runs a test file with Node's own modules instead of Jest's. Node loads the store's modules and packages once per worker,
 * which Jest would do once per test file, and strips the types itself.
 */
export default async function runTestFile(
  globalConfig,
  config,
  environment,
  runtime,
  testPath,
  sendMessageToJest,
) {
  file += 1;
  for (const name of ['EVENT_HANDLERS', 'TEST_TIMEOUT_SYMBOL', 'RETRY_TIMES', 'LOG_ERRORS_BEFORE_RETRY'])
    delete globalThis[Symbol.for(name)];
  // The module has the state of the tests of one file.
  delete require.cache[circus];
  const { initialize, runAndTransformResultsToJestFormat } = require(circus);
  await initialize({
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
  globalThis[Symbol.for('storefront.jest')] = runtime.jestGlobals.cjsGlobals(testPath);
  for (const path of [...config.setupFilesAfterEnv, testPath]) await import(pathToFileURL(path).href);
  const results = await runAndTransformResultsToJestFormat({ config, globalConfig, testPath });
  return deepCyclicCopy(results, { keepPrototype: false });
}
