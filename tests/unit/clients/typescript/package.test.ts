import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { packClient } from '#tools/clients/pack-client.ts';

const root = join(import.meta.dirname, '../../../..');
const folder = join(root, 'clients/typescript');

interface Manifest {
  name: string;
  version: string;
  dependencies?: unknown;
  files: string[];
}
const manifest = (path: string) => JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Manifest;
const { name, version, dependencies } = manifest(folder);

/** A project that has installed the package. */
const project = mkdtempSync(join(tmpdir(), 'storefront-consumer-'));
const installed = join(project, 'node_modules', name);

const run = (args: string[], cwd: string): string => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  return status === 0 ? 'done' : `${stdout}${stderr}`;
};
const compile = (args: string[], cwd: string) =>
  run([join(root, 'node_modules/typescript-7/bin/tsc'), ...args], cwd);

beforeAll(async () => {
  mkdirSync(installed, { recursive: true });
  // npm unpacks a package in this way.
  const { status } = spawnSync('tar', ['-xzf', await packClient(), '--strip-components=1', '-C', installed]);
  expect(status).toBe(0);
  symlinkSync(join(root, 'node_modules/@types'), join(project, 'node_modules/@types'));
  symlinkSync(join(root, 'node_modules/undici-types'), join(project, 'node_modules/undici-types'));
  const source = readFileSync(join(import.meta.dirname, 'consumer.ts'), 'utf8');
  writeFileSync(join(project, 'consumer.ts'), source.replaceAll('#clients/typescript/src/main.ts', name));
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
}, 300_000);
afterAll(() => rmSync(project, { recursive: true }));

test.each([
  ['browsers', { lib: ['es2022', 'dom'], types: [], module: 'esnext', moduleResolution: 'bundler' }],
  ['Node', { lib: ['es2022'], types: ['node'], module: 'nodenext', moduleResolution: 'nodenext' }],
])(
  'the TypeScript client’s types compile in a strict project for %s',
  (_, runtime) => {
    const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
    const compilerOptions = { ...strict, ...runtime, target: 'es2022', noEmit: true, skipLibCheck: false };
    writeFileSync(
      join(project, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, include: ['consumer.ts'] }),
    );
    expect(compile([], project).replaceAll(/^.*node_modules\/(@types|undici-types)\/.*$\n?/gm, '')).toBe(
      'done',
    );
  },
  300_000,
);

test('the packed TypeScript client contains only its compiled code, its README, its package.json and the licence', () => {
  expect(new Set(readdirSync(installed))).toEqual(new Set(['LICENSE', 'README.md', 'dist', 'package.json']));
  expect(readFileSync(join(installed, 'LICENSE'), 'utf8')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'));
});

test('the packed TypeScript client runs without dependencies', () => {
  expect(dependencies).toBeUndefined();
  const compiled = readdirSync(join(installed, 'dist'), { recursive: true, encoding: 'utf8' });
  const imports = compiled
    .filter((file) => file.endsWith('.js'))
    .flatMap((file) => readFileSync(join(installed, 'dist', file), 'utf8').match(/from ['"][^'"]+/g) ?? []);
  expect(imports.length).toBeGreaterThan(10);
  expect(imports.filter((from) => !/^from ['"]\.{1,2}\/[\w./-]+\.js$/.test(from))).toEqual([]);
  const script = `import { createClient } from '${name}'; createClient({ baseUrl: 'http://127.0.0.1' });`;
  expect(run(['--input-type=module', '--eval', script], project)).toBe('done');
});

test('the TypeScript client has the same version as the store', () => {
  expect(version).toBe(manifest(root).version);
});

test('the TypeScript client’s generated code is up to date with the OpenAPI document', () => {
  expect(run([join(root, 'tools/clients/write-typescript.ts'), '--check'], root)).toBe('done');
}, 120_000);
