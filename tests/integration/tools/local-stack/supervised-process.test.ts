import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { processIdentity } from '#tools/local-stack/process-records.ts';
import { supervise, type SupervisedProcess } from '#tools/local-stack/supervised-process.ts';
import { eventually } from '../../../support/eventually.ts';
import { temporaryFolder } from '../../../support/servers.ts';
import { pause } from '../../../support/pause.ts';

let folder: string;
let slow: SupervisedProcess;

/** A server that is ready once the file `ready` exists, and that ends on request. */
beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(join(folder, 'run'));
  slow = supervise({
    runFolder: join(folder, 'run'),
    process: {
      name: 'slow',
      command: process.execPath,
      args: [
        '--eval',
        `fs.appendFileSync(${JSON.stringify(join(folder, 'pids'))}, process.pid + ' '); setInterval(() => {}, 1000)`,
      ],
      env: process.env,
      output: join(folder, 'slow.log'),
      rank: 1,
      graceMs: 5000,
    },
    isReady: () => Promise.resolve(existsSync(join(folder, 'ready'))),
    readyWithinMs: 10_000,
    restart: true,
    restartPauseMs: 20,
    say: () => undefined,
    logFile: join(folder, 'slow.log'),
  });
  setReady(true);
});
afterEach(async () => {
  await slow.stop();
  rmSync(folder, { recursive: true });
});

function setReady(isReady: boolean): void {
  if (isReady) writeFileSync(join(folder, 'ready'), '');
  else rmSync(join(folder, 'ready'), { force: true });
}

/** Kills the process and waits for its automatic restart, in which it never becomes ready. */
async function dieAndComeBackUnready(): Promise<number> {
  await slow.start();
  const first = slow.pid;
  setReady(false);
  slow.kill('SIGKILL');
  await eventually(
    'the automatic restart of the killed process',
    () => slow.pid !== undefined && slow.pid !== first,
  );
  return slow.pid ?? 0;
}

test('if a process is stopped during an automatic restart and then started manually, the interrupted restart does not end the new process', async () => {
  await dieAndComeBackUnready();
  await slow.stop();
  setReady(true);
  await slow.start();
  const { pid } = slow;

  await pause(500);

  expect(pid).toBeDefined();
  expect(slow.pid).toBe(pid);
});

test('a manual start during an automatic restart waits until the process is ready', async () => {
  const pid = await dieAndComeBackUnready();
  let isReady = false;
  const started = slow.start().then(() => (isReady = true));

  await pause(500);
  expect(isReady).toBe(false);
  setReady(true);
  await started;

  expect(slow.pid).toBe(pid);
});

test('a process that is killed and then stopped on purpose is not restarted automatically', async () => {
  await slow.start();
  slow.kill('SIGKILL');
  await eventually('the killed process to end', () => slow.pid === undefined);
  await slow.stop();

  await pause(500);

  expect(slow.pid).toBeUndefined();
});

test('if a killed process cannot be recorded for a while, as on a full disk, it is restarted later and leaves no process behind', async () => {
  await slow.start();
  // A link to a missing folder: nothing can be written in it.
  rmSync(join(folder, 'run'), { recursive: true });
  symlinkSync(join(folder, 'missing'), join(folder, 'run'));
  slow.kill('SIGKILL');
  await pause(500);
  expect(slow.pid).toBeUndefined();
  rmSync(join(folder, 'run'));

  const started = () => readFileSync(join(folder, 'pids'), 'utf8').trim().split(' ').map(Number);
  await eventually('the automatic restart', () => started().includes(slow.pid ?? 0));
  expect(started().filter((pid) => processIdentity(pid) !== undefined)).toEqual([slow.pid]);
});
