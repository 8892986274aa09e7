import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from '@jest/globals';

import { root } from '#tools/clients/folders.ts';
import { name, packedFile } from '#tools/clients/pack-client.ts';

const folder = join(import.meta.dirname, '../../../../clients/typescript');
const text = (file: string) => readFileSync(join(folder, file), 'utf8');
const readme = text('README.md');

test('the TypeScript client’s README contains the code of every tested recipe unchanged', () => {
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

test('the checkout recipe in the TypeScript client’s README has five lines of code', () => {
  const [, body = ''] = /\{\n(.*)^\}/ms.exec(text('recipes/checkout.ts')) ?? [];
  const lines = body.trim().split('\n');
  expect(lines.filter((line) => !line.includes('console.log'))).toHaveLength(5);
});

test('the install command in the TypeScript client’s README names the file that npm run store -- client:pack writes', () => {
  expect(readme).toContain('npm run store -- client:pack');
  expect(readme).toMatch(new RegExp(`npm install \\S+/${RegExp.escape(relative(root, packedFile))}\n`));
});
