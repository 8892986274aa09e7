import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

import { generatorVersions } from '#tools/clients/generated-client.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/guides/clients.md'), 'utf8');

test.each(Object.entries(generatorVersions))(
  'docs/guides/clients.md shows the version of the client generator %s that this repository pins',
  (name, version) => {
    const versions = [...page.matchAll(new RegExp(`${name}\`? (\\d[\\w.]*)`, 'g'))].map(([, each]) => each);
    expect(new Set(versions)).toEqual(new Set([version]));
  },
);
