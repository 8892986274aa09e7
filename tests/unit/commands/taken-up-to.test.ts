import { expect, test } from '@jest/globals';
import { leastOfLatest, takenUpTo, type WorkerView } from '#shared/commands/taken-up-to.ts';

const clock = { now: 1_700_000_000_000, steady: 500_000, longestDelayMs: 30_000 };
const idle: WorkerView = { startedAt: 0, consumingSince: 0, putAsideAt: null, held: [] };

test('an idle worker that has consumed for a while has taken every command up to now', () => {
  expect(takenUpTo(idle, clock)).toBe(clock.now);
});

test('a worker with a backlog has taken every command older than the oldest that it holds', () => {
  const held = [clock.now - 90_000, clock.now - 100_000, clock.now - 95_000];
  expect(takenUpTo({ ...idle, held }, clock)).toBe(clock.now - 100_000);
});

test.each<[string, Partial<WorkerView>]>([
  ['does not consume', { consumingSince: null }],
  ['has just begun to consume', { consumingSince: clock.steady - 9000 }],
  ['has just started, after one that may have delayed a command', { startedAt: clock.steady - 39_000 }],
  ['has delayed a command that may not be back yet', { putAsideAt: clock.steady - 39_000 }],
])('a worker that %s does not know up to when it has taken commands', (_what, view) => {
  expect(takenUpTo({ ...idle, ...view }, clock)).toBeNull();
});

test('a worker whose last failure is long ago knows again up to when it has taken commands', () => {
  expect(takenUpTo({ ...idle, putAsideAt: clock.steady - 41_000 }, clock)).toBe(clock.now);
});

test('a worker that started longer ago than the longest delay knows up to when it has taken commands', () => {
  expect(takenUpTo({ ...idle, startedAt: clock.steady - 41_000 }, clock)).toBe(clock.now);
});

test('the earliest of a worker’s last three reports counts, because between batches it holds no backlog', () => {
  const moments = ['10:00', '10:04', '09:00', '10:12', '10:16', '10:20', '10:24'];
  const nextLeast = leastOfLatest(() => moments.shift() ?? null);
  expect(Array.from({ length: 7 }, nextLeast)).toEqual([
    '10:00',
    '10:00',
    '09:00',
    '09:00',
    '09:00',
    '10:12',
    '10:16',
  ]);
  expect(nextLeast()).toBeNull();
});

test('a missing report among a worker’s last three makes the result unknown', () => {
  const moments = [null, '10:04', '10:08', '10:12'];
  const nextLeast = leastOfLatest(() => moments.shift() ?? null);
  expect(Array.from({ length: 4 }, nextLeast)).toEqual([null, null, null, '10:04']);
});
