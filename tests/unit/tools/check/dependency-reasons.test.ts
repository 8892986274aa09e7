import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '../../../..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');

type Kind = 'dependencies' | 'devDependencies' | 'optionalDependencies';
type Manifest = Partial<Record<Kind, Record<string, string>>>;
const manifest = (name: string) => JSON.parse(read(name)) as Manifest;
const { dependencies, devDependencies, optionalDependencies = {} } = manifest('package.json');
const local = manifest('tools/local-stack/packages/package.json');
const installed = Object.keys({
  ...dependencies,
  ...devDependencies,
  ...optionalDependencies,
  ...local.dependencies,
});

/** The names in the table's first column. `@scope/*` stands for every package in a scope. */
const named = read('docs/inside/dependencies.md')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .flatMap((line) => [...(line.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
const covers = (name: string, dependency: string) =>
  name.endsWith('/*') ? dependency.startsWith(name.slice(0, -1)) : dependency === name;

test('docs/inside/dependencies.md gives a reason for every dependency of the two package.json files', () => {
  const isExplained = (dependency: string) =>
    Object.hasOwn(optionalDependencies, dependency) || named.some((name) => covers(name, dependency));
  expect(installed.filter((dependency) => !isExplained(dependency))).toEqual([]);
});

test('docs/inside/dependencies.md lists only dependencies from the two package.json files', () => {
  expect(named.filter((name) => !installed.some((dependency) => covers(name, dependency)))).toEqual([]);
});
