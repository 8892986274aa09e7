/** `npm run check`: all checks that need no server. Runs every step, then lists the steps that failed. */
import { join } from 'node:path';

import { flag, readCommandLine, runCommand } from '#shared/platform/process/command-line.ts';
import { runProgram } from '../run-program.ts';

interface Step {
  name: string;
  args: string[];
  /** Looks for a fault in the output of a successful step. Returns undefined if there is none. */
  doubt?: (output: string) => string | undefined;
}

const root = join(import.meta.dirname, '../..');
const folders = ['clients', 'console', 'services', 'shared', 'deploy', 'tools', 'tests', 'instruments'];
const modules = join(root, 'node_modules');

const program = (file: string, ...args: string[]) => [join(modules, file), ...args];

/** The compiler uses one thread, because `checkAll` runs two programs at a time. */
const compile = (project: string) =>
  program('typescript-7/bin/tsc', '--noEmit', '--singleThreaded', '--project', join(root, project));

const readings: Step[] = [
  { name: 'types', args: compile('tsconfig.json') },
  { name: 'types of the example shop', args: compile('clients/example-shop/tsconfig.json') },
  { name: 'types of the console', args: compile('console/tsconfig.json') },
  { name: 'lint', args: program('eslint/bin/eslint.js', '.') },
  { name: 'styles', args: program('stylelint/bin/stylelint.mjs', 'console/**/*.css', '!console/dist*/**') },
  { name: 'format', args: program('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.') },
  { name: 'plain words', args: [join(import.meta.dirname, 'plain-words.ts')] },
  {
    name: 'boundaries',
    args: program('dependency-cruiser/bin/dependency-cruiser.mjs', ...folders),
    doubt: (output) => (/([1-9]\d*) modules/.test(output) ? undefined : 'it checked no module'),
  },
];

const unitTests: Step = {
  name: 'unit tests',
  args: [
    '--disable-warning=ExperimentalWarning',
    ...program(
      'jest/bin/jest.js',
      '--config',
      'tests/jest.config.mjs',
      '--selectProjects',
      'unit',
      '--verbose=false',
      '--maxWorkers=100%',
    ),
  ],
};

const usage = `Usage: npm run check -- [--without-tests]

Runs every check that needs no server: ${[...readings, unitTests].map(({ name }) => name).join(', ')}. Exits with 1 if one fails.

  --without-tests   leaves out the unit tests, for a run together with all other tests (npm test)`;

await runCommand(async () => {
  const asked = readCommandLine({ name: 'npm run check', usage, options: { 'without-tests': flag } });
  if (asked === null) return 0;
  return (await checkAll(asked.values['without-tests'] ? [] : [unitTests])) ? 0 : 1;
});

/** Runs the static checks two at a time, because each uses one core. The tests themselves use two cores. */
async function checkAll(tests: Step[]): Promise<boolean> {
  const left = [...readings];
  const failed: string[] = [];
  const one = async (step: Step) => {
    if (!(await passes(step))) failed.push(step.name);
  };
  const inTurn = async () => {
    for (let step = left.shift(); step; step = left.shift()) await one(step);
  };
  await Promise.all([inTurn(), inTurn()]);
  for (const step of tests) await one(step);
  console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}.`);
  return failed.length === 0;
}

async function passes({ name, args, doubt }: Step): Promise<boolean> {
  const started = Date.now();
  const { code, stdout, stderr } = await runProgram(process.execPath, args, { cwd: root });
  const fault = code === 0 ? doubt?.(stdout) : `exit code ${code}`;
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(
    fault === undefined
      ? `✓ ${name} (${seconds} s)`
      : `${stdout}${stderr.trimEnd()}\n✗ ${name} (${seconds} s): ${fault}`,
  );
  return fault === undefined;
}
