import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCommandLine, runCommand } from '#shared/process/command-line.ts';

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

const usage = `Usage: npm test [-- options]

Runs every suite on real servers, in two lanes beside each other; with options of Jest one lane, of these tests alone.

  --results DIR              keep Jest's results in this folder, as JSON
  --selectProjects NAME      a suite: unit, integration, e2e, chaos, containers, hostile-load (several times for several)
  --testPathPatterns TEXT    files whose path has this
  --testNamePattern TEXT     tests whose name has this`;
const options = {
  results: { type: 'string' },
  selectProjects: { type: 'string', multiple: true },
  testPathPatterns: { type: 'string', multiple: true },
  testNamePattern: { type: 'string' },
} as const;

await runCommand(async () => {
  // Jest takes a flag that it does not know for none, and would run everything.
  const asked = readCommandLine({ name: 'npm test', usage, options });
  if (asked === null) return 0;
  const { results, ...chosen } = asked.values;
  const flags = Object.entries(chosen).flatMap(([name, value]) => [`--${name}`, ...[value].flat()]);
  if (flags.length > 0) return runJest(...flags);
  if (results !== undefined) return runSuites(results);
  const folder = mkdtempSync(join(tmpdir(), 'storefront-tests-'));
  try {
    return await runSuites(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
