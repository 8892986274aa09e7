import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { findProgram } from '../local-stack/system-programs.ts';
import {
  compile,
  emptyFolder,
  journeyFolder,
  type GeneratedClient,
  type JourneyStore,
} from './generated-client.ts';
import { root, workFolder } from './folders.ts';
import { name, packClient, version } from './pack-client.ts';
import { runTool } from './run-tool.ts';

const folder = join(workFolder, 'packaged');

/** How to start a program with each runtime. Bun and Deno run only if they are on the PATH. */
const runtimes: Readonly<Record<string, { program: string | undefined; args: string[] }>> = {
  Node: { program: process.execPath, args: [] },
  Bun: { program: findProgram('bun'), args: ['run'] },
  Deno: {
    program: findProgram('deno'),
    args: ['run', '--no-lock', '--node-modules-dir=manual', '--allow-net', '--allow-env'],
  },
};

/** The strictest compiler settings of an app. The client must compile with them. */
const compilerOptions = {
  target: 'es2022',
  lib: ['es2022', 'dom'],
  module: 'nodenext',
  types: ['node'],
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
};

/** Installs this repository's client as npm would, and type-checks a sample program with it. */
async function build(): Promise<void> {
  emptyFolder('packaged');
  const installed = join(folder, 'node_modules', name);
  mkdirSync(installed, { recursive: true });
  await runTool('tar', ['-xzf', await packClient(), '--strip-components=1', '-C', installed], {
    cwd: folder,
  });
  const journey = readFileSync(join(journeyFolder('typescript'), 'packaged.ts'), 'utf8');
  writeFileSync(join(folder, 'journey.ts'), journey.replace('../../typescript/src/main.ts', name));
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
  for (const types of ['@types/node', 'undici-types'])
    symlinkSync(join(root, 'node_modules', types), join(folder, 'node_modules', types));
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ type: 'module', dependencies: { [name]: version } }),
  );
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['journey.ts'] }));
  await compile(folder, '--project', folder);
}

async function journey(store: JourneyStore): Promise<string> {
  const output: string[] = [];
  for (const [runtime, { program, args }] of Object.entries(runtimes)) {
    if (program === undefined) {
      output.push(`${runtime}: not on this machine`);
      continue;
    }
    const [release] = (await runTool(program, ['--version'], { cwd: folder })).split('\n');
    const lines = await runTool(program, [...args, 'journey.ts'], { cwd: folder, env: { ...store } });
    output.push(`${runtime}: ${release ?? ''}`, lines.trimEnd());
  }
  return output.join('\n');
}

export const packagedClient: GeneratedClient = { generator: `${name} ${version}`, build, journey };
