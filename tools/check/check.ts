/** `npm run check`: everything that can be known without a server. Runs every step, then says which ones failed. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

import { readCommandLine, runCommand } from '#shared/process/command-line.ts';

interface Step {
  name: string;
  args: string[];
  /** What is wrong with the output of a step that succeeded; undefined when nothing is. */
  doubt?: (output: string) => string | undefined;
}

const root = join(import.meta.dirname, '../..');
const folders = ['clients', 'services', 'shared', 'deploy', 'tools', 'tests'];
const modules = join(root, 'node_modules');

const steps: Step[] = [
  { name: 'types', args: [join(modules, 'typescript/bin/tsc'), '--noEmit'] },
  {
    name: 'types of the example shop',
    args: [
      join(modules, 'typescript/bin/tsc'),
      '--project',
      join(root, 'clients/example-shop/tsconfig.json'),
    ],
  },
  { name: 'lint', args: [join(modules, 'eslint/bin/eslint.js'), '.'] },
  {
    name: 'format',
    args: [join(modules, 'prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.'],
  },
  {
    name: 'boundaries',
    args: [join(modules, 'dependency-cruiser/bin/dependency-cruiser.mjs'), ...folders],
    doubt: (output) => (/([1-9]\d*) modules/.test(output) ? undefined : 'it looked at no module at all'),
  },
  {
    name: 'unit tests',
    args: [
      ...[
        '--experimental-vm-modules',
        '--disable-warning=ExperimentalWarning',
        join(modules, 'jest/bin/jest.js'),
      ],
      ...['--config', join(root, 'tests/jest.config.mjs'), '--selectProjects', 'unit', '--verbose', 'false'],
    ],
  },
];

const usage = `Usage: npm run check

Everything that can be known without a server: ${steps.map(({ name }) => name).join(', ')}. Exit 1 when a step fails.`;

await runCommand(async () => {
  const asked = readCommandLine({ name: 'npm run check', usage, options: {} });
  return asked === null || (await checkAll()) ? 0 : 1;
});

async function checkAll(): Promise<boolean> {
  const failed: string[] = [];
  for (const step of steps) {
    const started = Date.now();
    const { code, output } = await run(step.args);
    const fault = code === 0 ? step.doubt?.(output) : `exit code ${code}`;
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    if (fault === undefined) {
      console.log(`✓ ${step.name} (${seconds} s)`);
    } else {
      failed.push(step.name);
      console.log(`${output.trimEnd()}\n✗ ${step.name} (${seconds} s): ${fault}`);
    }
  }
  console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}.`);
  return failed.length === 0;
}

function run(args: string[]): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (text) => (output += String(text)));
  child.stderr.on('data', (text) => (output += String(text)));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code: code ?? 1, output })));
}
