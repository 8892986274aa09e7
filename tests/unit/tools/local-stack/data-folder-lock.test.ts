import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

import { processIdentity } from '#tools/local-stack/process-records.ts';

const root = join(import.meta.dirname, '../../../..');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'storefront-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Opens the data folder in another process. Resolves with the output of this process. */
async function openInAnotherProcess(): Promise<string> {
  const code = `
    const { openDataDir } = await import('#tools/local-stack/data-dir.ts');
    console.log(await openDataDir(process.argv[1]).then(() => 'opened', ({ message }) => message));`;
  const args = ['--input-type=module', '--eval', code, folder];
  return (await promisify(execFile)(process.execPath, args, { cwd: root })).stdout;
}

test('if two commands find the lock of a killed command in the data folder at the same time, only one of them opens the folder', async () => {
  const lock = join(folder, 'lock');
  const killed = JSON.stringify({ pid: process.pid, identity: 'of a killed process' });
  const mine = JSON.stringify({ pid: process.pid, identity: processIdentity(process.pid) });
  writeFileSync(join(folder, 'mine'), mine);
  writeFileSync(join(folder, 'settings.json'), '{}');
  // The other process reads the killed command's lock from a pipe. So this test can replace the lock during the read.
  execFileSync('mkfifo', [lock]);
  const other = openInAnotherProcess();
  const pipe = await open(lock, 'w');
  renameSync(join(folder, 'mine'), lock);
  await pipe.writeFile(killed);
  await pipe.close();
  expect(await other).toMatch(new RegExp(`^Another command uses ${folder} \\(pid ${process.pid}\\)`));
  expect(readFileSync(lock, 'utf8')).toBe(mine);
}, 30_000);
