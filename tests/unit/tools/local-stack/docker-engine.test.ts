import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

import { openDataDir } from '#tools/local-stack/data-dir.ts';
import { claimVolumes, containerName } from '#tools/local-stack/docker-engine.ts';
import { ensureServers } from '#tools/local-stack/servers.ts';

let root: string;
let [folder, calls] = ['', ''];
const path = process.env['PATH'];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'storefront-docker-'));
  [folder, calls] = [join(root, 'store'), join(root, 'calls')];
  const docker = `#!/bin/sh\necho "$@" >> ${calls}\n[ "$1" != image ] && [ "$1" != pull ]\n`;
  mkdirSync(join(root, 'bin'));
  writeFileSync(join(root, 'bin/docker'), docker, { mode: 0o755 });
  process.env['PATH'] = `${join(root, 'bin')}${delimiter}${path ?? ''}`;
});
afterEach(() => {
  process.env['PATH'] = path;
  rmSync(root, { recursive: true });
});

const asked = () => (existsSync(calls) ? readFileSync(calls, 'utf8') : '');

test('a start of a store without data removes the Docker volumes of an earlier store, even if an earlier start of the new store failed', async () => {
  const failed = await openDataDir(folder);
  failed.release();
  const dataDir = await openDataDir(folder);
  await claimVolumes(dataDir);
  const volumes = ['mongodb', 'redis', 'rabbitmq'].map((name) => containerName(dataDir, name));
  expect(asked()).toBe(`volume rm --force ${volumes.join(' ')}\n`);
  dataDir.release();
});

test('later starts of a store keep its Docker volumes, but are refused after its folder was moved, and name the earlier folder', async () => {
  const first = await openDataDir(folder);
  await claimVolumes(first);
  first.keep('servers', 'docker');
  rmSync(calls);
  await claimVolumes(first);
  first.release();
  const moved = join(root, 'moved');
  renameSync(folder, moved);
  const dataDir = await openDataDir(moved);
  await expect(claimVolumes(dataDir)).rejects.toThrow(
    `This store's data is in Docker volumes that belong to the folder ${folder}: move ${moved} back to there.`,
  );
  expect(asked()).toBe('');
  dataDir.release();
});

test('if Docker cannot pull an image, the error of a store with data in Docker names the settings for other images, and does not suggest to delete the data', async () => {
  const dataDir = await openDataDir(folder);
  dataDir.keep('servers', 'docker');
  const said: string[] = [];
  const started = ensureServers({ dataDir, say: (line) => said.push(line) });
  await expect(started).rejects.toThrow(
    /^Docker lacks an image .+ MONGODB_IMAGE, REDIS_IMAGE, RABBITMQ_IMAGE /,
  );
  await expect(started).rejects.not.toThrow('--reset');
  expect(said.at(-1)).toMatch(/^Docker has no \S+ and can't pull it/);
  dataDir.release();
});
