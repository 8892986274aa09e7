import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

import { document } from '../../support/documented-answer.ts';

test('docs/guides/shoppers.md lists every group of paths under /api/client, and no other', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/guides/shoppers.md'), 'utf8');
  const [, table = ''] = /^\| under `\/api\/client`.*\n.*\n((?:\|.*\n)+)/m.exec(page) ?? [];
  const listed = [...table.matchAll(/^\| (.+?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path.replace(/^(\w+)\/.*/, '$1')),
  );
  const declared = Object.keys(document.paths).flatMap(
    (path) => /^\/api\/client\/([a-z-]+)/.exec(path)?.[1] ?? [],
  );
  expect(new Set(listed)).toEqual(new Set(declared));
});
