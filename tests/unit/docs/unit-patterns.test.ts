import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const folder = join(import.meta.dirname, '../../../docs');

test.each(['one-machine.md', 'backup.md'])('systemctl finds the units that %s names by patterns', (file) => {
  // To a pattern it adds no `.service`, and of one that finds nothing it says nothing.
  const text = readFileSync(join(folder, file), 'utf8');
  const patterns = [...text.matchAll(/'(storefront@?[^']*\*[^']*)'/g)].map(([, pattern]) => pattern);
  expect(patterns.length).toBeGreaterThan(0);
  for (const pattern of patterns) expect(pattern).toMatch(/(\.service|\*)$/);
});
