import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@jest/globals';

import { spawnRecorded, type RecordedProcess } from '#tools/local-stack/recorded-process.ts';
import { eventually } from './eventually.ts';
import { temporaryFolder } from './servers.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
export const startTimeoutMs = 180_000;

export interface NpmStart extends RecordedProcess {
  output(): string;
}

interface NpmStartOrder {
  dataDir: string;
  port: number;
  namespace: string;
  env?: NodeJS.ProcessEnv;
}

/** Runs `npm start` as in a terminal. Its processes are recorded, so that the end of the run stops any leftovers. */
export function npmStart({ dataDir, port, namespace, env }: NpmStartOrder): NpmStart {
  let output = '';
  const started = spawnRecorded(join(temporaryFolder(), 'run'), {
    name: 'npm-start',
    command: 'npm',
    args: ['start', '--', '--data-dir', dataDir],
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      STORE_NAMESPACE: namespace,
      ...(process.env['TEST_SERVERS'] === 'native' && { STORE_SERVERS: 'native' }),
      ...env,
    },
    output: (text) => (output += text),
    rank: 5,
    graceMs: 30_000,
  });
  return { ...started, output: () => output };
}

/** Waits until npm start has printed this text; fails if npm start exits first. */
export async function printed(started: NpmStart, text: string): Promise<void> {
  const isOver = () => started.output().includes(text) || !started.isRunning();
  await eventually(`"${text}", or the end of npm start`, isOver, startTimeoutMs);
  expect(started.output()).toContain(text);
}

/** Sends SIGINT to the whole process group, as a terminal does. */
export async function pressCtrlC(started: NpmStart): Promise<void> {
  if (started.isRunning()) process.kill(-started.pid, 'SIGINT');
  await started.ended;
}

/** Runs the curl command that npm start printed, and returns the listed orders. */
export async function ordersByPrintedLine(started: NpmStart): Promise<{ status: string }[]> {
  const line = started
    .output()
    .split('\n')
    .find((text) => text.startsWith('curl '));
  const { stdout } = await run('sh', ['-c', line ?? 'false']);
  return (JSON.parse(stdout) as { data: { status: string }[] }).data;
}
