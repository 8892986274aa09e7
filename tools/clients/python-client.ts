import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { PlainError } from '#shared/platform/settings/plain-error.ts';
import { emptyFolder, generatorName, journeyFolder, type GeneratedClient } from './generated-client.ts';
import { workFolder } from './folders.ts';
import { runTool } from './run-tool.ts';

const sources = journeyFolder('python');
const journey = join(sources, 'journey.py');
const folder = join(workFolder, 'python');
const installed = () => pythonWith(join(sources, 'requirements.txt'));

/** Generates the client as a package next to its test program (journey), and type-checks both. */
async function build(document: string): Promise<void> {
  emptyFolder('python');
  const { program, env } = await installed();
  const [config, client] = [join(folder, 'config.yaml'), join(folder, 'storefront_client')];
  writeFileSync(config, 'package_name_override: storefront_client\n');
  const options = ['--config', config, '--meta', 'none', '--fail-on-warning', '--output-path', client];
  await runTool('openapi-python-client', ['generate', '--path', document, ...options], { cwd: folder, env });
  const rules = ['--config-file', join(sources, 'mypy.ini'), '--cache-dir', join(workFolder, 'mypy')];
  await runTool(program, ['-m', 'mypy', ...rules, journey, client], {
    cwd: folder,
    env: { ...env, MYPYPATH: folder },
  });
}

export const pythonClient: GeneratedClient = {
  generator: generatorName('openapi-python-client'),
  build,
  journey: async (store) => {
    const { program, env } = await installed();
    const found = { PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' };
    return runTool(program, [journey], { cwd: folder, env: { ...env, ...found, ...store } });
  },
};

/** Returns a Python interpreter with the packages of a requirements.txt, which pins their versions and checksums. */
export async function pythonWith(requirements: string): Promise<{ program: string; env: NodeJS.ProcessEnv }> {
  const digest = createHash('sha256').update(readFileSync(requirements)).digest('hex');
  const folder = join(workFolder, `python-${digest.slice(0, 12)}`);
  const bin = join(folder, 'bin');
  const python = { program: join(bin, 'python'), env: { PATH: `${bin}:${process.env['PATH'] ?? ''}` } };
  const mark = join(folder, 'complete');
  if (existsSync(mark)) return python;
  mkdirSync(workFolder, { recursive: true });
  await requirePython();
  rmSync(folder, { recursive: true, force: true });
  await runTool('python3', ['-m', 'venv', folder], { cwd: workFolder });
  // Python compiles modules when it imports them, whereas pip would compile all of them now.
  const quickly = ['--quiet', '--no-compile', '--disable-pip-version-check'];
  const wanted = ['--require-hashes', '--requirement', requirements];
  await runTool(python.program, ['-m', 'pip', 'install', ...quickly, ...wanted], { cwd: workFolder });
  writeFileSync(mark, '');
  return python;
}

async function requirePython(): Promise<void> {
  const isNew = 'import sys, venv; sys.exit(sys.version_info < (3, 11))';
  await runTool('python3', ['-c', isNew], { cwd: workFolder }).catch(() => {
    throw new PlainError('python3 must be Python 3.11 or later, with venv.');
  });
}
