import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from '@jest/globals';

import { root } from '#tools/clients/folders.ts';
import { name, packedFile } from '#tools/clients/pack-client.ts';

const folder = join(import.meta.dirname, '../../../../clients/typescript');
const text = (file: string) => readFileSync(join(folder, file), 'utf8');
const readme = text('README.md');

test('the client’s README contains every tested recipe unchanged', () => {
  const shown = [...readme.matchAll(/^```ts file=(\S+)\n(.*?)^```$/gms)].map(([, file, code]) => [
    file,
    code,
  ]);
  const tested = readdirSync(join(folder, 'recipes')).map((file) => [
    `recipes/${file}`,
    text(`recipes/${file}`).replaceAll('../src/main.ts', name),
  ]);
  expect(new Map(shown as [string, string][])).toEqual(new Map(tested as [string, string][]));
});

test('the checkout recipe in the client’s README places an order in five lines of code', () => {
  const [, body = ''] = /\{\n(.*)^\}/ms.exec(text('recipes/checkout.ts')) ?? [];
  const lines = body.trim().split('\n');
  expect(lines.filter((line) => !line.includes('console.log'))).toHaveLength(5);
});

test('the client’s README installs the file that client:pack writes', () => {
  expect(readme).toContain('npm run store -- client:pack');
  expect(readme).toMatch(new RegExp(`npm install \\S+/${RegExp.escape(relative(root, packedFile))}\n`));
});
