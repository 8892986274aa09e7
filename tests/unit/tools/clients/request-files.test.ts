import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

import { requestFiles } from '#tools/clients/write-requests.ts';

const folder = join(import.meta.dirname, '../../../../clients/requests');

test('the generated example requests in clients/requests are up to date; npm run store -- client:requests regenerates them', async () => {
  const files = globSync('**/*.{http,bru,json}', { cwd: folder });
  const committed = Object.fromEntries(
    files.map((path) => [path, readFileSync(join(folder, path), 'utf8')] as const),
  );
  expect(committed).toEqual(await requestFiles());
});
