import { expect, test } from '@jest/globals';
import { isUnseen } from '#services/gateway/operations/operation-note.ts';
import type { KnownOperation } from '#shared/commands/operation-routes.ts';

const now = Date.parse('2026-05-01T10:00:00.000Z');
const at = (secondsAgo: number) => new Date(now - secondsAgo * 1000).toISOString();
const undecided: KnownOperation = { record: null, bulk: null, isWorkerAlive: true, takenUpTo: at(2) };

test('a command is unseen when workers have taken all that came a minute after it, and nobody decided it', () => {
  expect([10, 59, 61, 63, 3600].map((age) => isUnseen(at(age), undecided, now))).toEqual([
    ...[false, false, false],
    ...[true, true],
  ]);
});

test.each<[string, Partial<KnownOperation>]>([
  ['nobody works: it waits', { isWorkerAlive: false, takenUpTo: null }],
  ['a backlog is as old as it is', { takenUpTo: at(3600) }],
  ['the workers cannot tell', { takenUpTo: null }],
  ['it is decided', { record: { state: 'done' } as never }],
  ['it is bulk work under way', { bulk: { status: 'running' } as never }],
])('it is not while %s', (_why, known) => {
  expect(isUnseen(at(3600), { ...undecided, ...known }, now)).toBe(false);
});

test('nor by the word of a service of an earlier release, which says nothing of it', () => {
  const { takenUpTo: _absent, ...earlier } = undecided;
  expect(isUnseen(at(3600), earlier as KnownOperation, now)).toBe(false);
});
