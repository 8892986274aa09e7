import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const version = '4.32.5';
const folder = join(tmpdir(), `storefront-schemathesis-${version}`);
const config = fileURLToPath(new URL('./schemathesis.toml', import.meta.url));

/** Installs Schemathesis on first use, in its own Python environment under the temporary folder. */
export async function installSchemathesis(): Promise<string> {
  const program = join(folder, 'bin/schemathesis');
  if (existsSync(program)) return program;
  await run('python3', ['-m', 'venv', folder]);
  await run(join(folder, 'bin/pip'), [
    'install',
    '--quiet',
    '--disable-pip-version-check',
    `schemathesis==${version}`,
  ]);
  return program;
}

interface FuzzRun {
  document: string;
  url: string;
  token: string;
  /** A regular expression that selects the paths to test. */
  paths: string;
  /** Number of cases per operation, in addition to the declared examples and the edge cases of every schema. */
  cases: number;
  /** The random seed. Two runs with the same seed send the same requests. */
  seed: number;
  /** Phases of Schemathesis, separated by commas. */
  phases: string;
}

/** Prints the findings. Resolves to true if there are no findings. */
export async function fuzz(program: string, asked: FuzzRun): Promise<boolean> {
  const status = await run(
    program,
    [
      '--config-file',
      config,
      'run',
      asked.document,
      '--url',
      asked.url,
      '--header',
      `Authorization: Bearer ${asked.token}`,
      '--include-path-regex',
      asked.paths,
      '--phases',
      asked.phases,
      '--max-examples',
      String(asked.cases),
      '--seed',
      String(asked.seed),
      '--generation-database',
      'none',
      '--continue-on-failure',
      '--no-color',
    ],
    [0, 1],
  );
  return status === 0;
}

async function run(program: string, options: string[], expected = [0]): Promise<number> {
  // Schemathesis writes files to its working directory.
  const child = spawn(program, options, { cwd: tmpdir(), stdio: ['ignore', 'inherit', 'inherit'] });
  const status = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? -1));
  });
  if (!expected.includes(status)) throw new Error(`${program} ended with status ${status}`);
  return status;
}
