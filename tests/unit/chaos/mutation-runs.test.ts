import { expect, test } from '@jest/globals';

import { allFaults } from '#instruments/chaos/fault-schedule.ts';
import { argumentsOf, controlRuns, mutationRun } from '#instruments/chaos/mutation-runs.ts';

const kinds = new Set(allFaults().map(({ kind }) => kind));

test.each(['relay-publishes-everything-at-once', 'copies-never-heal', 'redrive-overwrites'])(
  'the chaos run that must detect the faulty code of the mutation patch %s injects only kinds of faults that exist',
  (name) => {
    const run = mutationRun(name);
    expect(run.kinds.filter((kind) => !kinds.has(kind))).toEqual([]);
    expect(argumentsOf(run)).toContain('--only');
  },
);

test('if a mutation patch names no faults to inject, its chaos run kills processes at named steps of a write instead', () => {
  expect(argumentsOf(mutationRun('no-inbox'))).toEqual(['--kill-points']);
});

test('the chaos suite’s control runs inject all faults of the selected mutation patches into a store with unmodified code', () => {
  const runs = controlRuns(['no-inbox', 'copies-never-heal', 'redrive-overwrites']);
  expect(runs).toEqual([
    { kinds: [], withPoison: false },
    { kinds: ["events' queue deleted", 'pause'], withPoison: true },
  ]);
});
