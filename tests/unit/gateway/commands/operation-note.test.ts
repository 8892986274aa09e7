import { expect, test } from '@jest/globals';
import { isUnseen } from '#services/gateway/commands/operation-note.ts';
import type { KnownOperation } from '#shared/engine/commands/operation-routes.ts';

const now = Date.parse('2026-05-01T10:00:00.000Z');
const at = (secondsAgo: number) => new Date(now - secondsAgo * 1000).toISOString();
const undecided: KnownOperation = { record: null, bulk: null, isWorkerAlive: true, takenUpTo: at(2) };

test('a command without an outcome counts as lost once workers have received messages sent more than a minute after the command', () => {
  expect([10, 59, 61, 63, 3600].map((age) => isUnseen(at(age), undecided, now))).toEqual([
    false,
    false,
    false,
    true,
    true,
  ]);
});

test.each<[string, Partial<KnownOperation>]>([
  ['no worker is alive', { isWorkerAlive: false, takenUpTo: null }],
  ['the workers still process messages as old as the command', { takenUpTo: at(3600) }],
  ['the workers have not reported which messages they have received', { takenUpTo: null }],
  ['its outcome is stored', { record: { state: 'done' } as never }],
  ['it is bulk work in progress', { bulk: { status: 'running' } as never }],
])('a command that was sent an hour ago does not count as lost if %s', (_why, known) => {
  expect(isUnseen(at(3600), { ...undecided, ...known }, now)).toBe(false);
});
