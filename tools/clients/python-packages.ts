import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { PlainError } from '#shared/process/plain-error.ts';
import { workFolder } from './render-documents.ts';
import { runTool } from './run-tool.ts';

/** A Python interpreter with the packages of a requirements.txt. Versions are pinned with checksums. */
export interface Python {
  program: string;
  env: NodeJS.ProcessEnv;
}

/** Creates a virtual environment for a requirements.txt, unless it exists. The generator and the clients need Python 3.11. */
export async function pythonWith(requirements: string): Promise<Python> {
  const wanted = createHash('sha256').update(readFileSync(requirements)).digest('hex');
  const folder = join(workFolder, `python-${wanted.slice(0, 12)}`);
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
  await runTool(
    python.program,
    ['-m', 'pip', 'install', ...quickly, '--require-hashes', '--requirement', requirements],
    { cwd: workFolder },
  );
  writeFileSync(mark, '');
  return python;
}

async function requirePython(): Promise<void> {
  const isNew = 'import sys, venv; sys.exit(sys.version_info < (3, 11))';
  await runTool('python3', ['-c', isNew], { cwd: workFolder }).catch(() => {
    throw new PlainError(
      'python3 must be Python 3.11 or later with venv: the generator and its clients need it.',
    );
  });
}
