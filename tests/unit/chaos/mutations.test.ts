import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '../../..');
const folder = 'instruments/chaos/mutations';
const patches = readdirSync(join(root, folder)).filter((name) => name.endsWith('.patch'));

test('the folder instruments/chaos/mutations contains exactly the expected patches, each with a defect that the chaos suite must find', () => {
  expect(patches).toEqual([
    'ack-before-commit.patch',
    'blocked-broker-unheeded.patch',
    'copies-never-heal.patch',
    'frozen-database-parks.patch',
    'ledger-after-the-commit.patch',
    'log-entries-of-any-size.patch',
    'maker-not-unique.patch',
    'no-inbox.patch',
    'no-stock-guard.patch',
    'outage-counts-as-failure.patch',
    'positions-before-the-commit.patch',
    'queued-for-ever.patch',
    'redrive-overwrites.patch',
    'relay-knows-only-its-own.patch',
    'relay-publishes-everything-at-once.patch',
    'undo-forgets-what-it-did.patch',
    'unfinished-work-expires.patch',
  ]);
});

test.each(patches)('the mutation patch %s applies to the current code', (name) => {
  const check = () =>
    execFileSync('git', ['apply', '--check', join(folder, name)], { cwd: root, stdio: 'pipe' });
  expect(check).not.toThrow();
});
