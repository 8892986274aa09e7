import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, constants, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCommandLine, runCommand } from '#shared/platform/process/command-line.ts';
import { mostSightings, withSightings, type FlakyTest } from './support/flaky-tests.ts';
import {
  failedFiles,
  passedOnlyAgain,
  withFilesRunAgain,
  type Counts,
  type Results,
} from './support/jest-results.ts';
import { seenAnswersVariable } from './support/seen-answers.ts';
import { describeTimings, timingReport } from './support/timing-report.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const bootstrap = join(root, 'tools/local-stack/bootstrap.mjs');
const flakyTestsFile = join(root, 'tests/flaky-tests.json');
const answersFile = join(root, 'coverage/seen-answers.txt');
const timingsFile = join(root, 'coverage/test-timings.json');

/**
 * Unit and component tests need no server and use every core, so they run first. Then three suites run at the same
 * time, each with its own servers, because most of their tests wait for a server or a browser. The files of a suite
 * run one after the other, because they share a store.
 */
const stages = [[['unit', 'component']], [['integration'], ['e2e'], ['console']]];

/** A busy machine fails a few files. More failures than this have another cause, and a rerun would hide it. */
const mostRunAgain = 8;

/** Resolves with Jest's exit code. */
function runJest(...more: string[]): Promise<number> {
  const jest = spawn(process.execPath, [bootstrap, 'jest', ...more], { stdio: 'inherit' });
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
  /** Tests that failed at first and passed when their file ran again alone. */
  passedOnlyAgain: string[];
}

/** Runs these suites, or only these files of the suites. Throws when Jest wrote no results. */
async function runLane(suites: string[], output: string, files: string[] = []): Promise<Run> {
  const chosen = files.length > 0 ? ['--runTestsByPath', ...files] : [];
  const workers = suites.includes('unit') && files.length === 0 ? '--maxWorkers=100%' : '--runInBand';
  const report = ['--json', `--outputFile=${output}`];
  const code = await runJest('--selectProjects', ...suites, workers, ...report, ...chosen);
  if (!existsSync(output)) throw new Error(`Jest ended with ${code} and without results`);
  return { code, results: JSON.parse(readFileSync(output, 'utf8')) as Results, passedOnlyAgain: [] };
}

/**
 * Runs the failed files again, alone. A second failure shows that a test does not fail only because the
 * machine is busy.
 */
async function runFailedAgain(suites: string[], output: string, run: Run): Promise<Run> {
  const files = failedFiles(run.results);
  if (files.length === 0 || files.length > mostRunAgain) return run;
  process.stdout.write(`\nRunning again, alone:\n${files.map((file) => `  ${file}\n`).join('')}\n`);
  const again = await runLane(suites, output, files);
  const merged = withFilesRunAgain(run.results, again.results);
  writeFileSync(output, JSON.stringify(merged));
  return { code: again.code, results: merged, passedOnlyAgain: passedOnlyAgain(run.results, again.results) };
}

/** Runs every suite and leaves its results in this folder. The last line counts passed, failed and skipped tests. */
async function runSuites(folder: string): Promise<number> {
  const began = Date.now();
  mkdirSync(join(root, 'coverage'), { recursive: true });
  rmSync(answersFile, { force: true });
  process.env[seenAnswersVariable] = answersFile;
  const runs: { suites: string[]; output: string; run: Run }[] = [];
  for (const lanes of stages) {
    const started = lanes.map(async (suites) => {
      const output = join(folder, `${suites.join('-')}.json`);
      return { suites, output, run: await runLane(suites, output) };
    });
    runs.push(...(await Promise.all(started)));
  }
  const final: Run[] = [];
  for (const { suites, output, run } of runs) final.push(await runFailedAgain(suites, output, run));
  const counts = summed(final.map(({ results }) => results));
  const unstable = final.flatMap((run) => run.passedOnlyAgain).map((test) => relative(root, test));
  reportTimings(began, final, { ...counts, answers: countAnswers() }, unstable);
  const isUnstable = recordFlakyTests(unstable);
  process.stdout.write(
    `\nAll suites: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`,
  );
  return Math.max(...final.map(({ code }) => code), isUnstable ? 1 : 0);
}

function summed(all: Counts[]) {
  const sum = (count: (counts: Counts) => number) => all.reduce((total, each) => total + count(each), 0);
  return {
    passed: sum((counts) => counts.numPassedTests),
    failed: sum((counts) => counts.numFailedTests + counts.numRuntimeErrorTestSuites),
    skipped: sum((counts) => counts.numPendingTests),
  };
}

/** Counts the distinct responses that the tests of all processes received. */
function countAnswers(): number {
  if (!existsSync(answersFile)) return 0;
  const lines = new Set(readFileSync(answersFile, 'utf8').trim().split('\n'));
  writeFileSync(answersFile, `${[...lines].sort().join('\n')}\n`);
  return lines.size;
}

function reportTimings(
  began: number,
  runs: Run[],
  { passed, failed, answers }: { passed: number; failed: number; answers: number },
  unstable: string[],
): void {
  const files = runs.flatMap(({ results }) => results.testResults);
  const report = timingReport(files, root, {
    date: new Date(began).toISOString(),
    commit: spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout.trim(),
    cores: availableParallelism(),
    seconds: Math.round((Date.now() - began) / 1000),
    passed,
    failed,
    answers,
    passedOnlyAgain: unstable,
  });
  writeFileSync(timingsFile, `${JSON.stringify(report, null, 2)}\n`);
  process.stdout.write(`\n${describeTimings(report)}\nEvery file: ${relative(root, timingsFile)}\n`);
}

/**
 * Adds today's date to each of these tests in the repository's list of flaky tests. Returns whether one of them was flaky on too
 * many days.
 */
function recordFlakyTests(tests: string[]): boolean {
  if (tests.length === 0) return false;
  const known = JSON.parse(readFileSync(flakyTestsFile, 'utf8')) as FlakyTest[];
  const { list, usedUp } = withSightings(known, tests, new Date().toISOString().slice(0, 10));
  writeFileSync(flakyTestsFile, `${JSON.stringify(list, null, 2)}\n`);
  const named = (each: string[]) => each.map((test) => `  ${test}\n`).join('');
  process.stdout.write(
    `\nPassed only when run again (commit ${relative(root, flakyTestsFile)}, which counts the sightings):\n${named(tests)}`,
  );
  if (usedUp.length === 0) return false;
  process.stdout.write(
    `\nSeen ${mostSightings} times or more, which fails the run until the test is repaired:\n${named(usedUp)}`,
  );
  return true;
}

const usage = `Usage: npm test [-- options]

Runs the unit and component tests, then the integration tests, the end-to-end tests and those of the console on real
servers at the same time, then the files that failed again, alone. With options of Jest it runs only these tests, one
file after the other.

  --results DIR              keep Jest's results in this folder, as JSON
  --selectProjects NAME      a suite: unit, component, integration, e2e, console (repeat it for several)
  --testPathPatterns TEXT    files whose path has this
  --testNamePattern TEXT     tests whose name has this`;
const options = {
  results: { type: 'string' },
  selectProjects: { type: 'string', multiple: true },
  testPathPatterns: { type: 'string', multiple: true },
  testNamePattern: { type: 'string' },
} as const;

await runCommand(async () => {
  // Jest ignores a flag that it does not know, and would run everything.
  const asked = readCommandLine({ name: 'npm test', usage, options });
  if (asked === null) return 0;
  const { results, ...chosen } = asked.values;
  const flags = Object.entries(chosen).flatMap(([name, value]) => [`--${name}`, ...[value].flat()]);
  if (flags.length > 0) return runJest('--runInBand', ...flags);
  if (results !== undefined) {
    mkdirSync(results, { recursive: true });
    return runSuites(results);
  }
  const folder = mkdtempSync(join(tmpdir(), 'storefront-tests-'));
  try {
    return await runSuites(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
