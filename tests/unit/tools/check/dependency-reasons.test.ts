import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '../../../..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');

type Packages = Record<string, string>;
const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json')) as Record<
  'dependencies' | 'devDependencies' | 'optionalDependencies',
  Packages
>;
const installed = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });

/** The names in the table's first column. `@scope/*` stands for every package in a scope. */
const named = read('docs/dependencies.md')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .flatMap((line) => [...(line.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
const covers = (name: string, dependency: string) =>
  name.endsWith('/*') ? dependency.startsWith(name.slice(0, -1)) : dependency === name;

test('every dependency has a reason in docs/dependencies.md', () => {
  const isExplained = (dependency: string) =>
    Object.hasOwn(optionalDependencies, dependency) || named.some((name) => covers(name, dependency));
  expect(installed.filter((dependency) => !isExplained(dependency))).toEqual([]);
});

test('docs/dependencies.md lists only dependencies from package.json', () => {
  expect(named.filter((name) => !installed.some((dependency) => covers(name, dependency)))).toEqual([]);
});
