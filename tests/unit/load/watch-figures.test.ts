import { expect, test } from '@jest/globals';

import { watchFigures } from '#instruments/load/process-figures.ts';

test('the benchmark reports each process’s CPU time since its first measurement, never below 0, and its highest memory', () => {
  const looks = [
    { worker: { cpu: 2, rss: 50 }, gateway: { cpu: 9, rss: 40 } },
    // The gateway was replaced by a process that has used less CPU time.
    { worker: { cpu: 5, rss: 80 }, gateway: { cpu: 1, rss: 30 } },
  ];
  const watched = watchFigures(() => looks.shift() ?? {});
  expect(watched()).toEqual({ cpu: { worker: 3, gateway: 0 }, peak: { worker: 80, gateway: 40 } });
});
