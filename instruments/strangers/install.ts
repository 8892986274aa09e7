import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { PlainError } from '#shared/platform/settings/plain-error.ts';
import { root } from '#tools/clients/folders.ts';
import { runTool } from '#tools/clients/run-tool.ts';
import { findProgram, installPackages } from '#tools/local-stack/system-programs.ts';
import { runProgram } from '#tools/run-program.ts';
import { pins } from './pins.ts';

/** The folder with the installed programs of other authors and their results. */
export const workFolder = join(root, '.data/strangers');

/** Installs packages into a separate npm project. Returns the project's folder. */
export function npmPackages(...names: (keyof typeof pins.npm)[]): Promise<string> {
  const packages = names.map((name) => `${name}@${pins.npm[name]}`);
  return installOnce('npm', packages, async (folder) => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
    const quickly = ['--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', '--loglevel=error'];
    await runTool('npm', ['install', ...quickly, ...packages], { cwd: folder });
  });
}

/**
 * Installs packages into a separate Python environment. Returns the folder with the environment's programs.
 */
export async function pythonPackages(...names: (keyof typeof pins.python)[]): Promise<string> {
  const packages = names.map((name) => `${name}==${pins.python[name]}`);
  const folder = await installOnce('python', packages, async (folder) => {
    await runTool('python3', ['-m', 'venv', folder], { cwd: folder });
    const quickly = ['--quiet', '--no-compile', '--disable-pip-version-check'];
    await runTool(join(folder, 'bin/pip'), ['install', ...quickly, ...packages], { cwd: folder });
  });
  return join(folder, 'bin');
}

/** Makes a Go module that requires these modules. Returns its folder. */
export function goModules(...names: (keyof typeof pins.go)[]): Promise<string> {
  return installOnce('go', names.map(pinnedModule), async (folder) => {
    await runTool('go', ['mod', 'init', 'strangers'], { cwd: folder });
    await runTool('go', ['get', ...names.map(pinnedModule)], { cwd: folder });
  });
}

/** Builds the program of a Go module. */
export async function goProgram(name: keyof typeof pins.go): Promise<string> {
  const built = await installOnce('go-program', [pinnedModule(name)], async (target) => {
    await runTool('go', ['install', pinnedModule(name)], {
      cwd: target,
      env: { GOBIN: join(target, 'bin') },
    });
  });
  // A version at the end of a module's path is not part of its program's name.
  return join(built, 'bin', basename(name.replace(/\/v\d+$/, '')));
}

const pinnedModule = (name: keyof typeof pins.go) => `${name}@${pins.go[name]}`;

/** Builds a program of crates.io, without optional features. */
export async function cargoProgram(name: keyof typeof pins.cargo): Promise<string> {
  const pinned = `${name}@${pins.cargo[name]}`;
  const built = await installOnce('cargo', [pinned], async (folder) => {
    const quickly = ['--quiet', '--locked', '--no-default-features'];
    await runTool('cargo', ['install', ...quickly, '--root', folder, pinned], { cwd: folder });
  });
  return join(built, 'bin', name);
}

/** Installs these Debian packages if one of them or the program is missing. Returns the path of the program. */
export async function debianProgram(program: string, ...packages: string[]): Promise<string> {
  if (findProgram(program) === undefined || !(await areInstalled(packages))) {
    mkdirSync(workFolder, { recursive: true });
    const say = (line: string) => void process.stderr.write(`${line}\n`);
    await installPackages({ what: program, apt: packages, brew: packages, logFolder: workFolder, say });
  }
  const found = findProgram(program);
  if (found === undefined)
    throw new PlainError(`The packages ${packages.join(', ')} do not contain ${program}.`);
  return found;
}

/** Whether the packages are installed. Always true on systems without dpkg-query, where only the program is checked. */
async function areInstalled(packages: readonly string[]): Promise<boolean> {
  const query = findProgram('dpkg-query');
  return query === undefined || (await runProgram(query, ['--show', ...packages])).code === 0;
}

const installing = new Map<string, Promise<string>>();

/** Calls `install` unless an earlier run has completed it. */
function installOnce(
  kind: string,
  packages: readonly string[],
  install: (folder: string) => Promise<void>,
): Promise<string> {
  const digest = createHash('sha256').update(packages.toSorted().join('\n')).digest('hex');
  const folder = join(workFolder, `${kind}-${digest.slice(0, 12)}`);
  const started = installing.get(folder) ?? installTo(folder, install);
  installing.set(folder, started);
  return started;
}

async function installTo(folder: string, install: (folder: string) => Promise<void>): Promise<string> {
  const mark = join(folder, 'complete');
  if (existsSync(mark)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await install(folder);
  writeFileSync(mark, '');
  return folder;
}
