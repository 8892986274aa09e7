import { expect, test } from '@jest/globals';
import { listedReleases } from '#instruments/upgrade/listed-releases.ts';
import { readsAs } from '#instruments/upgrade/reads-as.ts';

const before = { id: 1, user: { id: 2, name: 'Sami' }, items: [{ amount: 1 }], notes: null };

test.each<[string, object]>([
  ['the same fields', before],
  ['additional fields', { ...before, colour: 'red', user: { ...before.user, phone: null } }],
])('a record is considered unchanged if it has %s', (_what, after) =>
  expect(readsAs(after, before)).toBe(true),
);

test.each<[string, object]>([
  ['another value', { ...before, id: 2 }],
  ['another nested value', { ...before, user: { id: 2, name: 'Sam' } }],
  ['a missing field', { id: 1, user: before.user, items: before.items }],
  ['an additional list item', { ...before, items: [{ amount: 1 }, { amount: 1 }] }],
  ['text instead of a number', { ...before, id: '1' }],
])('a record is considered changed if it has %s', (_what, after) =>
  expect(readsAs(after, before)).toBe(false),
);

test('the list of releases contains the releases with a commit, oldest first', () => {
  const commit = 'c61d24f2716477ab319cf391fe04ee1527676a5f';
  const list = [
    '| version | date | commit |',
    '| 0.10.0 | 2027-01-01 | the last commit before |',
    `| 0.9.0 | 2026-12-24 | \`${commit}\` |`,
    `| 0.2.0 | 2026-11-22 | \`${commit}\` |`,
  ].join('\n');
  expect(listedReleases(list).map(({ version }) => version)).toEqual(['0.2.0', '0.9.0']);
  expect(listedReleases()[0]).toEqual({ version: '0.1.0', commit });
});
