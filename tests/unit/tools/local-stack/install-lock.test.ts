import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '../../../..');
const clone = mkdtempSync(join(tmpdir(), 'storefront-clone-'));
afterEach(() => rmSync(clone, { recursive: true, force: true }));

/** A clone with a lockfile, no packages, and an npm that installs all of them at once. */
function cloneWithoutPackages(): void {
  const folder = 'tools/local-stack';
  for (const file of ['bootstrap.mjs', 'commands.json'])
    cpSync(join(root, folder, file), join(clone, folder, file), { recursive: true });
  const installed = JSON.stringify({ packages: { 'node_modules/one': { version: '1.0.0' } } });
  writeFileSync(join(clone, 'package-lock.json'), installed);
  mkdirSync(join(clone, 'bin'));
  const npm = '#!/bin/sh\nmkdir -p node_modules && cp package-lock.json node_modules/.package-lock.json\n';
  writeFileSync(join(clone, 'bin/npm'), npm, { mode: 0o755 });
  writeFileSync(join(clone, 'tools/local-stack/start.ts'), "console.log('started');\n");
}

test('the lock of a killed package install does not block the next command for ever, even if another process now has the killed process’s id', () => {
  cloneWithoutPackages();
  mkdirSync(join(clone, '.data'));
  const lock = join(clone, '.data/installing');
  writeFileSync(lock, String(process.pid));
  const { PATH = '', npm_execpath: _npm, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['tools/local-stack/bootstrap.mjs', 'start'],
    { cwd: clone, env: { ...env, PATH: `${join(clone, 'bin')}:${PATH}` }, encoding: 'utf8', timeout: 30_000 },
  );
  expect({ status, stdout }).toEqual({ status: 0, stdout: 'started\n' });
  expect(stderr).toMatch(
    /^Another command is installing packages: waiting for it …\nInstalling the packages …\n/,
  );
  expect(existsSync(lock)).toBe(false);
}, 60_000);
