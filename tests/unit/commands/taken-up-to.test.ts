import { expect, test } from '@jest/globals';
import { leastOfLatest, takenUpTo, type WorkerView } from '#shared/engine/commands/taken-up-to.ts';

const clock = { now: 1_700_000_000_000, steady: 500_000 };
const idle: WorkerView = { startedAt: 0, consumingSince: 0, putAsideAt: null, held: [] };

test('an idle worker that has consumed its queues for a while reports that it has received every command sent so far', () => {
  expect(takenUpTo(idle, clock)).toBe(clock.now);
});

test('a worker with a backlog reports that it has received every command sent before the oldest command in the backlog', () => {
  const held = [clock.now - 90_000, clock.now - 100_000, clock.now - 95_000];
  expect(takenUpTo({ ...idle, held }, clock)).toBe(clock.now - 100_000);
});

test.each<[string, Partial<WorkerView>]>([
  ['consumes no queue', { consumingSince: null }],
  ['has just begun to consume its queues', { consumingSince: clock.steady - 9000 }],
  [
    'has just started, after a worker that may have delayed a command for a retry',
    { startedAt: clock.steady - 39_000 },
  ],
  ['has delayed a command for a retry that may still be due', { putAsideAt: clock.steady - 39_000 }],
])('a worker that %s does not report up to which time it has received every command', (_what, view) => {
  expect(takenUpTo({ ...idle, ...view }, clock)).toBeNull();
});

test('a worker whose last retry delay ended long ago reports that it has received every command sent so far', () => {
  expect(takenUpTo({ ...idle, putAsideAt: clock.steady - 41_000 }, clock)).toBe(clock.now);
});

test('a worker that has run longer than any retry delay reports that it has received every command sent so far', () => {
  expect(takenUpTo({ ...idle, startedAt: clock.steady - 41_000 }, clock)).toBe(clock.now);
});

test('the time up to which a worker reports to have received all commands is the earliest of its last three measurements', () => {
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

test('the time up to which a worker reports to have received all commands is unknown if one of its last three measurements is unknown', () => {
  const moments = [null, '10:04', '10:08', '10:12'];
  const nextLeast = leastOfLatest(() => moments.shift() ?? null);
  expect(Array.from({ length: 4 }, nextLeast)).toEqual([null, null, null, '10:04']);
});
