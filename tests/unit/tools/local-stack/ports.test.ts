import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openDataDir } from '#tools/local-stack/data-dir.ts';
import { freePort } from '#tools/local-stack/free-port.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ports-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('700 concurrent calls of freePort() return 700 different ports, even before any server listens on them', async () => {
  // With 700 random choices among twelve thousand ports, some ports would be chosen twice.
  const ports = await Promise.all(Array.from({ length: 700 }, () => freePort()));
  expect(new Set(ports).size).toBe(700);
});

test('freePort() returns the wanted port, or another port if a server already listens on the wanted port', async () => {
  const wanted = await freePort();
  expect(await freePort(wanted)).toBe(wanted);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(wanted, '127.0.0.1', resolve));
  expect(await freePort(wanted)).not.toBe(wanted);
  await new Promise((resolve) => server.close(resolve));
});

test('freePort() does not return a port that another process has reserved until that process ends', async () => {
  const script = `import { freePort } from './tools/local-stack/free-port.ts';
    console.log(await freePort());
    process.stdin.resume();`;
  const other = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(other.stdout, 'data')) as [Buffer];
  const port = Number(line.toString());
  expect(await freePort(port)).not.toBe(port);
  other.stdin.end();
  await once(other, 'close');
  expect(await freePort(port)).toBe(port);
});

test('the servers of a data folder get the same ports when the folder is opened again', async () => {
  const first = await openDataDir(folder);
  const ports = [await first.port('mongodb'), await first.port('epmd')];
  first.release();
  const again = await openDataDir(folder);
  expect([await again.port('mongodb'), await again.port('epmd')]).toEqual(ports);
  again.release();
});

test('if the settings of a data folder name the same port for two servers, the servers get different ports', async () => {
  const port = String(await freePort());
  const settings = { made: '2026-05-01T10:00:00.000Z', 'mongodb-port': port, 'epmd-port': port };
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings));
  const dataDir = await openDataDir(folder);
  const [mongodb, epmd] = [await dataDir.port('mongodb'), await dataDir.port('epmd')];
  expect(epmd).not.toBe(mongodb);
  dataDir.release();
});
