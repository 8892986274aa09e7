import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const folder = join(import.meta.dirname, '../../../docs');

test.each(['one-machine.md', 'backup.md'])(
  'every pattern for systemctl in %s ends in .service or a wildcard, so that it matches units',
  (file) => {
    // systemctl adds no `.service` to a pattern, and reports nothing if a pattern matches no unit.
    const text = readFileSync(join(folder, file), 'utf8');
    const patterns = [...text.matchAll(/'(storefront@?[^']*\*[^']*)'/g)].map(([, pattern]) => pattern);
    expect(patterns.length).toBeGreaterThan(0);
    for (const pattern of patterns) expect(pattern).toMatch(/(\.service|\*)$/);
  },
);
