import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { removeVolumes } from '#tools/local-stack/docker-engine.ts';
import { freePort } from '#tools/local-stack/free-port.ts';
import { spawnRecorded } from '#tools/local-stack/recorded-process.ts';
import type { RecordedProcess } from '#tools/local-stack/recorded-process.ts';
import { eventually } from '../support/eventually.ts';
import { temporaryFolder } from '../support/servers.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const startTimeoutMs = 180_000;

interface Started extends RecordedProcess {
  output(): string;
}

describe('npm start', () => {
  const dataDir = temporaryFolder();
  const runFolder = join(temporaryFolder(), 'run');
  const namespace = `test-${randomBytes(5).toString('hex')}`;
  let port: number;
  let store: Started;

  beforeAll(async () => {
    port = await freePort();
    store = npmStart();
    await until(store, 'Ctrl-C stops it.');
  }, startTimeoutMs);

  afterAll(async () => {
    await pressCtrlC(store);
    // Where Docker held the data, it is outside the folder. Without an engine there is nothing to remove.
    await removeVolumes({ path: dataDir }).catch(() => undefined);
  }, startTimeoutMs);

  test('npm start prints a curl line that lists the orders of the seeded shopper', async () => {
    const orders = await ordersByPrintedLine();
    expect(orders.map(({ status }) => status)).toEqual(['pending', 'shipped', 'cancelled', 'delivered']);
  });

  test('npm start prints the URL of the API and serves its OpenAPI document', async () => {
    expect(store.output()).toContain(`http://127.0.0.1:${port}/api`);
    const description = await fetch(`http://127.0.0.1:${port}/openapi.json`);
    expect(description.status).toBe(200);
  });

  test('npm start restarts a service that dies and logs it', async () => {
    const before = recordedPids();
    const pid = before.get('orders-worker');
    expect(pid).toBeDefined();
    process.kill(pid ?? 0, 'SIGKILL');
    await until(store, 'orders-worker is running again');
    expect(recordedPids().get('orders-worker')).not.toBe(pid);
    expect(store.output()).toContain('orders-worker ended unexpectedly');
  }, 60_000);

  test('npm start refuses a second start on the same data and names the first one’s pid', async () => {
    const second = npmStart();
    expect((await second.ended).code).not.toBe(0);
    expect(second.output()).toMatch(/is in use by another command \(pid \d+\)/);
  }, 60_000);

  test(
    'npm start stops all processes on Ctrl-C and keeps its data for the next start',
    async () => {
      const pids = [...recordedPids().values()];
      expect(pids.length).toBeGreaterThanOrEqual(5);
      const before = await ordersByPrintedLine();
      await pressCtrlC(store);
      expect(pids.filter(isAlive)).toEqual([]);
      expect(recordedPids().size).toBe(0);

      store = npmStart();
      await until(store, 'Ctrl-C stops it.');
      expect(store.output()).not.toContain('Seeded');
      expect(await ordersByPrintedLine()).toEqual(before);
    },
    startTimeoutMs,
  );

  function npmStart(): Started {
    let output = '';
    const started = spawnRecorded(runFolder, {
      name: 'npm-start',
      command: 'npm',
      args: ['start', '--', '--data-dir', dataDir],
      cwd: root,
      env: {
        ...process.env,
        PORT: String(port),
        STORE_NAMESPACE: namespace,
        ...(process.env['TEST_SERVERS'] === 'native' && { STORE_SERVERS: 'native' }),
      },
      output: (text) => (output += text),
      rank: 5,
      graceMs: 30_000,
    });
    return { ...started, output: () => output };
  }

  async function ordersByPrintedLine(): Promise<{ status: string }[]> {
    const line = store
      .output()
      .split('\n')
      .find((text) => text.startsWith('curl '));
    const { stdout } = await run('sh', ['-c', line ?? 'false']);
    return (JSON.parse(stdout) as { data: { status: string }[] }).data;
  }

  function recordedPids(): Map<string, number> {
    const folder = join(dataDir, 'run');
    const entries = readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as { name: string; pid: number });
    return new Map(entries.map(({ name, pid }) => [name, pid]));
  }
});

async function until(started: Started, text: string): Promise<void> {
  const isOver = () => started.output().includes(text) || !started.isRunning();
  await eventually(`"${text}", or the end of npm start`, isOver, startTimeoutMs);
  expect(started.output()).toContain(text);
}

/** A terminal sends it to every process of the foreground group. */
async function pressCtrlC(started: Started): Promise<void> {
  if (started.isRunning()) process.kill(-started.pid, 'SIGINT');
  await started.ended;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
