import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const bootstrap = fileURLToPath(new URL('../tools/local-stack/bootstrap.mjs', import.meta.url));

/**
 * What runs at once, each with servers of its own: most tests wait for a server to come back or a moment to pass. Within
 * one, files run one after the other, for they share a store.
 */
const lanes = [
  ['unit', 'integration', 'hostile-load', 'chaos'],
  ['e2e', 'containers'],
];

/** What Jest writes with `--json`, as far as it is summed up here. */
interface Results {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  /** Files that could not even be loaded. */
  numRuntimeErrorTestSuites: number;
}

/** Answers Jest's exit code. */
function runJest(...more: string[]): Promise<number> {
  const jest = spawn(process.execPath, [bootstrap, 'jest', '--runInBand', ...more], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => jest.kill(signal));
  return new Promise((resolve, reject) => {
    jest.on('error', reject);
    jest.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']));
  });
}

/** Every suite, with Jest's results in this folder. The last line tells how many tests passed, failed and were skipped. */
async function runSuites(folder: string): Promise<number> {
  const runs = lanes.map((suites, lane) => ({ suites, output: join(folder, `suites-${lane + 1}.json`) }));
  const codes = await Promise.all(
    runs.map(({ suites, output }) =>
      runJest('--json', `--outputFile=${output}`, '--selectProjects', ...suites),
    ),
  );
  if (runs.every(({ output }) => existsSync(output)))
    sumUp(runs.map(({ output }) => JSON.parse(readFileSync(output, 'utf8')) as Results));
  return Math.max(...codes);
}

function sumUp(all: Results[]): void {
  const sum = (count: (results: Results) => number) => all.reduce((total, each) => total + count(each), 0);
  const failed = sum((results) => results.numFailedTests + results.numRuntimeErrorTestSuites);
  const passed = sum((results) => results.numPassedTests);
  const skipped = sum((results) => results.numPendingTests);
  process.stdout.write(`\nAll suites: ${passed} passed, ${failed} failed, ${skipped} skipped\n`);
}

const [first, ...others] = process.argv.slice(2);
if (first === undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'storefront-tests-'));
  process.exitCode = await runSuites(folder);
  rmSync(folder, { recursive: true });
} else if (first === '--results' && others[0] !== undefined) {
  process.exitCode = await runSuites(others[0]);
} else process.exitCode = await runJest(first, ...others);
