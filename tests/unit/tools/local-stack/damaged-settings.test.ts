import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';

import { openDataDir } from '#tools/local-stack/data-dir.ts';
import { findDatabases } from '#tools/operate/store-address.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'storefront-settings-'));
  writeFileSync(join(folder, 'settings.json'), '{"mongodb-port": "27');
});

test('the error for a damaged settings file in the data folder does not suggest --reset, which would delete the data', async () => {
  await expect(openDataDir(folder)).rejects.toThrow(
    /settings\.json can't be read as JSON.*restore your copy of it/,
  );
  await expect(openDataDir(folder)).rejects.not.toThrow('--reset');
});

test('a command that looks for the store’s databases reports a damaged settings file in the data folder in one line', () => {
  const given = { MONGODB_URI: null, STORE_NAMESPACE: 'store' };
  expect(() => findDatabases(given, folder)).toThrow(
    /^\S+settings\.json can't be read: [^\n]+Restore your copy of it/,
  );
});

test.each(['keys', 'mongodb'])(
  'a missing settings file in a data folder that still contains the folder %s causes a one-sentence error with the remedy',
  async (kept) => {
    rmSync(join(folder, 'settings.json'));
    mkdirSync(join(folder, kept));
    await expect(openDataDir(folder)).rejects.toThrow(
      /^\S+settings\.json, which holds the servers' passwords and the store's keys, is missing\. Restore your copy of it \(docs\/operate\/backup\.md\), or remove [^\n]+\.$/,
    );
  },
);

test('a folder with files that do not belong to the store is refused as the data folder', async () => {
  rmSync(join(folder, 'settings.json'));
  writeFileSync(join(folder, 'photo.jpg'), '');
  await expect(openDataDir(folder)).rejects.toThrow(/contains other files/);
});

test('a new store accepts a data folder that contains only files of the project’s other commands', async () => {
  rmSync(join(folder, 'settings.json'));
  for (const name of ['clients', 'undo-bench', 'upgrade']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'bench.json'), '');
  const dataDir = await openDataDir(folder);
  dataDir.release();
  expect(dataDir.kept('made')).toBeDefined();
});
