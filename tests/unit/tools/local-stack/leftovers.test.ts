import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';

import { processIdentity, stopRecorded, writeRecord } from '#tools/local-stack/process-records.ts';

const folder = mkdtempSync(join(tmpdir(), 'storefront-leftovers-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('if two commands stop the same leftover server, only the first one removes the server’s container, because a new container may have the same name', async () => {
  const { pid = 0 } = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
  const removals = join(folder, 'removals');
  writeRecord(folder, {
    name: 'mongodb',
    pid,
    identity: processIdentity(pid) ?? '',
    rank: 1,
    graceMs: 5000,
    cleanUp: ['sh', '-c', `echo removed >> ${removals}`],
    owner: process.pid,
  });
  await Promise.all([stopRecorded(folder), stopRecorded(folder)]);
  expect(readFileSync(removals, 'utf8')).toBe('removed\n');
});
