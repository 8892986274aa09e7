import { describe, expect, test } from '@jest/globals';

import { brokenPromises, defects, type Observed } from '#instruments/hostile-load/judge.ts';

const quiet = { readP95: 10, writeP95: 20 };
const limit = 512;

function observed(more: Partial<Observed> = {}, other: Partial<Observed['other']> = {}): Observed {
  return {
    other: { readP95: 90, writeP95: 180, statuses: { 200: 40, 422: 1 }, unanswered: 0, ...other },
    liveMs: 900,
    peak: { gateway: 500 },
    requests: 12,
    statuses: { 413: 9, 503: 3 },
    died: [],
    ...more,
  };
}

describe('promises under attack', () => {
  test('the hostile-load report lists no violated requirement while every measured value is below its limit', () => {
    expect(brokenPromises(observed(), quiet, limit)).toEqual([]);
  });

  test.each<[string, Observed, string]>([
    ['an attack that sent nothing', observed({ requests: 0 }), 'the attackers sent no request'],
    [
      'reads that are ten times as slow as without an attack',
      observed({}, { readP95: 100 }),
      'reads 10 times as slow',
    ],
    [
      'writes that are more than ten times as slow as without an attack',
      observed({}, { writeP95: 250 }),
      'writes 13 times as slow',
    ],
    ['reads that get no response', observed({}, { readP95: Infinity }), 'reads not answered'],
    ['a response to the liveness check that takes a second', observed({ liveMs: 1000 }), 'live after 1000'],
    ['a liveness check without a response', observed({ liveMs: Infinity }), 'live never answered'],
    [
      'a process that uses more memory than its container has',
      observed({ peak: { gateway: 513 } }),
      'gateway 513 MiB',
    ],
    ['a 500 response to the attackers', observed({ statuses: { 500: 1 } }), 'attackers got 500'],
    [
      'a 502 response to the well-behaved caller',
      observed({}, { statuses: { 502: 1 } }),
      'the other caller got 502',
    ],
    ['a process that ended', observed({ died: ['gateway'] }), 'gateway died'],
  ])('the hostile-load report lists a violated requirement for %s', (_name, seen, broken) => {
    expect(brokenPromises(seen, quiet, limit)).toEqual([broken]);
  });

  test('the hostile-load report lists slow responses as violated requirements but not as defects, because a busy machine is slow too', () => {
    const slow = observed({ liveMs: 4000 }, { readP95: 900, writeP95: 900 });
    expect(defects(slow, limit)).toEqual([]);
    expect(brokenPromises(slow, quiet, limit)).toHaveLength(3);
  });
});
