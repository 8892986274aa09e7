/** `npm run chaos:mutations`: the suite must see each of these broken stores fail. Exit 0 only when all are caught. */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { argumentsOf, controlRuns, mutationRun } from './mutation-runs.ts';
import type { MutationRun } from './mutation-runs.ts';

const root = join(import.meta.dirname, '../..');
const patches = join(import.meta.dirname, 'mutations');
const parts = ['services', 'shared', 'deploy', 'tools', 'tests', 'package.json', 'tsconfig.json'];

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '7' }, only: { type: 'string' } },
});
// What was started goes when this process does: each run has a watchdog of its own.
process.on('SIGTERM', () => process.exit(143));

const names = readdirSync(patches)
  .map((file) => file.replace(/\.patch$/, ''))
  .filter((name) => values.only === undefined || name === values.only);

// Without this the others would say nothing: a suite that always fails catches everything.
let isGood = true;
for (const wanted of controlRuns(names)) {
  const { code, output } = await run(null, wanted);
  console.log(code === 0 ? 'unchanged: passes\n' : `unchanged: FAILS\n${output}\n`);
  isGood &&= code === 0;
}
for (const name of names) {
  const { code, output } = await run(name, mutationRun(name));
  // A verdict, not a crash.
  const verdict = output.slice(output.search(/^\d+ faults:/m));
  const isCaught = code === 1 && /^\d+ faults:/.test(verdict);
  isGood &&= isCaught;
  const shown = isCaught ? verdict.split('\n').slice(0, 8).join('\n') : output;
  console.log(`${name}: ${isCaught ? 'caught' : 'NOT CAUGHT'}\n${shown}\n`);
}
process.exitCode = isGood ? 0 : 1;

/** The suite against a copy of the tree, with this patch applied to it. */
async function run(patch: string | null, wanted: MutationRun): Promise<{ code: number; output: string }> {
  const copy = mkdtempSync(join(tmpdir(), 'storefront-mutation-'));
  try {
    for (const part of parts) cpSync(join(root, part), join(copy, part), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    if (patch !== null) apply(join(patches, `${patch}.patch`), copy);
    return await chaos(copy, wanted);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function apply(patch: string, copy: string): void {
  const { status, stderr } = spawnSync('git', ['apply', patch], {
    cwd: copy,
    encoding: 'utf8',
    // Or a repository further up would be meant.
    env: { ...process.env, GIT_CEILING_DIRECTORIES: tmpdir() },
  });
  if (status !== 0) throw new Error(`${patch} no longer fits the code: ${stderr}`);
}

function chaos(copy: string, wanted: MutationRun): Promise<{ code: number; output: string }> {
  const args = ['tests/chaos/run-chaos.ts', ...argumentsOf(wanted), '--seed', values.seed];
  const child = spawn(process.execPath, args, { cwd: copy, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code: code ?? 1, output })));
}
