import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

import { openDataDir } from '#tools/local-stack/data-dir.ts';
import { canUseOwnNetwork, claimVolumes, containerName } from '#tools/local-stack/docker-engine.ts';
import { reset } from '#tools/local-stack/reset.ts';
import { ensureServers } from '#tools/local-stack/servers.ts';

let root: string;
let [folder, calls, volumes] = ['', '', ''];
const path = process.env['PATH'];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'storefront-docker-'));
  [folder, calls, volumes] = ['store', 'calls', 'volumes'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  // Lists the volumes in the file `volumes`, describes itself as in the file `info`, has no images, and does not respond if the file `stopped` exists.
  const docker = `#!/bin/sh
    echo "$@" >> ${calls}
    if [ -e ${join(root, 'stopped')} ]; then echo 'Cannot connect to the Docker daemon' >&2; exit 1; fi
    if [ "$1 $2" = 'volume ls' ]; then grep -s "\${5#name=}" ${volumes} || true; fi
    if [ "$1" = info ]; then cat ${join(root, 'info')}; fi
    [ "$1" != image ] && [ "$1" != pull ]`;
  mkdirSync(join(root, 'bin'));
  writeFileSync(join(root, 'bin/docker'), docker, { mode: 0o755 });
  process.env['PATH'] = `${join(root, 'bin')}${delimiter}${path ?? ''}`;
});
afterEach(() => {
  process.env['PATH'] = path;
  rmSync(root, { recursive: true });
});

const namesOf = (path: string) =>
  ['mongodb', 'redis', 'rabbitmq'].map((name) => containerName({ path }, name));
const givenServers = { MONGODB_URI: null, REDIS_URL: null, RABBITMQ_URL: null, STORE_NAMESPACE: 'store' };

/** A store with data in Docker's volumes, whose folder is then moved. */
async function movedStore(): Promise<string> {
  const first = await openDataDir(folder);
  await claimVolumes(first);
  first.keep('servers', 'docker');
  first.release();
  const moved = join(root, 'moved');
  renameSync(folder, moved);
  rmSync(calls);
  return moved;
}

const asked = () => (existsSync(calls) ? readFileSync(calls, 'utf8') : '');

test('a start of a store without data removes the Docker volumes of an earlier store, even if an earlier start of the new store failed', async () => {
  const failed = await openDataDir(folder);
  failed.release();
  const dataDir = await openDataDir(folder);
  await claimVolumes(dataDir);
  expect(asked()).toBe(`volume rm --force ${namesOf(folder).join(' ')}\n`);
  dataDir.release();
});

test('later starts of a store keep its Docker volumes, but are refused after its folder was moved, and name the earlier folder', async () => {
  const first = await openDataDir(folder);
  await claimVolumes(first);
  first.keep('servers', 'docker');
  rmSync(calls);
  await claimVolumes(first);
  first.release();
  expect(asked()).toBe('');
  writeFileSync(volumes, `${namesOf(folder).join('\n')}\n`);
  const moved = join(root, 'moved');
  renameSync(folder, moved);
  const dataDir = await openDataDir(moved);
  await expect(claimVolumes(dataDir)).rejects.toThrow(
    `This store's data is in Docker volumes that belong to the folder ${folder}: move ${moved} back to there.`,
  );
  expect(asked()).not.toContain('volume rm');
  dataDir.release();
});

test('settings.json of another machine, whose Docker volumes do not exist here, can be used in a folder with another path', async () => {
  const dataDir = await openDataDir(await movedStore());
  writeFileSync(volumes, 'storefront-of-another-store\n');
  await claimVolumes(dataDir);
  expect(dataDir.kept('docker-folder')).toBe(dataDir.path);
  expect(asked()).not.toContain('volume rm');
  dataDir.release();
});

test('--reset deletes the Docker volumes of a store whose folder was moved', async () => {
  const dataDir = await openDataDir(await movedStore());
  await reset(dataDir, givenServers);
  expect(asked()).toBe(`volume rm --force ${namesOf(folder).join(' ')}\n`);
  expect(dataDir.kept('servers')).toBeUndefined();
  dataDir.release();
});

test('--reset in a copy of a store’s folder keeps the Docker volumes, which belong to the original', async () => {
  const copy = await movedStore();
  cpSync(copy, folder, { recursive: true });
  const dataDir = await openDataDir(copy);
  await reset(dataDir, givenServers);
  expect(asked()).toBe('');
  dataDir.release();
});

test('--reset deletes nothing if Docker, which has the store’s data, does not respond', async () => {
  const dataDir = await openDataDir(folder);
  dataDir.keep('servers', 'docker');
  writeFileSync(join(root, 'stopped'), '');
  await expect(reset(dataDir, givenServers)).rejects.toThrow(
    "Docker cannot delete this store's volumes (Cannot connect to the Docker daemon), so no data is deleted.",
  );
  expect(dataDir.kept('servers')).toBe('docker');
  dataDir.release();
});

test('--reset asks no Docker about a store without data in Docker', async () => {
  const dataDir = await openDataDir(folder);
  dataDir.keep('servers', 'native');
  await reset(dataDir, givenServers);
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

test('containers use this machine’s network only if the Docker engine runs on this machine itself, as root', async () => {
  const engine = (info: string) => {
    writeFileSync(join(root, 'info'), `${info}\n`);
    return canUseOwnNetwork();
  };
  const usual = '[name=apparmor name=seccomp,profile=builtin name=cgroupns]';
  expect(await engine(`${hostname()} ${usual}`)).toBe(true);
  expect(await engine(`docker-desktop ${usual}`)).toBe(false);
  expect(await engine(`${hostname()}-2 ${usual}`)).toBe(false);
  expect(await engine(`${hostname()} [name=seccomp,profile=builtin name=rootless name=cgroupns]`)).toBe(
    false,
  );
  expect(await engine(`${hostname()} [name=seccomp,profile=builtin name=userns]`)).toBe(false);
});
