import { afterEach, expect, test } from '@jest/globals';

import { waitOf } from '#shared/platform/process/kill-point.ts';

const names = ['CHAOS', 'CHAOS_SHORT_WAITS'] as const;
afterEach(() => {
  for (const name of names) Reflect.deleteProperty(process.env, name);
});

test.each([
  [undefined, undefined, 30_000],
  ['1', undefined, 30_000],
  [undefined, '1', 30_000],
  ['0', '1', 30_000],
  ['1', '1', 100],
])(
  'if the chaos suite’s variables are CHAOS=%s and CHAOS_SHORT_WAITS=%s, a wait of 30 seconds takes %d ms',
  (chaos, short, ms) => {
    for (const [name, value] of [
      ['CHAOS', chaos],
      ['CHAOS_SHORT_WAITS', short],
    ] as const)
      if (value !== undefined) process.env[name] = value;
    expect(waitOf(30_000, 100)).toBe(ms);
  },
);
