import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'docs/guides/walk-throughs');
const copied = [
  'clients',
  'console',
  'services',
  'shared',
  'deploy',
  'tools',
  'tests',
  'instruments',
  'package.json',
  'tsconfig.json',
  'docker-compose.yml',
  'README.md',
  '.dependency-cruiser.cjs',
];
const walkThroughs = readdirSync(folder).map((file) => ({
  file,
  patch: patchOf(readFileSync(join(folder, file), 'utf8')),
}));

/** The diffs on a page, in sequence. Together they are one patch. */
function patchOf(markdown: string): string {
  return [...markdown.matchAll(/^```diff\n(.*?)^```$/gms)].map(([, diff = '']) => diff).join('');
}

/** The unit tests that a patch adds or changes. */
function testsOf(patch: string): string[] {
  return [...patch.matchAll(/^\+\+\+ b\/(tests\/unit\/\S+\.test\.ts)$/gm)].map(([, file = '']) => file);
}

describe('walk-throughs applied to a copy of the tree', () => {
  const tree = mkdtempSync(join(tmpdir(), 'storefront-walk-throughs-'));
  const run = (command: string, args: string[], input = '') => {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: tree, input, encoding: 'utf8' });
    return status === 0 ? 'done' : `exit code ${String(status)}\n${stdout}${stderr}`;
  };

  beforeAll(() => {
    for (const name of copied) cpSync(join(root, name), join(tree, name), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  });
  afterAll(() => rmSync(tree, { recursive: true, force: true }));

  test.each(walkThroughs)(
    'the patch in the documentation page $file applies to the repository and contains unit tests',
    ({ patch }) => {
      expect(run('git', ['apply', '-'], patch)).toBe('done');
      expect(testsOf(patch)).not.toEqual([]);
    },
  );

  test('after the patches of all documentation walk-throughs, the code generator for the client and the console’s fields succeeds', () => {
    expect(run(process.execPath, ['tools/clients/write-typescript.ts'])).toBe('done');
  }, 300_000);

  test.each(['tsconfig.json', 'console/tsconfig.json'])(
    'the TypeScript project %s compiles after the patches of all documentation walk-throughs are applied',
    (project) => {
      const compiler = ['node_modules/typescript-7/bin/tsc', '--project', project];
      expect(run(process.execPath, [...compiler, '--noEmit', '--singleThreaded'])).toBe('done');
    },
    300_000,
  );

  test('after the patches of all documentation walk-throughs, the unit tests in these patches and related unit tests pass', () => {
    const jest = ['--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];
    const unit = ['--config', 'tests/jest.config.mjs', '--selectProjects', 'unit'];
    const tests = [
      ...walkThroughs.flatMap(({ patch }) => testsOf(patch)),
      'tests/unit/console/omissions.test.ts',
      'tests/unit/console/order-fields.test.ts',
      'tests/unit/console/types.test.ts',
      'tests/unit/contracts/every-command.test.ts',
      'tests/unit/contracts/order-fields.test.ts',
      'tests/unit/orders/erasure.test.ts',
      'tests/unit/deploy/kubernetes.test.ts',
      'tests/unit/deploy/one-machine.test.ts',
    ];
    expect(run(process.execPath, [...jest, ...unit, '--runTestsByPath', ...tests])).toBe('done');
  }, 300_000);
});
