import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const { forbidden } = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs')) as {
  forbidden: { name: string; to: { pathNot?: string[] } }[];
};

/** The entry files of a rule, from patterns such as `^shared/engine/lists/(source|filters)\\.ts$`. */
function entriesOf(rule: string): string[] {
  const patterns = forbidden.find(({ name }) => name === rule)?.to.pathNot ?? [];
  return patterns.flatMap((pattern) => {
    const path = pattern.replace(/^\^/, '').replace(/\\\.ts\$$/, '.ts');
    const [, folder = '', names = '', end = ''] = /^(.*?)\((.*)\)(.*)$/.exec(path) ?? [];
    return names === '' ? [path] : names.split('|').map((name) => `${folder}${name}${end}`);
  });
}

const engineRules = ['engine-entries', 'engine-entries-of-the-gateway', 'engine-entries-of-operators'];

test.each([...engineRules, 'platform-entries'])(
  'every file that the import rule %s allows other parts to import exists',
  (rule) => {
    const entries = entriesOf(rule);
    expect(entries.length).toBeGreaterThan(10);
    expect(entries.filter((entry) => !existsSync(join(root, entry)))).toEqual([]);
  },
);

test('shared/engine/README.md explains exactly the engine’s files that the import rules allow other parts to import', () => {
  const [, section = ''] = /^## Entry files\n(.*)/ms.exec(read('shared/engine/README.md')) ?? [];
  const explained = [...section.matchAll(/`([a-z-]+\/[^`*]+\.ts)`/g)].map(
    ([, file = '']) => `shared/engine/${file}`,
  );
  expect(explained.toSorted()).toEqual([...new Set(engineRules.flatMap(entriesOf))].toSorted());
});

test('the example of a complete service in shared/engine/README.md is the code that an integration test runs', () => {
  expect(read('shared/engine/README.md')).toContain(
    `\`\`\`ts\n${read('tests/integration/engine/tally.ts')}\`\`\`\n`,
  );
});

describe.each(['contracts', 'engine', 'platform'])('shared/%s/README.md', (part) => {
  test(`shared/${part}/README.md mentions only files and folders that exist`, () => {
    const text = read(`shared/${part}/README.md`).replaceAll(/^```.*?^```$/gms, '');
    const mentioned = [...text.matchAll(/`([a-z-]+\/(?:[a-z-]+\/)*(?:[a-z-]+\.ts)?)`/g)].map(
      ([, path = '']) => path,
    );
    const missing = mentioned.filter(
      (path) => !existsSync(join(root, 'shared', part, path)) && !existsSync(join(root, path)),
    );
    expect(mentioned.length).toBeGreaterThan(3);
    expect(missing).toEqual([]);
  });
});
