import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PlainError } from '#shared/platform/settings/plain-error.ts';
import { readCommandLine, runCommand } from '#shared/platform/process/command-line.ts';
import { chosenInstruments, instruments } from './instruments.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const bootstrap = join(root, 'tools/local-stack/bootstrap.mjs');
const lastPassedFile = join(root, '.ci/last-passed');

const names = Object.keys(instruments);
const usage = `Usage: npm run store -- instruments [NAME...] [options]

Runs the named instruments, or all of them, one after the other. Exits with 1 if one fails.

${Object.entries(instruments)
  .map(([name, { proves }]) => `  ${name.padEnd(18)}${proves}`)
  .join('\n')}

  --changed      only instruments whose subject changed since the commit in .ci/last-passed; a sample of each if that commit is unknown
  --results DIR  writes the results to this folder, as JSON`;

let running: ChildProcess | undefined;
/** The signal that ends the run. The remaining instruments do not start. */
let stoppedBy: NodeJS.Signals | null = null;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    stoppedBy = signal;
    running?.kill(signal);
  });

await runCommand(async () => {
  const asked = readCommandLine({
    name: 'npm run store -- instruments',
    usage,
    takesNames: true,
    options: { changed: { type: 'boolean', default: false }, results: { type: 'string' } },
  });
  if (asked === null) return 0;
  const { changed, results } = asked.values;
  const wanted = changed ? chosenInstruments(changedFiles()) : named(asked.positionals);
  process.stdout.write(`Instruments: ${wanted.map(({ name }) => name).join(', ') || 'none has changed'}\n`);
  const failed: string[] = [];
  for (const each of wanted) {
    if (stoppedBy !== null) return 128 + constants.signals[stoppedBy];
    if (!(await passes(each, results))) failed.push(each.name);
  }
  process.stdout.write(failed.length === 0 ? 'All instruments passed.\n' : `Failed: ${failed.join(', ')}\n`);
  return failed.length === 0 ? 0 : 1;
});

function named(positionals: readonly string[]) {
  const unknown = positionals.find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new PlainError(`npm run store -- instruments: "${unknown}" is not one of ${names.join(', ')}.`);
  return Object.entries(instruments)
    .filter(([name]) => positionals.length === 0 || positionals.includes(name))
    .map(([name, { run }]) => ({ name, run }));
}

/**
 * Files that differ from the last commit at which every instrument passed. Null if this clone does not
 * contain that commit.
 */
function changedFiles(): string[] | null {
  const commit = readFileSync(lastPassedFile, 'utf8').trim();
  const { status, stdout } = spawnSync('git', ['diff', '--name-only', commit, '--'], {
    cwd: root,
    encoding: 'utf8',
  });
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : null;
}

async function passes(
  { name, run }: { name: string; run: readonly string[] },
  results: string | undefined,
): Promise<boolean> {
  const began = Date.now();
  process.stdout.write(`\n=== ${name}: npm run store -- ${run.join(' ')}\n`);
  // Jest reports each test. For any other program the exit code is the only result.
  const isJest = /^(jest|test:)/.test(run[0] ?? '');
  const file = results === undefined ? null : resolve(results, `instrument-${name}.json`);
  if (file !== null) mkdirSync(resolve(file, '..'), { recursive: true });
  const report = isJest && file !== null ? ['--json', `--outputFile=${file}`] : [];
  const code = await runStoreCommand([...run, ...report], instruments[name]?.env ?? {});
  if (!isJest && file !== null) writeFileSync(file, JSON.stringify(countsOf(code === 0)));
  process.stdout.write(
    `=== ${name}: ${code === 0 ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - began) / 1000)} s\n`,
  );
  return code === 0;
}

function countsOf(hasPassed: boolean) {
  return {
    numPassedTests: hasPassed ? 1 : 0,
    numFailedTests: hasPassed ? 0 : 1,
    numRuntimeErrorTestSuites: 0,
  };
}

function runStoreCommand(args: readonly string[], env: Readonly<Record<string, string>>): Promise<number> {
  const child = spawn(process.execPath, [bootstrap, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  running = child;
  return new Promise((ended, failed) => {
    child.on('error', failed);
    child.on('exit', (code, signal) => ended(code ?? 128 + constants.signals[signal ?? 'SIGTERM']));
  });
}
