import { mkdtempSync, writeFileSync } from 'node:fs';
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

test('a damaged settings file is reported without suggesting --reset, which would delete the data', async () => {
  await expect(openDataDir(folder)).rejects.toThrow(
    /settings\.json can't be read as JSON.*put the copy of it back/,
  );
  await expect(openDataDir(folder)).rejects.not.toThrow('--reset');
});

test('a command reports a damaged settings file in one line', () => {
  const given = { MONGODB_URI: null, STORE_NAMESPACE: 'store' };
  expect(() => findDatabases(given, folder)).toThrow(
    /^\S+settings\.json can't be read: [^\n]+Put the copy of it back/,
  );
});
