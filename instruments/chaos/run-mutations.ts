/** `npm run store -- chaos:mutations`: breaks the store in known ways. Fails if the chaos suite misses one. */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readCommandLine, runCommand, wrongUsage } from '#shared/platform/process/command-line.ts';
import { onStopRequest } from '#tools/local-stack/stop-request.ts';
import { argumentsOf, controlRuns, mutationRun, type MutationRun } from './mutation-runs.ts';

const root = join(import.meta.dirname, '../..');
const patches = join(import.meta.dirname, 'mutations');
/** A run spends most of its time waiting for processes and deadlines, so two runs share a machine of two cores. */
const atOnce = 2;
const isPart = (name: string): boolean => !name.startsWith('.') && name !== 'node_modules';

const usage = `Usage: npm run store -- chaos:mutations [options]

Makes copies of the store, each with one known defect, and runs the chaos suite on two copies at a time. Exits with 0 only if
the suite finds every defect, and none in an unchanged copy.

  --only NAME   only this patch of instruments/chaos/mutations
  --seed N      the seed of the chaos runs (default 7)`;

const command = {
  name: 'npm run store -- chaos:mutations',
  usage,
  options: { seed: { type: 'string', default: '7' }, only: { type: 'string' } },
} as const;

await runCommand(async () => {
  const asked = readCommandLine(command);
  return asked === null || (await catchAll(asked.values)) ? 0 : 1;
});

async function catchAll({ seed, only }: { seed: string; only?: string }): Promise<boolean> {
  // A signal alone would not call the listeners of `exit`, which end the runs and remove the copies.
  onStopRequest(() => process.exit(143));
  const names = readdirSync(patches)
    .map((file) => file.replace(/\.patch$/, ''))
    .filter((name) => only === undefined || name === only);
  if (names.length === 0) throw wrongUsage(command.name, `there is no patch "${only ?? ''}"`);
  // A suite that always fails would catch every mutation. So the suite must pass on the unchanged store, too.
  const runs = [
    ...controlRuns(names).map((wanted) => () => passes(wanted, seed)),
    ...names.map((name) => () => isCaught(name, seed)),
  ];
  let isGood = true;
  const takeRuns = async (): Promise<void> => {
    for (let next = runs.shift(); next; next = runs.shift()) if (!(await next())) isGood = false;
  };
  await Promise.all(Array.from({ length: atOnce }, takeRuns));
  return isGood;
}

/** Prints whether the suite finds no fault in the unchanged store. */
async function passes(wanted: MutationRun, seed: string): Promise<boolean> {
  const { code, output, seconds } = await run(null, wanted, seed);
  console.log(code === 0 ? `unchanged: passes in ${seconds} s\n` : `unchanged: FAILS\n${output}\n`);
  return code === 0;
}

/** Prints whether the suite finds the defect of this patch. A crash does not count. */
async function isCaught(name: string, seed: string): Promise<boolean> {
  const { code, output, seconds } = await run(name, mutationRun(name), seed);
  const [verdict] = /^\d+ faults:(?:.*\n){0,8}/m.exec(output) ?? [];
  const isFound = code === 1 && verdict !== undefined;
  console.log(
    `${name}: ${isFound ? 'caught' : 'NOT CAUGHT'} in ${seconds} s\n${isFound ? verdict : output}\n`,
  );
  return isFound;
}

/** Runs the suite on a copy of the source tree with this patch applied. */
async function run(
  patch: string | null,
  wanted: MutationRun,
  seed: string,
): Promise<{ code: number; output: string; seconds: number }> {
  const began = Date.now();
  const copy = mkdtempSync(join(tmpdir(), 'storefront-mutation-'));
  const remove = () => rmSync(copy, { recursive: true, force: true });
  process.on('exit', remove);
  try {
    for (const part of readdirSync(root).filter(isPart))
      cpSync(join(root, part), join(copy, part), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    if (patch !== null) apply(join(patches, `${patch}.patch`), copy);
    const ended = await chaos(copy, wanted, seed);
    return { ...ended, seconds: Math.round((Date.now() - began) / 1000) };
  } finally {
    process.off('exit', remove);
    remove();
  }
}

function apply(patch: string, copy: string): void {
  const { status, stderr } = spawnSync('git', ['apply', patch], {
    cwd: copy,
    encoding: 'utf8',
    // Without this variable, git would apply the patch to the repository that contains the folder.
    env: { ...process.env, GIT_CEILING_DIRECTORIES: tmpdir() },
  });
  if (status !== 0) throw new Error(`${patch} no longer applies to the code: ${stderr}`);
}

function chaos(copy: string, wanted: MutationRun, seed: string): Promise<{ code: number; output: string }> {
  const args = ['instruments/chaos/run-chaos.ts', ...argumentsOf(wanted), '--seed', seed];
  const child = spawn(process.execPath, args, { cwd: copy, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const stop = () => void child.kill();
  process.on('exit', stop);
  return new Promise((resolve) =>
    child.once('close', (code) => {
      process.off('exit', stop);
      resolve({ code: code ?? 1, output });
    }),
  );
}
