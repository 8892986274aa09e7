import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCommandLine, runCommand } from '#shared/process/command-line.ts';
import { failedFiles, passedOnlyAgain, withFilesRunAgain } from './support/jest-results.ts';
import type { Counts, Results } from './support/jest-results.ts';

const bootstrap = fileURLToPath(new URL('../tools/local-stack/bootstrap.mjs', import.meta.url));

/**
 * What runs at once, each with servers of its own: most tests wait for a server to come back or a moment to pass. Within
 * one, files run one after the other, for they share a store.
 */
const lanes = [
  ['unit', 'integration', 'hostile-load', 'chaos'],
  ['e2e', 'containers'],
];

/** More files than these do not fail for a busy machine. */
const mostRunAgain = 8;

/** Answers Jest's exit code. */
function runJest(...more: string[]): Promise<number> {
  const jest = spawn(process.execPath, [bootstrap, 'jest', '--runInBand', ...more], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => jest.kill(signal));
  return new Promise((resolve, reject) => {
    jest.on('error', reject);
    jest.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']));
  });
}

interface Run {
  /** Jest's exit code. */
  code: number;
  results: Results;
}

/** Runs these suites, or of them these files alone. Raises an error when Jest could not write its results. */
async function runLane(suites: string[], output: string, files: string[] = []): Promise<Run> {
  const chosen = files.length > 0 ? ['--runTestsByPath', ...files] : [];
  const code = await runJest('--json', `--outputFile=${output}`, '--selectProjects', ...suites, ...chosen);
  if (!existsSync(output)) throw new Error(`Jest ended with ${code} and without results`);
  return { code, results: JSON.parse(readFileSync(output, 'utf8')) as Results };
}

/**
 * Runs the files that failed beside the other lane once more, alone: a test that had too little of a busy machine is told
 * from one that fails. What passes only then is named, for it is to be mended too.
 */
async function runFailedAgain(suites: string[], output: string, { code, results }: Run): Promise<Run> {
  const files = failedFiles(results);
  if (files.length === 0 || files.length > mostRunAgain) return { code, results };
  process.stdout.write(`\nOnce more, alone:\n${files.map((file) => `  ${file}\n`).join('')}\n`);
  const again = await runLane(suites, output, files);
  for (const test of passedOnlyAgain(results, again.results))
    process.stdout.write(`Passed only alone: ${test}\n`);
  const merged = withFilesRunAgain(results, again.results);
  writeFileSync(output, JSON.stringify(merged));
  return { code: again.code, results: merged };
}

/** Every suite, with the results in this folder. The last line tells how many tests passed, failed and were skipped. */
async function runSuites(folder: string): Promise<number> {
  const all = lanes.map((suites, lane) => ({ suites, output: join(folder, `suites-${lane + 1}.json`) }));
  const runs = await Promise.all(all.map(({ suites, output }) => runLane(suites, output)));
  const final: Run[] = [];
  for (const [lane, { suites, output }] of all.entries()) {
    const run = runs[lane];
    if (run !== undefined) final.push(await runFailedAgain(suites, output, run));
  }
  sumUp(final.map(({ results }) => results));
  return Math.max(...final.map(({ code }) => code));
}

function sumUp(all: Counts[]): void {
  const sum = (count: (counts: Counts) => number) => all.reduce((total, each) => total + count(each), 0);
  const failed = sum((counts) => counts.numFailedTests + counts.numRuntimeErrorTestSuites);
  const passed = sum((counts) => counts.numPassedTests);
  const skipped = sum((counts) => counts.numPendingTests);
  process.stdout.write(`\nAll suites: ${passed} passed, ${failed} failed, ${skipped} skipped\n`);
}

const usage = `Usage: npm test [-- options]

Runs every suite on real servers, in two lanes beside each other, and the files that failed once more, alone; with options
of Jest one lane, of these tests alone.

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
