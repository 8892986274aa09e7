import { expect, test } from '@jest/globals';

import { allFaults } from '#instruments/chaos/fault-schedule.ts';
import { argumentsOf, controlRuns, mutationRun } from '#instruments/chaos/mutation-runs.ts';

const kinds = new Set(allFaults().map(({ kind }) => kind));

test.each(['relay-publishes-everything-at-once', 'copies-never-heal', 'redrive-overwrites'])(
  'the chaos mutation %s lists only kinds of faults that exist',
  (name) => {
    const run = mutationRun(name);
    expect(run.kinds.filter((kind) => !kinds.has(kind))).toEqual([]);
    expect(argumentsOf(run)).toContain('--only');
  },
);

test('if a chaos mutation lists no faults, its run kills processes at the kill points', () => {
  expect(argumentsOf(mutationRun('no-inbox'))).toEqual(['--kill-points']);
});

test('the chaos suite’s control runs apply all faults of the given mutations to the unmodified code', () => {
  const runs = controlRuns(['no-inbox', 'copies-never-heal', 'redrive-overwrites']);
  expect(runs).toEqual([
    { kinds: [], withPoison: false },
    { kinds: ["events' queue deleted", 'pause'], withPoison: true },
  ]);
});
