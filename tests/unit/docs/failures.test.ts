import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

import { problems } from '#shared/contracts/errors.ts';

test('docs/guides/failures.md explains every error code, and no other', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/guides/failures.md'), 'utf8');
  const explained = new Set(
    [...page.matchAll(/\b[1-5]\d\d (`[a-z_]+`(?:, `[a-z_]+`)*)|`(moved_on|changed_since)`/g)].flatMap(
      ([, several = '', single]) =>
        [...several.matchAll(/[a-z_]+/g)].map(([code]) => code).concat(single ?? []),
    ),
  );
  expect(explained).toEqual(new Set(Object.keys(problems)));
});
