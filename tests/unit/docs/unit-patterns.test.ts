import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const folder = join(import.meta.dirname, '../../../docs/operate');

test.each(['one-machine.md', 'backup.md'])(
  'every systemctl pattern in docs/operate/%s ends with .service or a wildcard, because other patterns match no unit',
  (file) => {
    // systemctl does not add `.service` to a pattern, and prints no error if a pattern matches no unit.
    const text = readFileSync(join(folder, file), 'utf8');
    const patterns = [...text.matchAll(/'(storefront@?[^']*\*[^']*)'/g)].map(([, pattern]) => pattern);
    expect(patterns.length).toBeGreaterThan(0);
    for (const pattern of patterns) expect(pattern).toMatch(/(\.service|\*)$/);
  },
);
