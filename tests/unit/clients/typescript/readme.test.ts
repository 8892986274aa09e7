import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const folder = join(import.meta.dirname, '../../../../clients/typescript');
const text = (file: string) => readFileSync(join(folder, file), 'utf8');
const { name, version } = JSON.parse(text('package.json')) as { name: string; version: string };
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

test('the install command in the client’s README has the file name that npm pack gives this version', () => {
  const file = `${name.slice(1).replace('/', '-')}-${version}.tgz`;
  expect(readme).toContain(`npm install ./${file}\n`);
});
